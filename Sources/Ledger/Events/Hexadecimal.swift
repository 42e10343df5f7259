/// Bytes as lower-case hexadecimal digits.
package enum Hexadecimal {
    /// The digit of a value below 16.
    static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &- 10 &+ value
    }

    /// The eight digits of a number at once, the first one in the highest byte.
    static func digits(of value: UInt32) -> UInt64 {
        var halves = UInt64(value)
        halves = (halves | halves << 16) & 0x0000_FFFF_0000_FFFF
        halves = (halves | halves << 8) & 0x00FF_00FF_00FF_00FF
        halves = (halves | halves << 4) & 0x0F0F_0F0F_0F0F_0F0F
        // One in each byte whose value is above nine.
        let letters = (halves &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        let letterOffset = UInt64(UInt8(ascii: "a") - UInt8(ascii: "0") - 10)
        return halves &+ 0x3030_3030_3030_3030 &+ letters &* letterOffset
    }

    /// The value of a lower-case digit; nil where a character is none.
    static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit &- UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit &- UInt8(ascii: "a") &+ 10
        default: nil
        }
    }

    /// Adds the two digits of a byte.
    static func append(_ byte: UInt8, to text: inout [UInt8]) {
        text.append(digit(byte >> 4))
        text.append(digit(byte & 0x0F))
    }

    /// The digits of all bytes, two each.
    package static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.count)
        for byte in bytes { append(byte, to: &text) }
        return String(decoding: text, as: UTF8.self)
    }
}
