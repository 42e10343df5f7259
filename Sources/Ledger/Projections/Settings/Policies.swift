/// The settings in effect at one instant: an answer at T uses those of T throughout.
struct Policies: Sendable, Hashable {
    /// What a second account that presents an owned purchase does (P5).
    enum SecondAccount: String, Sendable, Hashable { case keep, transfer }
    /// How two purchases of one non-renewing subscription meet (P8).
    enum NonRenewing: String, Sendable, Hashable { case stack, overlap }

    var accessInBillingRetry = false
    var negativeBalance = OverdraftPolicy.negative
    var graceWithoutDateDays: Int64 = 3
    /// Nil for none.
    var unconfirmedSlack: CalendarPeriod?
    var secondAccount = SecondAccount.keep
    var nonRenewing = NonRenewing.stack

    /// Puts one setting in place of what held before.
    mutating func apply(_ setting: PolicySetting) {
        switch setting {
        case .accessInBillingRetry(let isOn): accessInBillingRetry = isOn
        case .negativeBalance(let choice): negativeBalance = choice
        case .graceWithoutDateDays(let days): graceWithoutDateDays = days
        case .unconfirmedSlack(let period): unconfirmedSlack = period
        case .secondAccount(let choice): secondAccount = choice
        case .nonRenewing(let choice): nonRenewing = choice
        }
    }
}

/// Every setting of the ledger with the instant from which it holds.
struct PolicyTimeline: Sendable, Hashable {
    private var changes: [Change] = []

    private struct Change: Hashable {
        let effective: Instant
        let sequence: UInt64
        let setting: PolicySetting
    }

    /// Adds what one `policy` event says.
    ///
    /// Of two settings that take effect at one instant the later in the log holds.
    mutating func insert(_ setting: PolicySetting, effective: Instant, sequence: UInt64) {
        var index = changes.endIndex
        while index > 0,
            (effective, sequence) < (changes[index - 1].effective, changes[index - 1].sequence)
        {
            index -= 1
        }
        changes.insert(
            Change(effective: effective, sequence: sequence, setting: setting), at: index)
    }

    /// The instants from which on a setting holds.
    var instants: [Instant] { changes.map(\.effective) }

    /// The settings in effect at an instant: the defaults before the first event.
    func at(_ instant: Instant) -> Policies {
        var policies = Policies()
        for change in changes {
            if instant < change.effective { break }
            policies.apply(change.setting)
        }
        return policies
    }
}
