/// A customer's balance of one currency at an instant.
struct BalanceAnswer: Sendable, Hashable {
    /// What is there, less what is owed.
    ///
    /// Held at the ends of `Int64`.
    var balance: Int64
    /// What can be spent: the balance, never below zero.
    var spendable: Int64 { max(0, balance) }
    /// Units that went missing because the balance stops at zero; 0 where it may be negative.
    var shortfall: Int64
    /// The lots credited so far, in the order in which they are spent.
    var lots: [BalanceLotAnswer]
    /// Everything that moved the balance so far, in order.
    ///
    /// The amounts sum to the balance.
    var movements: [BalanceMovement]
}

/// What became of one lot.
struct BalanceLotAnswer: Sendable, Hashable {
    var lotID: String
    var kind: BalanceLot.Kind
    var granted: Int64
    /// Units that can still be spent.
    var remaining: Int64
    /// Units taken back, those among them that had been spent already.
    var clawedBack: Int64
    /// Units that were left when the lot expired.
    var expired: Int64
    var expiresAt: Instant?
}

/// One change of a balance.
struct BalanceMovement: Sendable, Hashable {
    /// Why the balance changed.
    enum Kind: String, Sendable, Hashable {
        case credit, clawback, reinstatement, spend, reversal, expiry
    }

    var kind: Kind
    /// The lot that the units belong to; `nil` for units of a spend that no lot covers.
    var lotID: String?
    var lotKind: BalanceLot.Kind?
    /// The key of the spend, where the movement is one or takes one back.
    var spendKey: String?
    /// Units; below zero where they leave the balance.
    ///
    /// Never zero.
    var amount: Int64
    var effective: Instant
    /// The event that moved the balance: for an expiry at its instant the one that credited the
    /// lot, for units that come back to an expired lot the one that brought them.
    var sequence: UInt64
}

/// Why a spend is not taken.
enum SpendRefusal: Sendable, Hashable {
    /// The balance would be short of that many units then, or at a later instant known.
    case insufficientBalance(shortfall: Int64)
    /// Its instant has not come.
    case inFuture
    /// Its amount is zero or less.
    case amountNotPositive
}

/// Why the reversal of a spend is not taken.
enum SpendReversalRefusal: Sendable, Hashable {
    /// There is no spend with that key.
    case unknownSpend
    /// The spend was reversed before.
    case alreadyReversed
    /// Its instant lies before the spend's.
    case precedesSpend
    /// Its instant has not come.
    case inFuture
}
