/// Bytes as lower-case hexadecimal digits.
package enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Adds the two digits of a byte.
    static func append(_ byte: UInt8, to text: inout [UInt8]) {
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 0x0F)])
    }

    /// The digits of all bytes, two each.
    package static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.count)
        for byte in bytes { append(byte, to: &text) }
        return String(decoding: text, as: UTF8.self)
    }
}
