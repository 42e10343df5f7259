/// Something the host does by itself: it is not signed, and it keeps its place in the log.
enum HostAction: Sendable, Hashable {
    /// What was bought under this transaction id has been delivered.
    case finish(transactionID: String)
    /// Takes units from a customer's balance.
    case spend(CustomerSelector, currency: String, amount: Int64, key: IdempotencyKey)
    /// Takes a spend back; the key is the spend's.
    case reverseSpend(key: IdempotencyKey)
    /// Adds units to a customer's balance.
    case credit(
        CustomerSelector, currency: String, amount: Int64, expires: Instant?,
        key: IdempotencyKey)
    /// Takes a credit back; the key is the credit's.
    case reverseCredit(key: IdempotencyKey)
    /// Gives a customer access.
    case grant(CustomerSelector, entitlement: String, until: Instant?, key: IdempotencyKey)
    /// Ends a grant; the key is the grant's.
    case endGrant(key: IdempotencyKey)
    /// Says which customer a line belongs to.
    case assign(originalTransactionID: String, account: AccountToken)
    /// The app reported a purchase that is pending or was cancelled.
    case attempt(
        CustomerSelector, productID: String, outcome: AttemptOutcome, key: IdempotencyKey)
}

/// How a purchase ended that came to no transaction.
public enum AttemptOutcome: String, Sendable, Hashable, CaseIterable {
    /// It waits for somebody's approval (Ask to Buy).
    case pending
    /// The customer cancelled it.
    case cancelled
}

/// The key that makes a host action happen at most once.
///
/// Keys are unique in one environment over all kinds of actions, and never expire.
public struct IdempotencyKey: Sendable, Hashable {
    /// The longest key, in bytes of UTF-8.
    public static let byteCountMax = 255

    /// The key's text.
    public let text: String

    /// Makes a key.
    ///
    /// - Parameter text: 1 to `byteCountMax` bytes of UTF-8.
    /// - Throws: `LedgerError.Code.invalidArgument` when the text is empty or longer.
    public init(_ text: String) throws {
        guard (1...Self.byteCountMax).contains(text.utf8.count) else {
            throw LedgerError(
                .invalidArgument,
                "an idempotency key has 1 to \(Self.byteCountMax) bytes of UTF-8")
        }
        self.text = text
    }
}
