/// One event as its record holds it: numbers only, ready for a fold.
///
/// Texts are symbols, customers are identity numbers; what is not there is nil. `EventFields+Visit`
/// lists the fields once, for the encoder, the decoder, and the JSON and CSV writers.
struct EventFields: Sendable, Hashable {
    var kind: EventKind
    var environment: EnvironmentCode = .none
    /// The line that the event is about; nil for events of no line.
    var line: LineNumber?
    /// When this ledger appended the event.
    var recordedAt: Instant
    /// When the fact took effect in the world.
    var effectiveAt: Instant

    // Identity and evidence
    var bundle: Symbol?
    /// The account that the event names: a signed appAccountToken, a presenter, an assignee, or the
    /// customer of a host action.
    ///
    /// In a notification or restatement: the token of the transaction that it states again.
    var account: IdentityNumber?
    /// The token of the renewal info that a notification or restatement states again.
    var statedRenewalInfoAccount: IdentityNumber?
    var appTransaction: IdentityNumber?
    /// The sequence of the event whose evidence row holds what proves this event.
    var evidenceSequence: UInt64?
    /// Which of the row's signed parts this event was read from.
    var evidencePart: Int32?
    /// Salted digest of that part.
    var evidenceDigest: Digest?
    var signedDate: Instant?
    /// First eight bytes of the digest of what a statement says.
    ///
    /// Over texts and numbers, without signed date, token and appTransactionId: equal content has
    /// equal digests in any ledger.
    var contentDigest: UInt64?

    // Transaction
    var transactionID: StoreIdentifier?
    var originalTransactionID: StoreIdentifier?
    var webOrderLineItemID: StoreIdentifier?
    var product: Symbol?
    var subscriptionGroup: Symbol?
    var purchaseDate: Instant?
    var originalPurchaseDate: Instant?
    var expiresDate: Instant?
    var quantity: Int32?
    var productType: Symbol?
    var ownershipType: Symbol?
    var transactionReason: Symbol?
    var revocationDate: Instant?
    var revocationReason: Int32?
    var revocationType: Symbol?
    var revocationPercentage: Int32?
    var isUpgraded: Bool?
    var offerType: Int32?
    var offerIdentifier: Symbol?
    var offerDiscountType: Symbol?
    var offerPeriod: Symbol?
    var storefront: Symbol?
    var storefrontID: Symbol?
    var price: Int64?
    var currency: Symbol?
    var billingPlanType: Symbol?
    var billingPeriodNumber: Int32?
    var commitmentExpiresDate: Instant?
    var commitmentPrice: Int64?
    var totalBillingPeriods: Int32?
    var previousOriginalTransactionID: StoreIdentifier?

    // Renewal info
    var autoRenewProduct: Symbol?
    var autoRenewStatus: Int32?
    var isInBillingRetryPeriod: Bool?
    var priceIncreaseStatus: Int32?
    var gracePeriodExpiresDate: Instant?
    var expirationIntent: Int32?
    var recentSubscriptionStartDate: Instant?
    var renewalDate: Instant?
    var renewalPrice: Int64?
    var eligibleWinBackOffers: [Symbol]?
    var renewalBillingPlanType: Symbol?
    var commitmentAutoRenewProduct: Symbol?
    var commitmentAutoRenewStatus: Int32?
    var commitmentRenewalBillingPlanType: Symbol?
    var commitmentRenewalDate: Instant?
    var commitmentRenewalPrice: Int64?

    // Notification
    var notificationType: Symbol?
    var subtype: Symbol?
    var notificationUUID: PackedText?
    var status: Int32?
    var appAppleID: Int64?
    var bundleVersion: Symbol?
    var version: Symbol?
    var consumptionRequestReason: Symbol?
    /// The event that holds the content of the transaction that this event states (again).
    var statedTransactionSequence: UInt64?
    /// When that transaction was signed this time.
    var statedTransactionSignedDate: Instant?
    var statedRenewalInfoSequence: UInt64?
    var statedRenewalInfoSignedDate: Instant?
    var requestIdentifier: PackedText?
    var succeededCount: Int64?
    var failedCount: Int64?
    var storefrontCountryCodes: [Symbol]?
    var externalPurchaseID: PackedText?
    var tokenCreationDate: Instant?
    var tokenType: Symbol?
    var tokenExpirationDate: Instant?

    // Host actions, catalog, policy
    var idempotencyKey: [UInt8]?
    var balanceCurrency: Symbol?
    var amount: Int64?
    /// When a credit expires or a grant ends.
    var until: Instant?
    var entitlement: Symbol?
    /// The event that a reversal or an end takes back.
    var reversedSequence: UInt64?
    var outcome: Symbol?
    var catalog: [UInt8]?
    var policyName: Symbol?
    var policyValue: Symbol?

    // App transaction
    var applicationVersion: Symbol?
    var versionExternalIdentifier: Int64?
    var originalApplicationVersion: Symbol?
    var preorderDate: Instant?
    var originalPlatform: Symbol?

    // What this record is the first to name
    var identityDefinitions: [IdentityDefinition]?
    var symbolDefinitions: [SymbolDefinition]?

    init(kind: EventKind, recordedAt: Instant, effectiveAt: Instant) {
        self.kind = kind
        self.recordedAt = recordedAt
        self.effectiveAt = effectiveAt
    }
}

extension EventFields {
    /// Every customer that the event names; one may come twice.
    var identities: [IdentityNumber] {
        [account, statedRenewalInfoAccount, appTransaction].compactMap { $0 }
    }

    /// Whether the event names evidence in any of the fields for it.
    var namesEvidence: Bool {
        evidenceSequence != nil || evidencePart != nil || evidenceDigest != nil
    }
}

/// A SHA-256 digest.
struct Digest: Sendable, Hashable {
    /// Number of bytes of a digest.
    static let byteCount = 32

    var bytes: [UInt8]
}

/// The commitment, in the record that first names an identity, to what the identity stands for.
struct IdentityDefinition: Sendable, Hashable {
    var identity: IdentityNumber
    /// SHA-256 over the identity's salt and its text.
    var saltedDigest: Digest
}

/// The text of a symbol, in the record that first names it.
struct SymbolDefinition: Sendable, Hashable {
    var symbol: Symbol
    var text: String
}
