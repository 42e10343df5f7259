/// Escapes in strings: rare, so they may cost an array.
extension JSONReader {
    /// The bytes of a string's content with its escapes resolved.
    func unescape(_ range: Range<Int>) throws(JSONError) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            index &+= 1
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                continue
            }
            guard index < range.upperBound else { throw .syntax }
            let letter = bytes[index]
            index &+= 1
            if letter == UInt8(ascii: "u") {
                let scalar = try scalar(at: &index, before: range.upperBound)
                result.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
            } else {
                result.append(try character(escapedAs: letter))
            }
        }
        return result
    }

    /// What a one-letter escape stands for.
    private func character(escapedAs letter: UInt8) throws(JSONError) -> UInt8 {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return letter
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        default: throw .syntax
        }
    }

    /// Reads the digits of `\uXXXX`, with the second half of a surrogate pair where one is due.
    private func scalar(
        at index: inout Int, before end: Int
    ) throws(JSONError) -> Unicode.Scalar {
        let first = try codeUnit(at: &index, before: end)
        guard first & 0xF800 == 0xD800 else {
            guard let scalar = Unicode.Scalar(first) else { throw .encoding }
            return scalar
        }
        guard first < 0xDC00, end &- index >= 6, bytes[index] == UInt8(ascii: "\\"),
            bytes[index &+ 1] == UInt8(ascii: "u")
        else { throw .encoding }
        index &+= 2
        let second = try codeUnit(at: &index, before: end)
        guard second & 0xFC00 == 0xDC00 else { throw .encoding }
        let value = 0x10000 &+ (first & 0x3FF) &<< 10 &+ second & 0x3FF
        guard let scalar = Unicode.Scalar(value) else { throw .encoding }
        return scalar
    }

    /// Reads four hexadecimal digits.
    private func codeUnit(at index: inout Int, before end: Int) throws(JSONError) -> UInt32 {
        guard end &- index >= 4 else { throw .syntax }
        var value: UInt32 = 0
        for _ in 0..<4 {
            let digit = bytes[index]
            index &+= 1
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value &<< 4 | UInt32(digit &- 48)
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value &<< 4 | UInt32(digit &- 87)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value &<< 4 | UInt32(digit &- 55)
            default: throw .syntax
            }
        }
        return value
    }
}
