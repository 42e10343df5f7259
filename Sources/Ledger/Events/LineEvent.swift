/// One event as far as the fold of a line can depend on it: plain numbers, so that a walk over the
/// log makes one for each record without allocating.
///
/// What `EventFields` holds beyond it (texts, lists, evidence, what only exports print) is skipped.
struct LineEvent: Sendable, Hashable {
    var kind: EventKind
    var environment: EnvironmentCode
    /// The line that the event is about; nil for events of no line.
    var line: LineNumber?
    var recordedAt: Instant
    var effectiveAt: Instant

    // Identity and evidence
    var bundle: Symbol?
    var account: IdentityNumber?
    var statedRenewalInfoAccount: IdentityNumber?
    var appTransaction: IdentityNumber?
    var evidenceSequence: UInt64?
    var signedDate: Instant?
    var contentDigest: UInt64?

    // Transaction
    var transactionID: StoreIdentifier?
    var originalTransactionID: StoreIdentifier?
    var webOrderLineItemID: StoreIdentifier?
    var product: Symbol?
    var subscriptionGroup: Symbol?
    var purchaseDate: Instant?
    var expiresDate: Instant?
    var quantity: Int32?
    var productType: Symbol?
    var ownershipType: Symbol?
    var revocationDate: Instant?
    var revocationType: Symbol?
    var revocationPercentage: Int32?
    var isUpgraded: Bool?
    var offerType: Int32?
    var offerIdentifier: Symbol?
    var billingPlanType: Symbol?
    /// Whether a field of a 12-month commitment is there (F26).
    var hasCommitmentFields = false

    // Renewal info
    var autoRenewProduct: Symbol?
    var autoRenewStatus: Int32?
    var isInBillingRetryPeriod: Bool?
    var priceIncreaseStatus: Int32?
    var gracePeriodExpiresDate: Instant?
    var expirationIntent: Int32?
    var renewalDate: Instant?
    var renewalPrice: Int64?
    var commitmentAutoRenewProduct: Symbol?
    var commitmentAutoRenewStatus: Int32?

    // Notification
    var notificationType: Symbol?
    var subtype: Symbol?
    var status: Int32?
    var statedTransactionSequence: UInt64?
    var statedTransactionSignedDate: Instant?
    var statedRenewalInfoSequence: UInt64?
    var statedRenewalInfoSignedDate: Instant?

    /// An event of which nothing but the record's head is known yet.
    init(_ head: RecordHead) {
        kind = head.kind
        environment = head.environment
        line = head.line
        recordedAt = head.recordedAt
        effectiveAt = head.effectiveAt
    }
}

extension LineEvent {
    /// What the fold of a line needs of an event whose every field is there.
    init(_ event: borrowing EventFields) {
        self.init(
            RecordHead(
                kind: event.kind, environment: event.environment, line: event.line,
                recordedAt: event.recordedAt, effectiveAt: event.effectiveAt))
        takeIdentity(of: event)
        takePurchase(of: event)
        takeRenewalInfo(of: event)
        takeNotification(of: event)
    }

    private mutating func takeIdentity(of event: EventFields) {
        bundle = event.bundle
        account = event.account
        statedRenewalInfoAccount = event.statedRenewalInfoAccount
        appTransaction = event.appTransaction
        evidenceSequence = event.evidenceSequence
        signedDate = event.signedDate
        contentDigest = event.contentDigest
    }

    private mutating func takePurchase(of event: EventFields) {
        transactionID = event.transactionID
        originalTransactionID = event.originalTransactionID
        webOrderLineItemID = event.webOrderLineItemID
        product = event.product
        subscriptionGroup = event.subscriptionGroup
        purchaseDate = event.purchaseDate
        expiresDate = event.expiresDate
        quantity = event.quantity
        productType = event.productType
        ownershipType = event.ownershipType
        revocationDate = event.revocationDate
        revocationType = event.revocationType
        revocationPercentage = event.revocationPercentage
        isUpgraded = event.isUpgraded
        offerType = event.offerType
        offerIdentifier = event.offerIdentifier
        billingPlanType = event.billingPlanType
        hasCommitmentFields =
            event.commitmentExpiresDate != nil || event.totalBillingPeriods != nil
    }

    private mutating func takeRenewalInfo(of event: EventFields) {
        autoRenewProduct = event.autoRenewProduct
        autoRenewStatus = event.autoRenewStatus
        isInBillingRetryPeriod = event.isInBillingRetryPeriod
        priceIncreaseStatus = event.priceIncreaseStatus
        gracePeriodExpiresDate = event.gracePeriodExpiresDate
        expirationIntent = event.expirationIntent
        renewalDate = event.renewalDate
        renewalPrice = event.renewalPrice
        commitmentAutoRenewProduct = event.commitmentAutoRenewProduct
        commitmentAutoRenewStatus = event.commitmentAutoRenewStatus
    }

    private mutating func takeNotification(of event: EventFields) {
        notificationType = event.notificationType
        subtype = event.subtype
        status = event.status
        statedTransactionSequence = event.statedTransactionSequence
        statedTransactionSignedDate = event.statedTransactionSignedDate
        statedRenewalInfoSequence = event.statedRenewalInfoSequence
        statedRenewalInfoSignedDate = event.statedRenewalInfoSignedDate
    }

    /// Whether the event states again what an earlier one holds; what it names else follows it.
    func restates(before sequence: UInt64) -> Bool {
        (statedTransactionSequence.map { $0 < sequence } ?? false)
            || (statedRenewalInfoSequence.map { $0 < sequence } ?? false)
    }

    /// Whether the event is the first of what came at once: a notification's own event comes before
    /// those of what it carries.
    func beginsInput(at sequence: UInt64) -> Bool {
        evidenceSequence.map { $0 == sequence } ?? true
    }
}
