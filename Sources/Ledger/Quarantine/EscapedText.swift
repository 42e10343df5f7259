/// Text behind the escapes of JSON (RFC 8259, 7) and of addresses (RFC 3986, 2.1).
enum EscapedText {
    /// The bytes with each escape of an ASCII character as that character; nil where there is none.
    ///
    /// What is no escape, or one of another character, stays as it is.
    static func plain(_ bytes: [UInt8]) -> [UInt8]? {
        var plain: [UInt8] = []
        var (start, index) = (0, 0)
        while index < bytes.count {
            guard let (byte, count) = character(bytes[index...]) else {
                index += 1
                continue
            }
            plain += bytes[start..<index]
            plain.append(byte)
            index += count
            start = index
        }
        return start == 0 ? nil : plain + bytes[start...]
    }

    /// The character that an escape at the beginning stands for, and how long the escape is.
    private static func character(_ bytes: ArraySlice<UInt8>) -> (UInt8, count: Int)? {
        switch bytes.first {
        case UInt8(ascii: "%"): return digits(bytes.dropFirst().prefix(2), count: 2).map { ($0, 3) }
        case UInt8(ascii: "\\"):
            switch bytes.dropFirst().first {
            case UInt8(ascii: "u"):
                return digits(bytes.dropFirst(2).prefix(4), count: 4).map { ($0, 6) }
            case UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "\\"):
                return bytes.dropFirst().first.map { ($0, 2) }
            default: return nil
            }
        default: return nil
        }
    }

    /// The ASCII character that so many hexadecimal digits say.
    private static func digits(_ digits: ArraySlice<UInt8>, count: Int) -> UInt8? {
        guard digits.count == count, digits.allSatisfy({ $0 < 128 }),
            digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16), code < 128
        else { return nil }
        return UInt8(code)
    }
}
