/// The `data` of a notification.
public struct NotificationData: Sendable, Hashable {
    /// `environment`.
    public var environment: StoreEnvironment?
    /// `appAppleId`; absent in Sandbox.
    public var appAppleID: Int64?
    /// `bundleId`.
    public var bundleID: String?
    /// `bundleVersion`.
    public var bundleVersion: String?
    /// `signedTransactionInfo`: a JWS of its own; nil in what was verified, which has the payload.
    public var signedTransactionInfo: String?
    /// `signedRenewalInfo`: a JWS of its own; nil in what was verified, which has the payload.
    public var signedRenewalInfo: String?
    /// `status`, as of the notification's signed date.
    public var status: SubscriptionStatusValue?
    /// `consumptionRequestReason`.
    public var consumptionRequestReason: ConsumptionRequestReason?

    /// Makes an empty value; every field of signed data is optional.
    public init() {}
}
