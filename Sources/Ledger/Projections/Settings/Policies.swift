/// The settings in effect at one instant.
///
/// An answer at T uses those of T throughout.
struct Policies: Sendable, Hashable {
    /// What a second account that presents an owned purchase does (P5).
    enum SecondAccount: String, Sendable, Hashable { case keep, transfer }
    /// How two purchases of one non-renewing subscription meet (P8).
    enum NonRenewing: String, Sendable, Hashable { case stack, overlap }
    /// What becomes of units that were refunded after they were spent (P1).
    enum BalanceAfterRefund: String, Sendable, Hashable { case negative, clamp }

    /// The longest grace period the App Store offers, in days.
    static let graceDaysLimit = 28

    var accessInBillingRetry = false
    var balanceAfterRefund = BalanceAfterRefund.negative
    var graceWithoutDateDays: Int64 = 3
    var unconfirmedSlack: CalendarPeriod?
    var secondAccount = SecondAccount.keep
    var nonRenewing = NonRenewing.stack

    /// Sets one policy from the texts of its event.
    mutating func set(_ name: String, to value: String) throws(PolicyError) {
        guard let policy = PolicyName(rawValue: name) else { throw .unknownName(name) }
        guard set(policy, to: value) else { throw .invalidValue(policy, value: value) }
    }

    /// Whether the policy takes the value.
    private mutating func set(_ policy: PolicyName, to value: String) -> Bool {
        switch policy {
        case .accessInBillingRetry:
            guard value == "on" || value == "off" else { return false }
            accessInBillingRetry = value == "on"
        case .balanceAfterRefund:
            guard let choice = BalanceAfterRefund(rawValue: value) else { return false }
            balanceAfterRefund = choice
        case .graceWithoutDateDays:
            guard let days = Int64(value), (0...Int64(Self.graceDaysLimit)).contains(days) else {
                return false
            }
            graceWithoutDateDays = days
        case .unconfirmedSlack:
            let period = CalendarPeriod(iso8601: value)
            guard value == "0" || period != nil else { return false }
            unconfirmedSlack = period
        case .secondAccount:
            guard let choice = SecondAccount(rawValue: value) else { return false }
            secondAccount = choice
        case .nonRenewing:
            guard let choice = NonRenewing(rawValue: value) else { return false }
            nonRenewing = choice
        }
        return true
    }
}

/// Every setting of the ledger with the instant from which it holds.
struct PolicyTimeline: Sendable, Hashable {
    private var changes: [Change] = []

    private struct Change: Hashable {
        let effective: Instant
        let sequence: UInt64
        let name: String
        let value: String
    }

    /// Adds what one `policy` event says.
    ///
    /// Of two settings that take effect at one instant the later in the log holds.
    mutating func insert(
        _ name: String, _ value: String, effective: Instant, sequence: UInt64
    ) throws(PolicyError) {
        var policies = Policies()
        try policies.set(name, to: value)
        var index = changes.endIndex
        while index > 0,
            (effective, sequence) < (changes[index - 1].effective, changes[index - 1].sequence)
        {
            index -= 1
        }
        changes.insert(
            Change(effective: effective, sequence: sequence, name: name, value: value), at: index)
    }

    /// The settings in effect at an instant: the defaults before the first event.
    func at(_ instant: Instant) -> Policies {
        var policies = Policies()
        for change in changes {
            if instant < change.effective { break }
            // `insert` has accepted the same texts, so nothing is left out here.
            try? policies.set(change.name, to: change.value)
        }
        return policies
    }
}
