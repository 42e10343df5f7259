/// The `appData` of a RESCIND_CONSENT notification.
public struct NotificationAppData: Sendable, Hashable {
    /// `environment`.
    public var environment: StoreEnvironment?
    /// `appAppleId`.
    public var appAppleID: Int64?
    /// `bundleId`.
    public var bundleID: String?
    /// `signedAppTransactionInfo`: a JWS of its own; nil in what was verified, which has the
    /// payload.
    public var signedAppTransactionInfo: String?

    /// Makes an empty value; every field of signed data is optional.
    public init() {}
}
