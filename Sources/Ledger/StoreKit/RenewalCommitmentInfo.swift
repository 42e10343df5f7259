/// The `commitmentInfo` of a renewal info.
public struct RenewalCommitmentInfo: Sendable, Hashable {
    /// `commitmentAutoRenewProductId`.
    public var autoRenewPreference: String?
    /// `commitmentAutoRenewStatus`.
    public var autoRenewStatus: AutoRenewStatus?
    /// `commitmentRenewalBillingPlanType`.
    public var renewalBillingPlanType: BillingPlanType?
    /// `commitmentRenewalDate`.
    public var renewalDate: Instant?
    /// `commitmentRenewalPrice`.
    public var renewalPriceMilliunits: Int64?

    /// Makes an empty value; every field of signed data is optional.
    public init() {}
}
