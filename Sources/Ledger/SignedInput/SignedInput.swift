/// One input: what the App Store signed as one, or signed side by side.
///
/// Nothing is trusted yet.
///
/// Each JWS is a compact token as UTF-8 bytes, without white space around it.
enum SignedInput: Sendable, Hashable {
    /// The `signedPayload` of a server notification.
    case notification([UInt8])
    /// A `signedTransactionInfo`, with the `signedRenewalInfo` that stood beside it.
    case transaction([UInt8], renewalInfo: [UInt8]?)
    /// A `signedRenewalInfo` without its transaction. It is always refused.
    case renewalInfo([UInt8])
    /// A `signedAppTransactionInfo`, or what a device calls its app transaction.
    case appTransaction([UInt8])
    /// A token of which only its own payload says what it is.
    case unrecognized([UInt8])
}
