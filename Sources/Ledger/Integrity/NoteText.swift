/// Pieces of text that keys, notes and proofs are made of.
enum NoteText {
    /// Bytes as text, if they are text in which nothing is hidden.
    ///
    /// - Throws: `NoteError.notText` when they are not UTF-8 or have a control character other than a
    ///   line feed.
    static func checked(_ bytes: [UInt8]) throws(NoteError) -> String {
        guard bytes.allSatisfy({ $0 >= 0x20 || $0 == UInt8(ascii: "\n") }),
            let text = String(validating: bytes, as: UTF8.self)
        else { throw .notText }
        return text
    }

    /// The pieces of a text between single bytes; unlike characters, bytes take no accents along.
    static func split(
        _ text: some StringProtocol, at separator: Unicode.Scalar, maxSplits: Int = .max
    ) -> [Substring] {
        Substring(text).utf8.split(
            separator: UInt8(ascii: separator), maxSplits: maxSplits,
            omittingEmptySubsequences: false
        ).map { Substring($0) }
    }

    /// A decimal without leading zeros, below 2^64.
    static func decimal(_ text: Substring) -> UInt64? {
        let digits = text.utf8
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }),
            digits.count == 1 || digits.first != UInt8(ascii: "0")
        else { return nil }
        return UInt64(text)
    }

    /// A key's id: eight lower-case hexadecimal digits.
    static func keyID(_ text: Substring) -> UInt32? {
        guard let keyID = UInt32(text, radix: 16), Self.keyID(keyID) == text else { return nil }
        return keyID
    }

    static func keyID(_ keyID: UInt32) -> String {
        let digits = String(keyID, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// The bytes of strict standard base64.
    static func base64<Failure: Error>(
        _ text: Substring, else failure: Failure
    ) throws(Failure) -> [UInt8] {
        do {
            return try Base64.decode(Array(text.utf8).span, alphabet: .standard)
        } catch {
            throw failure
        }
    }

    static func base64(_ bytes: [UInt8]) -> String {
        String(decoding: Base64.encode(bytes.span, alphabet: .standard), as: UTF8.self)
    }
}
