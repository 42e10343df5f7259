/// What the App Store signed about the purchase of the app itself.
public struct AppTransaction: Sendable, Hashable {
    /// `receiptType`: this is the environment.
    public var environment: StoreEnvironment?
    /// `appAppleId`; absent in Xcode.
    public var appAppleID: Int64?
    /// `bundleId`.
    public var bundleID: String?
    /// `applicationVersion`.
    public var appVersion: String?
    /// `versionExternalIdentifier`.
    public var appVersionID: Int64?
    /// `receiptCreationDate`: stands in for a signed date.
    public var signedDate: Instant?
    /// `originalPurchaseDate`.
    public var originalPurchaseDate: Instant?
    /// `originalApplicationVersion`.
    public var originalAppVersion: String?
    /// `deviceVerification`.
    public var deviceVerification: String?
    /// `deviceVerificationNonce`.
    public var deviceVerificationNonce: String?
    /// `preorderDate`.
    public var preorderDate: Instant?
    /// `appTransactionId`.
    public var appTransactionID: String?
    /// `originalPlatform`.
    public var originalPlatform: PurchasePlatform?

    /// Makes an empty value; every field of signed data is optional.
    public init() {}
}
