/// A signed appAccountToken: whom a statement says that its line belongs to.
struct TokenClaim: Sendable, Hashable, Comparable {
    var signedDate: Instant
    var isRenewalInfo: Bool
    /// Digest of the statement's content.
    var digest: UInt64
    var account: IdentityNumber
    var sequence: UInt64

    /// By what was signed alone, so that arrival order does not matter: the date, a transaction
    /// before a renewal info, the content.
    static func < (left: TokenClaim, right: TokenClaim) -> Bool {
        if left.signedDate != right.signedDate { return left.signedDate < right.signedDate }
        if left.isRenewalInfo != right.isRenewalInfo { return right.isRenewalInfo }
        if left.digest != right.digest { return left.digest < right.digest }
        return left.sequence < right.sequence
    }
}

/// One account, from one instant on: a presentation, an assignment or an erasure.
struct AccountEvent: Sendable, Hashable, Comparable {
    var at: Instant
    var sequence: UInt64
    /// Nil where an assignment gives the line to nobody.
    var account: IdentityNumber?

    static func < (left: AccountEvent, right: AccountEvent) -> Bool {
        (left.at, left.sequence) < (right.at, right.sequence)
    }
}

/// Who says that a line belongs to whom, apart from the tokens in the statements that are held.
struct OwnerFacts: Sendable, Hashable {
    /// Claims of statements that a head has dropped.
    var retainedClaims: [TokenClaim] = []
    /// By recorded instant.
    var presentations: [AccountEvent] = []
    /// By effective instant.
    var assignments: [AccountEvent] = []
    var erasures: [AccountEvent] = []
    /// The Apple Accounts that the line's events name, in ascending order; nearly always one.
    var appTransactions: [IdentityNumber] = []

    /// Adds the Apple Account that an event names.
    mutating func insert(appTransaction identity: IdentityNumber) {
        guard !appTransactions.contains(identity) else { return }
        appTransactions.append(identity)
        appTransactions.sort()
    }

    /// Adds one event where its instant belongs.
    static func insert(_ event: AccountEvent, into events: inout [AccountEvent]) {
        let index = events.lastIndex { $0 < event }.map { $0 + 1 } ?? 0
        events.insert(event, at: index)
    }
}
