/// A header segment as received, with what every token that begins with it has in common: the state
/// of the hash behind it, and its own base64url text inside of another token's payload.
///
/// A notification carries tokens with nearly the same 4 kB of header, encoded once more. Base64
/// encodes three bytes at a time, so the text depends on nothing but where in a group of three the
/// header begins: it is made once for each of the three.
///
/// For one thread at a time.
final class EvidenceHeaderText {
    let bytes: [UInt8]
    /// By how many of the first bytes belong to a group that was begun before.
    private var texts: [[UInt8]?] = [nil, nil, nil]
    private var hash: HeaderHash?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The text of all whole groups from the byte at `start`, 0 to 2, on.
    func text(from start: Int) -> [UInt8] {
        if let text = texts[start] { return text }
        let bytes = bytes
        let end = bytes.count - (bytes.count - start) % 3
        let text = Base64.encode(bytes.span.extracting(start..<end), alphabet: .url)
        texts[start] = text
        return text
    }

    /// The hash that the signature of a token with this header and that payload signs.
    ///
    /// The hash goes on behind the header, whose bytes were hashed once: the state is that of
    /// exactly `bytes`, which never change, so that it is the hash of every byte of the token.
    func signingInput(
        payloadText: Span<UInt8>
    ) throws(VerificationFault) -> SigningInputHash {
        if let hash { return try hash.signingInput(payloadText: payloadText) }
        let bytes = bytes
        let made = try HeaderHash(bytes.span)
        hash = made
        return try made.signingInput(payloadText: payloadText)
    }
}
