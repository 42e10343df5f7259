/// What one signed transaction says, as far as an answer can depend on it.
struct PurchaseFacts: StatementContent {
    var sequence: UInt64
    var digest: UInt64
    var transactionID: StoreIdentifier?
    var product: Symbol?
    var group: Symbol?
    var type: Symbol?
    var ownership: Symbol?
    var purchaseDate: Instant?
    var expiresDate: Instant?
    var quantity: Int32?
    var revocationDate: Instant?
    var revocationType: Symbol?
    var revocationPercentage: Int32?
    var isUpgraded: Bool
    /// Whether it is one month of a 12-month commitment (F26).
    var isCommitment: Bool
    var offerType: Int32?
    var offerIdentifier: Symbol?

    /// R6: at one signed date the revoked content wins.
    var winsTies: Bool { revocationDate != nil }
    /// F4: a family member's copy.
    var isFamilyShared: Bool { ownership == BuiltInSymbols.familyShared }
    /// A sale is a purchase that was PURCHASED; absent counts as that, a value not known yet does
    /// not.
    var isPurchased: Bool { ownership == nil || ownership == BuiltInSymbols.purchased }

    init(_ event: EventFields, sequence: UInt64) {
        self.init(LineEvent(event), sequence: sequence)
    }

    init(_ event: LineEvent, sequence: UInt64) {
        self.sequence = sequence
        digest = event.contentDigest ?? 0
        transactionID = event.transactionID
        product = event.product
        group = event.subscriptionGroup
        type = event.productType
        ownership = event.ownershipType
        purchaseDate = event.purchaseDate
        expiresDate = event.expiresDate
        quantity = event.quantity
        revocationDate = event.revocationDate
        revocationType = event.revocationType
        revocationPercentage = event.revocationPercentage
        isUpgraded = event.isUpgraded ?? false
        isCommitment =
            event.hasCommitmentFields || event.billingPlanType == BuiltInSymbols.monthly
        offerType = event.offerType
        offerIdentifier = event.offerIdentifier
    }
}

/// One purchase with every version of it.
struct Purchase: Sendable, Hashable {
    var key: PurchaseKey
    var versions = StatementList<PurchaseFacts>()
}
