internal import Foundation

/// A text that is nearly always new, such as a `notificationUUID`: bytes in the record, no symbol.
///
/// A UUID in Apple's form (lower case, with hyphens) takes 17 bytes, any other text its UTF-8 and one
/// byte. The first byte says which.
struct PackedText: Sendable, Hashable {
    private static let uuidMark: UInt8 = 1
    private static let textMark: UInt8 = 0
    private static let uuidByteCount = 16

    let bytes: [UInt8]

    init(_ text: String) {
        if let uuid = UUID(uuidString: text), uuid.uuidString.lowercased() == text {
            bytes = unsafe [Self.uuidMark] + withUnsafeBytes(of: uuid.uuid) { unsafe [UInt8]($0) }
        } else {
            bytes = [Self.textMark] + Array(text.utf8)
        }
    }

    /// Reads back what a record holds; nil where no text has these bytes.
    init?(bytes: [UInt8]) {
        switch bytes.first {
        case Self.uuidMark where bytes.count == Self.uuidByteCount + 1: break
        case Self.textMark where String(validating: bytes.dropFirst(), as: UTF8.self) != nil: break
        default: return nil
        }
        self.bytes = bytes
    }

    /// The text as it was received.
    var text: String {
        guard bytes.first == Self.uuidMark else {
            return String(decoding: bytes.dropFirst(), as: UTF8.self)
        }
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for (index, byte) in bytes.dropFirst().enumerated() {
            if index == 4 || index == 6 || index == 8 || index == 10 {
                text.append(UInt8(ascii: "-"))
            }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 0x0F)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
