/// Why something that the host asked for was not done; nothing was changed.
public enum HostActionError: Error, Sendable, Hashable {
    /// The key was used before, for something else.
    case keyConflict(sequence: UInt64)
    /// No action has this key.
    case unknownKey
    /// No signed transaction with this id is in the ledger.
    case unknownTransaction
    /// Two apps have a transaction with this id.
    case ambiguousTransaction
    /// Nobody, or more than one account, owns what was named.
    case noSingleOwner
    /// The account is all zeros, which stands for none.
    case invalidAccount
    /// Amounts are one or more.
    case amountNotPositive
    /// Amounts are at most `TransactionLedger.amountMax`.
    case amountTooLarge
    /// The balance would be short of that many units, then or at a later instant that is known.
    case insufficientBalance(shortfall: Int64)
    /// The instant has not come yet.
    case effectiveInFuture
    /// What is taken back begins later.
    case effectiveBeforeOriginal
    /// The end is not after the beginning.
    case endsBeforeItBegins
    /// A person has more evidence, or more lines, than `TransactionLedger.erasureRowsMax`.
    case erasureTooLarge
}

extension HostActionError {
    /// The case's name without what it carries.
    package var name: String {
        switch self {
        case .keyConflict: "keyConflict"
        case .unknownKey: "unknownKey"
        case .unknownTransaction: "unknownTransaction"
        case .ambiguousTransaction: "ambiguousTransaction"
        case .noSingleOwner: "noSingleOwner"
        case .invalidAccount: "invalidAccount"
        case .amountNotPositive: "amountNotPositive"
        case .amountTooLarge: "amountTooLarge"
        case .insufficientBalance: "insufficientBalance"
        case .effectiveInFuture: "effectiveInFuture"
        case .effectiveBeforeOriginal: "effectiveBeforeOriginal"
        case .endsBeforeItBegins: "endsBeforeItBegins"
        case .erasureTooLarge: "erasureTooLarge"
        }
    }
}

extension HostActionError: CustomStringConvertible {
    /// What is wrong and what to do.
    public var description: String {
        switch self {
        case .keyConflict(let sequence):
            "the key was used for something else by event \(sequence): use a key of its own for "
                + "each action"
        case .unknownKey: "no action has this key: give the key of the action to take back"
        case .unknownTransaction:
            "no transaction with this id is in the ledger: take in its signed data first"
        case .ambiguousTransaction:
            "two apps of this ledger have a transaction with this id: record them in ledgers of "
                + "their own"
        case .noSingleOwner:
            "what was named has no single owner: name the account, or assign the line first"
        case .invalidAccount: "the all-zero account stands for none: name a real one"
        case .amountNotPositive: "an amount is one or more"
        case .amountTooLarge: "an amount is at most \(TransactionLedger.amountMax)"
        case .insufficientBalance(let shortfall):
            "the balance is too low by \(shortfall): spend less, or credit more first; if it should "
                + "be there, check customer, currency and environment"
        case .effectiveInFuture:
            "the instant has not come yet: leave it out, or name an earlier one"
        case .effectiveBeforeOriginal:
            "the instant is before that of what is taken back: name a later one"
        case .endsBeforeItBegins: "the end is not after the beginning: name a later end"
        case .erasureTooLarge:
            "there is more to erase than one transaction may hold, \(TransactionLedger.erasureRowsMax) "
                + "rows of evidence or lines: assign some lines to accounts of their own, and erase those first"
        }
    }
}
