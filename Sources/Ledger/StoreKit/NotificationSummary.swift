/// The `summary` of a RENEWAL_EXTENSION notification.
public struct NotificationSummary: Sendable, Hashable {
    /// `environment`.
    public var environment: StoreEnvironment?
    /// `appAppleId`.
    public var appAppleID: Int64?
    /// `bundleId`.
    public var bundleID: String?
    /// `productId`.
    public var productID: String?
    /// `requestIdentifier`.
    public var requestIdentifier: String?
    /// `storefrontCountryCodes`.
    public var storefrontCountryCodes: [String]?
    /// `succeededCount`.
    public var succeededCount: Int64?
    /// `failedCount`.
    public var failedCount: Int64?

    /// Makes an empty value; every field of signed data is optional.
    public init() {}
}
