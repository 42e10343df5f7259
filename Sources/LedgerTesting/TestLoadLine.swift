/// One line of the load: a subscription through the years, or one one-time purchase.
struct TestLoadLine: Sendable {
    /// What the next step is.
    private enum Step {
        case buy, present, cancel, expire, renew, fail, recover, giveUp, refund, upgrade, end
    }

    static let millisecondsPerHour: Int64 = 3_600_000
    static let millisecondsPerDay: Int64 = 24 * millisecondsPerHour
    /// How long the shop's grace period lasts.
    static let graceDays: Int64 = 16
    /// Apple stops trying after this.
    static let retryDays: Int64 = 60

    /// When the next step is; it is what is signed then.
    private(set) var date: Int64
    private var step = Step.buy
    private var random: TestRandom
    private let customer: Int
    private var product: Int
    private var originalID: Int64 = 0
    private var transactionID: Int64 = 0
    private var originalStart: Int64 = 0
    private var streakStart: Int64 = 0
    private var start: Int64 = 0
    private var end: Int64 = 0
    private var isRenewal = false
    private var willRenew = true
    private var graceEnd: Int64 = 0
    private var expirationIntent: Int64 = 0
    private var revocationDate: Int64 = 0

    /// Nothing follows any more.
    var hasEnded: Bool { step == .end }

    init(seed: UInt64, date: Int64, customerCount: Int) {
        random = TestRandom(seed: seed)
        self.date = date
        // Seven in ten lines are subscriptions; a monthly one is the rule.
        switch random.next() % 100 {
        case 0..<10: product = 0
        case 10..<55: product = 1
        case 55..<70: product = 2
        case 70..<82: product = 4
        case 82..<90: product = 5
        default: product = 6
        }
        let share = random.fraction()
        // Some customers buy coins again and again: a customer's share falls with the root of the
        // rank.
        let skewed = TestLoadProduct.all[product].kind == .consumable ? share * share : share
        customer = min(customerCount - 1, Int(skewed * Double(customerCount)))
    }

    /// Does the next step, and plans the one after it.
    mutating func advance(nextTransactionID: inout Int64, number: UInt64) -> TestLoadInput {
        let now = date
        switch step {
        case .buy: return buy(now, &nextTransactionID, number)
        case .present:
            (step, date) = (.renew, end)
            return TestLoadInput(
                signedDate: now, facts: [fact(.transaction, now)], number: number)
        case .cancel:
            willRenew = false
            (step, date) = (.expire, end)
            return notification(
                "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", now, number)
        case .expire:
            step = .end
            expirationIntent = 1
            return notification("EXPIRED", "VOLUNTARY", now, number)
        case .renew:
            begin(from: end, signed: now, &nextTransactionID, isRenewal: true)
            return notification("DID_RENEW", nil, now, number)
        case .fail: return fail(now, number)
        case .recover:
            begin(
                from: graceEnd > now ? end : now, signed: now, &nextTransactionID, isRenewal: true)
            return notification("DID_RENEW", "BILLING_RECOVERY", now, number)
        case .giveUp:
            (step, willRenew, graceEnd) = (.end, false, 0)
            return notification("EXPIRED", "BILLING_RETRY", now, number)
        case .refund, .end:
            (step, willRenew, revocationDate) = (.end, false, now)
            return notification("REFUND", nil, now, number)
        case .upgrade:
            product = TestLoadProduct.upgradeIndex
            begin(from: now, signed: now, &nextTransactionID, isRenewal: false)
            return notification("DID_CHANGE_RENEWAL_PREF", "UPGRADE", now, number)
        }
    }

    private mutating func buy(
        _ now: Int64, _ nextTransactionID: inout Int64, _ number: UInt64
    ) -> TestLoadInput {
        originalID = nextTransactionID
        (originalStart, streakStart) = (now, now)
        begin(from: now, signed: now, &nextTransactionID, isRenewal: false)
        if end != 0 { return notification("SUBSCRIBED", "INITIAL_BUY", now, number) }
        step = .end
        if random.chance(perMille: 20) {
            (step, date) = (.refund, now + 5 * Self.millisecondsPerDay)
        }
        return notification("ONE_TIME_CHARGE", nil, now, number)
    }

    private mutating func fail(_ now: Int64, _ number: UInt64) -> TestLoadInput {
        expirationIntent = 2
        let hasGrace = random.chance(perMille: 500)
        graceEnd = hasGrace ? end + Self.graceDays * Self.millisecondsPerDay : 0
        if random.chance(perMille: 650) {
            (step, date) = (.recover, now + 3 * Self.millisecondsPerDay)
        } else {
            (step, date) = (.giveUp, now + Self.retryDays * Self.millisecondsPerDay)
        }
        return notification("DID_FAIL_TO_RENEW", hasGrace ? "GRACE_PERIOD" : nil, now, number)
    }

    /// Begins a period, and decides what becomes of it.
    private mutating func begin(
        from start: Int64, signed now: Int64, _ nextTransactionID: inout Int64, isRenewal: Bool
    ) {
        transactionID = nextTransactionID
        nextTransactionID += 1
        let days = TestLoadProduct.all[product].periodDays
        self.start = start
        end = days == 0 ? 0 : start + days * Self.millisecondsPerDay
        self.isRenewal = isRenewal
        (willRenew, graceEnd, expirationIntent) = (true, 0, 0)
        if days == 0 { return }
        // Of a thousand periods; of a year more are given up than of a week.
        let churn: UInt64 = days > 100 ? 300 : days > 10 ? 60 : 40
        let half = max(now, start) + (end - max(now, start)) / 2
        switch random.next() % 1_000 {
        case 0..<churn: (step, date) = (.cancel, half)
        case churn..<churn + 40: (step, date) = (.fail, end)
        case churn + 40..<churn + 48:
            (step, date) = (.refund, max(now, start) + 2 * Self.millisecondsPerDay)
        case churn + 48..<churn + 63 where product != TestLoadProduct.upgradeIndex:
            (step, date) = (.upgrade, half)
        case churn + 63..<churn + 263:
            (step, date) = (.present, max(now, start) + Self.millisecondsPerHour)
        default: (step, date) = (.renew, end)
        }
    }

    private func notification(
        _ type: String, _ subtype: String?, _ now: Int64, _ number: UInt64
    ) -> TestLoadInput {
        var facts = [fact(.notification, now), fact(.transaction, now)]
        if end != 0 { facts.append(fact(.renewalInfo, now)) }
        return TestLoadInput(
            notificationType: type, subtype: subtype, signedDate: now, facts: facts, number: number)
    }

    private func fact(_ kind: TestLoadFact.Kind, _ now: Int64) -> TestLoadFact {
        var fact = TestLoadFact(
            kind: kind, transactionID: transactionID, originalTransactionID: originalID,
            customer: customer, product: product, purchaseDate: start, expiresDate: end,
            signedDate: now, startDate: kind == .renewalInfo ? streakStart : originalStart)
        switch kind {
        case .notification: break
        case .transaction:
            fact.revocationDate = revocationDate
            fact.isRenewal = isRenewal
        case .renewalInfo:
            fact.gracePeriodExpiresDate = graceEnd
            fact.willRenew = willRenew
            fact.expirationIntent = expirationIntent
        }
        return fact
    }
}
