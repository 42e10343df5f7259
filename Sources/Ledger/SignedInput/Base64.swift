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

        /// The tables of the alphabet.
        fileprivate var tables: Base64Tables { self == .url ? .url : .standard }
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
        let byteCount = count / 4 * 3 + max(0, remainder - 1)
        let tables = alphabet.tables
        var isRight = false
        let result = unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { output, written in
            isRight = unsafe text.withUnsafeBufferPointer { text in
                unsafe tables.decode(UnsafeBufferPointer(rebasing: text[..<count]), into: output)
            }
            written = isRight ? byteCount : 0
        }
        if !isRight { throw Malformed() }
        return result
    }

    /// The one right text of bytes.
    static func encode(_ bytes: Span<UInt8>, alphabet: Alphabet) -> [UInt8] {
        let count = encodedCount(of: bytes.count, alphabet: alphabet)
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { output, written in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe encode(bytes, alphabet: alphabet, into: output)
            }
            written = count
        }
    }

    /// How many characters the text of so many bytes has.
    static func encodedCount(of byteCount: Int, alphabet: Alphabet) -> Int {
        switch alphabet {
        case .standard: (byteCount + 2) / 3 * 4
        case .url: byteCount / 3 * 4 + (byteCount % 3 == 0 ? 0 : byteCount % 3 + 1)
        }
    }

    /// Writes the text of bytes; the output has exactly `encodedCount` bytes.
    static func encode(
        _ bytes: UnsafeBufferPointer<UInt8>, alphabet: Alphabet,
        into output: UnsafeMutableBufferPointer<UInt8>
    ) {
        let end = unsafe alphabet.tables.encode(bytes, into: output)
        for index in end..<output.count {
            unsafe output[index] = UInt8(ascii: "=")
        }
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
}
