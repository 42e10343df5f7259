/// What the facts of one balance say, before they are folded: units credited at once.
struct BalanceLot: Sendable, Hashable {
    /// Where the units came from.
    enum Kind: Sendable, Hashable {
        /// A purchase, or a paid period of a subscription.
        case purchase
        /// A credit of the host.
        case hostCredit
    }

    /// The purchase key as text, or the idempotency key of the host's credit.
    var lotID: String
    var kind: Kind
    /// Units credited; one below zero counts as none.
    var amountGranted: Int64
    /// The purchaseDate, or the credit's effective instant.
    var creditedAt: Instant
    /// The first instant at which what is left is gone; `nil` for never.
    var expiresAt: Instant?
    /// The event that credits the lot.
    ///
    /// It orders nothing unless all else is equal.
    var sequence: UInt64
    /// The purchase's refunds and reversals in effective order.
    var revocations: [RevocationChange] = []
}

/// From an instant on, how much of a purchase is refunded.
struct RevocationChange: Sendable, Hashable {
    /// All of it, in thousandths of a per cent.
    static let wholePercentageMillipercent: Int32 = 100_000

    var at: Instant
    /// A target, not a step: 0 after a reversal, 100000 for all.
    ///
    /// Held to that range.
    var percentageMillipercent: Int32
    var sequence: UInt64
}

/// Units that the host took.
struct BalanceSpend: Sendable, Hashable {
    /// The idempotency key.
    var key: String
    var amount: Int64
    var at: Instant
    var sequence: UInt64
}

/// The host gives the units of a spend back.
struct SpendReversal: Sendable, Hashable {
    /// The key of the spend.
    var spendKey: String
    var at: Instant
    var sequence: UInt64
}

/// The host takes a credit of its own back, whole.
///
/// It acts as a refund of everything does.
struct CreditReversal: Sendable, Hashable {
    /// The key of the credit.
    var creditKey: String
    var at: Instant
    var sequence: UInt64
}

/// What becomes of units that are owed but that no lot covers.
enum OverdraftPolicy: Sendable, Hashable {
    /// The balance falls below zero, and the next lot pays.
    case negative
    /// The balance stops at zero; what is missing is recorded and owed by nobody.
    case clamp
}
