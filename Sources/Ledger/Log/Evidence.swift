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
            payload = jws.payload
            signature = jws.signature
            compactJWS = jws.bytes
        }

        /// A part as it was stored; its JWS is put together again.
        init(header: [UInt8], payload: [UInt8], signature: [UInt8]) {
            headerCount = header.count
            self.payload = payload
            self.signature = signature
            compactJWS = CompactJWS.join(
                headerText: header, payload: payload, signature: signature)
        }
    }

    /// The most parts that an input has: a notification, a transaction, a renewal info and a
    /// purchase of the app.
    static let partCountMax = 4

    var parts: [Part]
}
