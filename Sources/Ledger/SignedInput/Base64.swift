/// Base64 in the two alphabets of RFC 4648, strictly: one text for each run of bytes.
///
/// No white space, no character of the other alphabet, no bits left over that are not zero.
/// Padding is as the alphabet has it: always for the standard one (`x5c`), never for the one of
/// URLs (the segments of a JWS). So a decoded text can be encoded again to the same bytes.
enum Base64 {
    /// Which 64 characters, and whether `=` fills the last four.
    enum Alphabet {
        /// RFC 4648, section 4, padded.
        case standard
        /// RFC 4648, section 5, without padding (RFC 7515, section 2).
        case url
    }

    /// Not the one right text of any bytes.
    struct Malformed: Error {}

    /// The bytes of a text.
    static func decode(
        _ text: Span<UInt8>, alphabet: Alphabet
    ) throws(Malformed) -> [UInt8] {
        let count = try contentCount(of: text, alphabet: alphabet)
        let remainder = count & 3
        if remainder == 1 { throw Malformed() }
        let values = alphabet == .url ? urlValues : standardValues
        var result = [UInt8](repeating: 0, count: count / 4 * 3 + max(0, remainder - 1))
        var index = 0
        var written = 0
        var marks: UInt8 = 0
        while index &+ 4 <= count {
            let first = values[Int(text[index])]
            let second = values[Int(text[index &+ 1])]
            let third = values[Int(text[index &+ 2])]
            let fourth = values[Int(text[index &+ 3])]
            marks |= first | second | third | fourth
            result[written] = first &<< 2 | second &>> 4
            result[written &+ 1] = second &<< 4 | third &>> 2
            result[written &+ 2] = third &<< 6 | fourth
            index &+= 4
            written &+= 3
        }
        if index < count {
            let left = count &- index
            var word: UInt32 = 0
            for place in 0..<left {
                let value = values[Int(text[index &+ place])]
                marks |= value
                word |= UInt32(value) &<< UInt32(18 &- 6 &* place)
            }
            for place in 0..<(left &- 1) {
                result[written] = UInt8(truncatingIfNeeded: word &>> UInt32(16 &- 8 &* place))
                written &+= 1
            }
            if word & (left == 3 ? 0xFF : 0xFFFF) != 0 { throw Malformed() }
        }
        if marks & invalid != 0 { throw Malformed() }
        return result
    }

    /// The one right text of bytes.
    static func encode(_ bytes: Span<UInt8>, alphabet: Alphabet) -> [UInt8] {
        let characters = alphabet == .url ? urlCharacters : standardCharacters
        let wholeCount = bytes.count / 3 * 3
        var result = [UInt8](repeating: UInt8(ascii: "="), count: (bytes.count + 2) / 3 * 4)
        var place = 0
        for index in stride(from: 0, to: wholeCount, by: 3) {
            let word =
                UInt32(bytes[index]) &<< 16 | UInt32(bytes[index + 1]) &<< 8
                | UInt32(bytes[index + 2])
            result[place] = characters[Int(word &>> 18)]
            result[place + 1] = characters[Int(word &>> 12) & 63]
            result[place + 2] = characters[Int(word &>> 6) & 63]
            result[place + 3] = characters[Int(word) & 63]
            place += 4
        }
        let left = bytes.count - wholeCount
        guard left > 0 else { return result }
        let second = left > 1 ? UInt32(bytes[wholeCount + 1]) &<< 8 : 0
        let word = UInt32(bytes[wholeCount]) &<< 16 | second
        for step in 0...left {
            result[place + step] = characters[Int(word &>> UInt32(18 - 6 * step)) & 63]
        }
        if alphabet == .url { result.removeLast(3 - left) }
        return result
    }

    /// How many characters carry bits; the padding behind them is checked here.
    private static func contentCount(
        of text: Span<UInt8>, alphabet: Alphabet
    ) throws(Malformed) -> Int {
        if alphabet == .url { return text.count }
        guard text.count & 3 == 0 else { throw Malformed() }
        var count = text.count
        while count > 0, text.count - count < 2, text[count - 1] == UInt8(ascii: "=") {
            count -= 1
        }
        return count
    }

    /// Marks a byte that is no character of the alphabet; the values end at 63.
    private static let invalid: UInt8 = 0x80

    private static let urlCharacters = characters(last: "-_")
    private static let standardCharacters = characters(last: "+/")
    private static let urlValues = values(of: urlCharacters)
    private static let standardValues = values(of: standardCharacters)

    private static func characters(last: String) -> [UInt8] {
        Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
            + Array(last.utf8)
    }

    private static func values(of characters: [UInt8]) -> [UInt8] {
        var values = [UInt8](repeating: invalid, count: 256)
        for (value, character) in characters.enumerated() {
            values[Int(character)] = UInt8(value)
        }
        return values
    }
}
