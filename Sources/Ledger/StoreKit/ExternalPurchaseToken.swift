/// The `externalPurchaseToken` of a notification.
public struct ExternalPurchaseToken: Sendable, Hashable {
    /// `externalPurchaseId`; begins with SANDBOX in Sandbox.
    public var externalPurchaseID: String?
    /// `tokenCreationDate`.
    public var tokenCreationDate: Instant?
    /// `appAppleId`.
    public var appAppleID: Int64?
    /// `bundleId`.
    public var bundleID: String?
    /// `tokenType`.
    public var tokenType: String?
    /// `tokenExpirationDate`.
    public var tokenExpirationDate: Instant?

    /// Makes an empty value; every field of signed data is optional.
    public init() {}
}
