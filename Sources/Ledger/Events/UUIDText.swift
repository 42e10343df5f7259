/// The form in which Apple writes a UUID: lower case, with hyphens.
///
/// Foundation's own goes through printf and scanf, and answers are asked for a hundred thousand
/// times a second.
enum UUIDText {
    /// The sixteen bytes of a UUID in that form; nil where a text has another.
    static func bytes(of text: String) -> InlineArray<16, UInt8>? {
        var text = text
        return text.withUTF8 { characters in
            let characters = unsafe characters.span
            guard characters.count == 36 else { return nil }
            var bytes = InlineArray<16, UInt8>(repeating: 0)
            var place = 0
            for index in bytes.indices {
                if hasHyphen(before: index) {
                    guard characters[place] == UInt8(ascii: "-") else { return nil }
                    place += 1
                }
                guard let high = Hexadecimal.value(of: characters[place]),
                    let low = Hexadecimal.value(of: characters[place + 1])
                else { return nil }
                bytes[index] = high << 4 | low
                place += 2
            }
            return bytes
        }
    }

    private static func hasHyphen(before index: Int) -> Bool {
        index == 4 || index == 6 || index == 8 || index == 10
    }

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
            if hasHyphen(before: index) {
                text.append(UInt8(ascii: "-"))
            }
            Hexadecimal.append(byte, to: &text)
        }
    }
}
