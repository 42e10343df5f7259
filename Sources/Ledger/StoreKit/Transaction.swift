/// What the App Store signed about one purchase (`JWSTransactionDecodedPayload`).
public struct Transaction: Sendable, Hashable {
    /// `transactionId`: unique for each purchase, restore or renewal.
    public var id: String?
    /// `originalTransactionId`: the line that this purchase belongs to.
    public var originalID: String?
    /// `webOrderLineItemId`: one for each paid subscription period.
    public var webOrderLineItemID: String?
    /// `bundleId`.
    public var appBundleID: String?
    /// `productId`.
    public var productID: String?
    /// `subscriptionGroupIdentifier`.
    public var subscriptionGroupID: String?
    /// `purchaseDate`.
    public var purchaseDate: Instant?
    /// `originalPurchaseDate`.
    public var originalPurchaseDate: Instant?
    /// `expiresDate`: the end of an auto-renewable's paid period.
    public var expirationDate: Instant?
    /// `quantity`.
    public var purchasedQuantity: Int32?
    /// `type`.
    public var productType: ProductType?
    /// `appAccountToken`, as it came; a UUID by contract.
    public var appAccountToken: String?
    /// `inAppOwnershipType`.
    public var ownershipType: OwnershipType?
    /// `signedDate`: when the App Store signed this.
    public var signedDate: Instant?
    /// `revocationReason`.
    public var revocationReason: RevocationReason?
    /// `revocationDate`: present when refunded or revoked.
    public var revocationDate: Instant?
    /// `isUpgraded`: replaced by a higher service level.
    public var isUpgraded: Bool?
    /// `offerType`.
    public var offerType: OfferType?
    /// `offerIdentifier`.
    public var offerID: String?
    /// `environment`.
    public var environment: StoreEnvironment?
    /// `storefront`: three-letter country code.
    public var storefrontCountryCode: String?
    /// `storefrontId`.
    public var storefrontID: String?
    /// `transactionReason`.
    public var reason: TransactionReason?
    /// `currency`: ISO 4217.
    public var currencyCode: String?
    /// `price`: total for the quantity, in thousandths of the currency's unit.
    public var priceMilliunits: Int64?
    /// `offerDiscountType`.
    public var offerPaymentMode: OfferPaymentMode?
    /// `appTransactionId`: one for each Apple Account and app.
    public var appTransactionID: String?
    /// `offerPeriod`: an ISO 8601 duration.
    public var offerPeriod: String?
    /// `revocationType`.
    public var revocationType: RevocationType?
    /// `revocationPercentage`: 100000 is all of it.
    public var revocationPercentageMillipercent: Int32?
    /// `advancedCommerceInfo`.
    public var advancedCommerceInfo: AdvancedCommerceTransactionInfo?
    /// `billingPlanType`.
    public var billingPlanType: BillingPlanType?
    /// `commitmentInfo`: a 12-month commitment billed monthly.
    public var commitmentInfo: TransactionCommitmentInfo?
    /// `previousOriginalTransactionId`: the line before a migration.
    public var previousOriginalID: String?

    /// Makes an empty value; every field of signed data is optional.
    public init() {}
}
