/// One outermost signed object as it was received, before anything about it is believed.
///
/// A case says where the bytes stood, not what they are: only verification tells that a token below
/// `signedPayload` is a notification. The bytes are a compact JWS as received, without surrounding
/// whitespace, and may be malformed.
public enum SignedInput: Sendable, Hashable {
    /// The value of `signedPayload`: an App Store Server Notification, version 2.
    ///
    /// ``init(notificationBody:)`` takes it out of a request's body.
    case notification([UInt8])
    /// The value of `signedTransactionInfo` or an element of `signedTransactions`, with the
    /// `signedRenewalInfo` that stood beside it.
    case transaction([UInt8], renewalInfo: [UInt8]?)
    /// The value of a `signedRenewalInfo` that stood alone.
    case renewalInfo([UInt8])
    /// The value of `signedAppTransactionInfo`.
    case appTransaction([UInt8])
    /// A token that stood alone: its payload tells which kind it is.
    case unrecognized([UInt8])
}
