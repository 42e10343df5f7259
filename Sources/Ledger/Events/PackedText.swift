/// A text that is nearly always new, such as a `notificationUUID`: bytes in the record, no symbol.
///
/// A UUID in Apple's form (lower case, with hyphens) takes 17 bytes, any other text its UTF-8 and
/// one byte. The first byte says which.
struct PackedText: Sendable, Hashable {
    private static let uuidMark: UInt8 = 1
    private static let textMark: UInt8 = 0
    private static let uuidByteCount = 16

    let bytes: [UInt8]

    init(_ text: String) {
        var bytes: [UInt8] = []
        if let uuid = UUIDText.bytes(of: text) {
            bytes.reserveCapacity(1 + Self.uuidByteCount)
            bytes.append(Self.uuidMark)
            for index in uuid.indices { bytes.append(uuid[index]) }
        } else {
            bytes.reserveCapacity(1 + text.utf8.count)
            bytes.append(Self.textMark)
            bytes.append(contentsOf: text.utf8)
        }
        self.bytes = bytes
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
