internal import Glibc

/// A signed token as it was received: three segments of base64url (RFC 7515, section 7.1).
///
/// Nothing in it is trusted. Because only the one right base64url text of any bytes is taken,
/// header text, payload and signature join again to exactly the bytes received, so evidence may
/// be stored in parts (see `join`).
struct CompactJWS: Sendable, Hashable {
    /// The token as received.
    let bytes: [UInt8]
    /// The second segment, decoded.
    let payload: [UInt8]
    /// The third segment, decoded.
    ///
    /// Of an ES256 token 64 bytes: r, then s.
    let signature: [UInt8]
    /// How many bytes of the token are its first segment.
    let headerCount: Int
    /// How many bytes of the token are signed: the first segment, a full stop and the second.
    let signedCount: Int

    /// Why bytes are no compact JWS.
    struct Malformed: Error {}

    /// Splits and decodes a token.
    ///
    /// - Parameter bytes: the token, without white space around it, at most
    ///   `SignedInputLimits.compactJWSBytesMax` bytes.
    /// - Throws: `Malformed` when it is none.
    init(_ bytes: [UInt8]) throws(Malformed) {
        if bytes.count > SignedInputLimits.compactJWSBytesMax { throw Malformed() }
        let dots = try Self.fullStops(in: bytes.span)
        do {
            payload = try Base64.decode(
                bytes.span.extracting(dots.first + 1..<dots.second), alphabet: .url)
            signature = try Base64.decode(
                bytes.span.extracting(dots.second + 1..<bytes.count), alphabet: .url)
        } catch {
            throw Malformed()
        }
        self.bytes = bytes
        headerCount = dots.first
        signedCount = dots.second
    }

    /// The first segment, as received.
    var headerText: ArraySlice<UInt8> {
        bytes[..<headerCount]
    }

    /// Puts a token together again from its parts.
    ///
    /// - Returns: for the parts of any `CompactJWS`, exactly its `bytes`.
    static func join(headerText: [UInt8], payload: [UInt8], signature: [UInt8]) -> [UInt8] {
        let payloadCount = Base64.encodedCount(of: payload.count, alphabet: .url)
        let signatureCount = Base64.encodedCount(of: signature.count, alphabet: .url)
        let signatureStart = headerText.count + payloadCount + 2
        let count = signatureStart + signatureCount
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { output, written in
            _ = unsafe output.update(fromContentsOf: headerText)
            unsafe output[headerText.count] = dot
            unsafe output[signatureStart - 1] = dot
            let parts = [
                (payload, headerText.count + 1..<signatureStart - 1),
                (signature, signatureStart..<count),
            ]
            for (part, range) in parts {
                unsafe part.withUnsafeBufferPointer { part in
                    unsafe Base64.encode(
                        part, alphabet: .url,
                        into: UnsafeMutableBufferPointer(rebasing: output[range]))
                }
            }
            written = count
        }
    }

    private static let dot = UInt8(ascii: ".")

    /// Where the two full stops are.
    ///
    /// More or fewer are refused, and an empty header or payload. A third one would stand between
    /// the first and the last, in what is then no base64url: so the long payload is not searched
    /// for it.
    private static func fullStops(
        in bytes: Span<UInt8>
    ) throws(Malformed) -> (first: Int, second: Int) {
        guard let first = bytes.firstIndex(of: dot, from: 0), first > 0 else { throw Malformed() }
        // A signature is short.
        var second = bytes.count - 1
        while second > first, bytes[second] != dot { second -= 1 }
        guard second > first + 1 else { throw Malformed() }
        return (first, second)
    }
}
