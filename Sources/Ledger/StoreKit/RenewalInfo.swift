/// What the App Store signed about a subscription's next renewal (`JWSRenewalInfoDecodedPayload`).
public struct RenewalInfo: Sendable, Hashable {
    /// `expirationIntent`.
    public var expirationReason: ExpirationReason?
    /// `originalTransactionId`: the only link to the transaction.
    public var originalTransactionID: String?
    /// `autoRenewProductId`: the product at the next renewal.
    public var autoRenewPreference: String?
    /// `productId`.
    public var currentProductID: String?
    /// `autoRenewStatus`.
    public var autoRenewStatus: AutoRenewStatus?
    /// `isInBillingRetryPeriod`.
    public var isInBillingRetry: Bool?
    /// `priceIncreaseStatus`.
    public var priceIncreaseStatus: PriceIncreaseStatus?
    /// `gracePeriodExpiresDate`.
    public var gracePeriodExpirationDate: Instant?
    /// `offerType`.
    public var offerType: OfferType?
    /// `offerIdentifier`.
    public var offerID: String?
    /// `signedDate`.
    public var signedDate: Instant?
    /// `environment`.
    public var environment: StoreEnvironment?
    /// `recentSubscriptionStartDate`.
    public var recentSubscriptionStartDate: Instant?
    /// `renewalDate`.
    public var renewalDate: Instant?
    /// `currency`.
    public var currencyCode: String?
    /// `renewalPrice`, in thousandths of the currency's unit.
    public var renewalPriceMilliunits: Int64?
    /// `offerDiscountType`.
    public var offerPaymentMode: OfferPaymentMode?
    /// `eligibleWinBackOfferIds`, best first.
    public var eligibleWinBackOfferIDs: [String]?
    /// `appAccountToken`, as it came.
    public var appAccountToken: String?
    /// `appTransactionId`.
    public var appTransactionID: String?
    /// `offerPeriod`.
    public var offerPeriod: String?
    /// `advancedCommerceInfo`.
    public var advancedCommerceInfo: AdvancedCommerceRenewalInfo?
    /// `commitmentInfo`.
    public var commitmentInfo: RenewalCommitmentInfo?
    /// `renewalBillingPlanType`.
    public var renewalBillingPlanType: BillingPlanType?

    /// Makes an empty value; every field of signed data is optional.
    public init() {}
}
