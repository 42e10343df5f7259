/// The form in which Apple writes a UUID: lower case, with hyphens.
///
/// Foundation's own goes through printf, and answers are asked for a hundred thousand times a second.
enum UUIDText {
    /// The text of the sixteen bytes of a UUID.
    static func text(of bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(36)
        append(bytes, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the text of the sixteen bytes of a UUID.
    static func append(_ bytes: some Collection<UInt8>, to text: inout [UInt8]) {
        for (index, byte) in bytes.enumerated() {
            if index == 4 || index == 6 || index == 8 || index == 10 {
                text.append(UInt8(ascii: "-"))
            }
            Hexadecimal.append(byte, to: &text)
        }
    }
}
