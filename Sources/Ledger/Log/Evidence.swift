/// The signed bytes that prove one input: each JWS of it, outermost first.
///
/// A notification's payload repeats its inner JWS. They are kept once, as parts of their own; the
/// outer payload has a hole where each of them stood.
struct Evidence: Sendable, Hashable {
    /// One JWS, taken apart.
    struct Part: Sendable, Hashable {
        /// The header segment as received, in base64url.
        var header: [UInt8]
        /// The payload, decoded.
        var payload: [UInt8]
        /// The signature, decoded.
        var signature: [UInt8]

        /// The JWS as it was received.
        var compactJWS: [UInt8] {
            CompactJWS.join(headerText: header, payload: payload, signature: signature)
        }
    }

    /// The most parts that an input has: a notification, a transaction and a renewal info.
    static let partCountMax = 3

    var parts: [Part]

    /// The salted digest that a record commits to: over salt, the part's index and the JWS.
    static func saltedDigest(
        salt: [UInt8], partIndex: Int, compactJWS: [UInt8], hasher: borrowing SHA256
    ) throws(IntegrityError) -> Digest {
        try hasher.digest(salt, [UInt8(truncatingIfNeeded: partIndex)], compactJWS)
    }
}
