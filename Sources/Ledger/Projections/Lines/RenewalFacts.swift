/// What one signed renewal info says, as far as an answer can depend on it.
struct RenewalFacts: StatementContent {
    var sequence: UInt64
    var digest: UInt64
    var product: Symbol?
    var autoRenewProduct: Symbol?
    /// Whether the subscription goes on by itself; nil where nothing says so.
    var willAutoRenew: Bool?
    var isInBillingRetryPeriod: Bool
    var gracePeriodExpiresDate: Instant?
    var expirationIntent: Int32?
    var priceIncreaseStatus: Int32?
    var renewalPrice: Int64?
    var renewalDate: Instant?

    /// Renewal infos of one signed date are ordered by their digests alone.
    var winsTies: Bool { false }

    /// Whether it says that the subscription has ended: the App Store sends the reason for an end
    /// during retry too, where the flag says that it goes on trying.
    var saysEnded: Bool { expirationIntent != nil && !isInBillingRetryPeriod }

    /// In a commitment its own fields say what comes next (F26).
    init(_ event: LineEvent, sequence: UInt64) {
        self.sequence = sequence
        digest = event.contentDigest ?? 0
        product = event.product
        autoRenewProduct = event.commitmentAutoRenewProduct ?? event.autoRenewProduct
        willAutoRenew = (event.commitmentAutoRenewStatus ?? event.autoRenewStatus).map { $0 == 1 }
        isInBillingRetryPeriod = event.isInBillingRetryPeriod ?? false
        gracePeriodExpiresDate = event.gracePeriodExpiresDate
        expirationIntent = event.expirationIntent
        priceIncreaseStatus = event.priceIncreaseStatus
        renewalPrice = event.renewalPrice
        renewalDate = event.renewalDate
    }
}
