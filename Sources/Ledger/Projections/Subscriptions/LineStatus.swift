/// What a subscription line is at one instant, with the events that make it so.
struct LineStatus: Sendable, Hashable {
    var line: LineNumber
    var originalTransactionID: StoreIdentifier?
    var group: Symbol?
    var state: SubscriptionState
    var key: PurchaseKey
    var transactionID: StoreIdentifier?
    var product: Symbol?
    /// The product's rank at T; nil where the catalog has none.
    var level: Int32?
    var isFamilyShared: Bool
    var purchaseDate: Instant?
    /// When it ends by the facts in effect at T: of a state that gives service, when service ends;
    /// of another, when the period that was in force last ended.
    var expiresDate: Instant?
    /// When the paid period in force itself ends; only while one is.
    var paidExpiresDate: Instant?
    /// The periods charged ahead that adjoin it; they may be of another product.
    var adjoining: [AdjoiningPeriod] = []
    /// When billing retry ends; only in that state.
    var billingRetryEndsDate: Instant?
    var willAutoRenew: Bool?
    var autoRenewProduct: Symbol?
    /// F10: what the subscription changes to at its renewal.
    var pendingProduct: Symbol?
    var gracePeriodExpiresDate: Instant?
    var expirationIntent: Int32?
    var priceIncreaseStatus: Int32?
    var renewalPrice: Int64?
    var renewalDate: Instant?
    var offerType: Int32?
    var offerIdentifier: Symbol?
    /// R15: the last evidence is older than expiresDate and renewal was on.
    var unconfirmed: Bool
    /// F12: the end of the grace period is ours.
    var inferred: Bool
    /// The sequences of the events that make it so, ascending.
    var events: [UInt64]
}
