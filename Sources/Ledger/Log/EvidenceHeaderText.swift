/// A header segment as received, and its own base64url text inside of another token's payload.
///
/// A notification carries tokens with nearly the same 4 kB of header, encoded once more. Base64
/// encodes three bytes at a time, so the text depends on nothing but where in a group of three the header
/// begins: it is made once for each of the three.
///
/// For one thread at a time.
final class EvidenceHeaderText {
    let bytes: [UInt8]
    /// By how many of the first bytes belong to a group that was begun before.
    private var texts: [[UInt8]?] = [nil, nil, nil]

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
}
