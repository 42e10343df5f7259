/// The signed bytes that prove one input: each JWS of it, outermost first.
///
/// A notification's payload repeats its inner JWS. They are kept once, as parts of their own; the
/// outer payload has a hole where each of them stood.
struct Evidence: Sendable, Hashable {
    /// One JWS, taken apart.
    struct Part: Sendable, Hashable {
        /// The header segment as received, in base64url.
        var header: [UInt8] { Array(compactJWS[..<headerCount]) }
        private let headerCount: Int
        /// How many bytes of the JWS are signed: header, full stop and payload.
        private let signedCount: Int

        /// Whether this is the header segment; makes no copy of it.
        func hasHeader(_ other: [UInt8]) -> Bool {
            headerCount == other.count && compactJWS.begins(with: other)
        }
        /// The payload, decoded.
        let payload: [UInt8]
        /// The signature, decoded.
        let signature: [UInt8]

        /// The JWS as it was received.
        let compactJWS: [UInt8]

        /// A part as it was received.
        init(_ jws: CompactJWS) {
            headerCount = jws.headerCount
            signedCount = jws.signedCount
            payload = jws.payload
            signature = jws.signature
            compactJWS = jws.bytes
        }

        /// A part as it was stored; its JWS is put together again.
        init(header: [UInt8], payload: [UInt8], signature: [UInt8]) {
            headerCount = header.count
            signedCount =
                header.count + 1 + Base64.encodedCount(of: payload.count, alphabet: .url)
            self.payload = payload
            self.signature = signature
            compactJWS = CompactJWS.join(
                headerText: header, payload: payload, signature: signature)
        }

        /// The hash that its signature signs.
        func signingInput(
            _ hasher: SigningInputHasher
        ) throws(VerificationFault) -> SigningInputHash {
            try hasher.hash(compactJWS, headerCount: headerCount, signedCount: signedCount)
        }
    }

    /// The most parts that an input has: a notification, a transaction and a renewal info.
    static let partCountMax = 3

    var parts: [Part]

    /// The salted digest that a record commits to: over salt, the part's index, the hash that the
    /// JWS's signature signs, and the signature.
    ///
    /// Verification makes that hash anyway, so that the long bytes are hashed once.
    static func saltedDigest(
        salt: [UInt8], partIndex: Int, signingInput: SigningInputHash, signature: [UInt8],
        hasher: SHA256
    ) throws(IntegrityError) -> Digest {
        let hash = try saltedDigest(
            salt: salt.bytes, partIndex: partIndex, signingInput: signingInput,
            signature: signature.bytes, hasher: hasher)
        return Digest(bytes: hash.bytes)
    }

    /// The same, of bytes that are lent, without an array for the digest.
    static func saltedDigest(
        salt: RawSpan, partIndex: Int, signingInput: SigningInputHash, signature: RawSpan,
        hasher: SHA256
    ) throws(IntegrityError) -> MerkleHash {
        try hasher.start()
        try hasher.add(salt)
        try hasher.add(UInt8(truncatingIfNeeded: partIndex))
        unsafe try hasher.add(signingInput.bytes.span.bytes)
        try hasher.add(signature)
        return try hasher.finish()
    }
}
