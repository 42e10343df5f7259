/// How a purchase ended that came to no transaction.
public enum AttemptOutcome: String, Sendable, Hashable, CaseIterable {
    /// It waits for somebody's approval (Ask to Buy).
    case pending
    /// The customer cancelled it.
    case cancelled
}
