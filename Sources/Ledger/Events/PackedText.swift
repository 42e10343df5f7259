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
        return UUIDText.text(of: bytes.dropFirst())
    }

    /// Appends the text of a UUID; false where the text is none.
    func appendUUID(to text: inout [UInt8]) -> Bool {
        guard bytes.first == Self.uuidMark else { return false }
        UUIDText.append(bytes.dropFirst(), to: &text)
        return true
    }
}
