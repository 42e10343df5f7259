/// What one subscription is at an instant: one line of purchases in a group.
public struct SubscriptionStatus: Sendable, Hashable {
    /// `subscriptionGroupIdentifier`.
    public var groupID: String?
    /// The state; only `subscribed` and `inGracePeriod` give service.
    public var state: SubscriptionState
    /// The product of the period in force, or of the last one.
    public var productID: String?
    /// The line of purchases.
    public var originalTransactionID: String?
    /// The transaction of the period.
    public var transactionID: String?
    /// When service ends by the facts in effect then; without service, when the period ended.
    public var expirationDate: Instant?
    /// Whether it goes on by itself; nil where nothing says so.
    public var willAutoRenew: Bool?
    /// What it renews to.
    public var autoRenewPreference: String?
    /// What it changes to at the renewal, where that is another product.
    public var pendingProductID: String?
    /// When the grace period ends.
    public var gracePeriodExpirationDate: Instant?
    /// Why it ended.
    public var expirationReason: ExpirationReason?
    /// Whether the customer agreed to a higher price.
    public var priceIncreaseStatus: PriceIncreaseStatus?
    /// What the renewal will cost, in thousandths of the currency's unit.
    public var renewalPriceMilliunits: Int64?
    /// When it renews.
    public var renewalDate: Instant?
    /// The kind of offer of the period.
    public var offerType: OfferType?
    /// The offer of the period.
    public var offerID: String?
    /// Whether the newest evidence is older than the end of the period, with auto-renewal on.
    public var isUnconfirmed: Bool
    /// Whether the end is the ledger's own: a grace period announced without a date.
    public var isInferred: Bool
    /// The sequences of the events that make it so.
    public var events: [UInt64]
}

/// What a subscription group is at an instant: the line that speaks for it, and all its lines.
public struct SubscriptionGroupStatus: Sendable, Hashable {
    /// The line that speaks for the group: the highest level of service, then the latest end.
    public var best: SubscriptionStatus
    /// Every line of the group, the best first.
    public var lines: [SubscriptionStatus]

    /// `subscriptionGroupIdentifier`.
    public var groupID: String? { best.groupID }
}

extension SubscriptionStatus {
    init(_ status: LineStatus, _ view: LedgerView) {
        groupID = view.text(status.group)
        state = status.state
        productID = view.text(status.product)
        originalTransactionID = view.text(status.originalTransactionID)
        transactionID = view.text(status.transactionID)
        expirationDate = status.expiresDate
        willAutoRenew = status.willAutoRenew
        autoRenewPreference = view.text(status.autoRenewProduct)
        pendingProductID = view.text(status.pendingProduct)
        gracePeriodExpirationDate = status.gracePeriodExpiresDate
        expirationReason = status.expirationIntent.map { ExpirationReason(rawValue: $0) }
        priceIncreaseStatus = status.priceIncreaseStatus.map { PriceIncreaseStatus(rawValue: $0) }
        renewalPriceMilliunits = status.renewalPrice
        renewalDate = status.renewalDate
        offerType = status.offerType.map { OfferType(rawValue: $0) }
        offerID = view.text(status.offerIdentifier)
        isUnconfirmed = status.unconfirmed
        isInferred = status.inferred
        events = status.events
    }

    func write(to json: inout JSONWriter) {
        json.member("subscriptionGroupIdentifier", groupID)
        json.member("state", state.name)
        json.member("productId", productID)
        json.member("originalTransactionId", originalTransactionID)
        json.member("transactionId", transactionID)
        json.member("expiresDate", expirationDate)
        json.member("willAutoRenew", willAutoRenew)
        json.member("autoRenewProductId", autoRenewPreference)
        json.member("pendingProductId", pendingProductID)
        json.member("gracePeriodExpiresDate", gracePeriodExpirationDate)
        json.member("expirationIntent", expirationReason?.rawValue)
        json.member("priceIncreaseStatus", priceIncreaseStatus?.rawValue)
        json.member("renewalPrice", renewalPriceMilliunits)
        json.member("renewalDate", renewalDate)
        json.member("offerType", offerType?.rawValue)
        json.member("offerIdentifier", offerID)
        json.member("unconfirmed", isUnconfirmed)
        json.member("inferred", isInferred)
        json.events(events)
    }
}

extension SubscriptionGroupStatus {
    init(_ group: GroupStatus, _ view: LedgerView) {
        best = SubscriptionStatus(group.best, view)
        lines = group.lines.map { SubscriptionStatus($0, view) }
    }

    func write(to json: inout JSONWriter) {
        best.write(to: &json)
        json.array("lines") { json in
            for line in lines { json.object { line.write(to: &$0) } }
        }
    }
}

extension Answer<[SubscriptionGroupStatus]> {
    /// The answer as one JSON object in UTF-8, with the App Store Server API's names.
    public var json: [UInt8] {
        json { json in
            json.array("groups") { json in
                for group in value { json.object { group.write(to: &$0) } }
            }
        }
    }
}
