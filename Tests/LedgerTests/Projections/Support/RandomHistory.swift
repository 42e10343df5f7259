@testable import Ledger

/// Makes up the life of one subscription line as the App Store would tell it.
struct RandomHistory {
    private var random: SeededGenerator
    private(set) var arrivals: [Arrival] = []
    private var now: Instant
    private var next: UInt64 = 1
    private var product = Name.proMonthly
    private var token: IdentityNumber? = Name.alice
    private var isFamily = false
    private var last: SignedObject?

    init(seed: UInt64, steps: Int = 12) {
        random = SeededGenerator(seed: seed)
        now = on("01-10")
        isFamily = chance(15)
        if chance(20) { token = nil }
        subscribe("INITIAL_BUY")
        for _ in 0..<steps { step() }
    }

    /// The instants at which an answer can change, and those just before.
    var instants: [Instant] {
        var instants: Set<Instant> = [on("2025-12-31"), on("2030-01-01")]
        for arrival in arrivals {
            for fields in [arrival.transaction?.fields, arrival.renewalInfo?.fields] {
                guard let fields else { continue }
                let dates = [
                    fields.purchaseDate, fields.expiresDate, fields.signedDate,
                    fields.revocationDate, fields.gracePeriodExpiresDate,
                    fields.expiresDate?.plus(days: 60), fields.expiresDate?.plus(days: 16),
                ]
                for case .some(let date) in dates { instants.formUnion([date.before, date]) }
            }
        }
        return instants.sorted()
    }

    private mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    private mutating func step() {
        switch Int.random(in: 0..<14, using: &random) {
        case 0, 1, 2, 3, 4: renew()
        case 5: refund()
        case 6: reverse()
        case 7: changePlan()
        case 8: failToRenew(withGrace: true)
        case 9: failToRenew(withGrace: false)
        case 10: switchRenewal()
        case 11: lapse()
        case 12: signAgain()
        default: extend()
        }
    }

    private mutating func period(from start: Instant, days: Int64 = 30) -> SignedObject {
        var fields = EventFields(
            kind: .transaction, recordedAt: .distantPast, effectiveAt: .distantPast)
        fields.transactionID = StoreIdentifier(bits: next)
        fields.webOrderLineItemID = StoreIdentifier(bits: chance(5) ? 0 : 9000 + next)
        fields.product = product
        fields.subscriptionGroup = Name.group
        fields.productType = BuiltInSymbols.autoRenewable
        fields.ownershipType = isFamily ? BuiltInSymbols.familyShared : BuiltInSymbols.purchased
        fields.purchaseDate = start
        fields.expiresDate = start.plus(days: days)
        fields.signedDate = now
        fields.account = token
        next += 1
        return SignedObject(fields)
    }

    private mutating func info(
        renews: Bool = true, change: (inout EventFields) -> Void = { _ in }
    ) -> SignedObject? {
        if chance(10) { return nil }
        var fields = EventFields(
            kind: .renewalInfo, recordedAt: .distantPast, effectiveAt: .distantPast)
        fields.signedDate = now
        fields.product = product
        fields.autoRenewProduct = product
        fields.autoRenewStatus = renews ? 1 : 0
        fields.renewalDate = last?.fields.expiresDate
        fields.account = token
        change(&fields)
        return SignedObject(fields)
    }

    private mutating func send(
        _ type: String, _ subtype: String? = nil, _ object: SignedObject?, _ info: SignedObject?
    ) {
        if let object { last = object }
        let arrival =
            chance(15)
            ? Arrival.alone(object, info) : Arrival.note(type, subtype, object, info, at: nil)
        var dated = arrival
        if arrival.type != nil { dated.signedDate = now }
        arrivals.append(dated)
    }

    private mutating func subscribe(_ subtype: String) {
        let object = period(from: now)
        send("SUBSCRIBED", subtype, object, info())
    }

    private mutating func renew() {
        guard let end = last?.fields.expiresDate else { return }
        let start = max(end, now)
        now = start.advanced(byMilliseconds: chance(30) ? -3_600_000 : 60_000)
        let object = period(from: start)
        send("DID_RENEW", nil, object, info())
    }

    /// The last period again, signed now, with a change.
    private func lastPeriod(_ change: (inout EventFields) -> Void) -> SignedObject? {
        guard var fields = last?.fields else { return nil }
        fields.signedDate = now
        change(&fields)
        return SignedObject(fields)
    }

    private mutating func refund() {
        now = now.plus(days: 2)
        let isSilent = chance(25)
        let share: Int32? = chance(50) ? 33_333 : nil
        let date = now
        let object = lastPeriod {
            if !isSilent { $0.revocationDate = date }
            $0.revocationPercentage = isSilent ? nil : share
        }
        send(isFamily ? "REVOKE" : "REFUND", nil, object, info(renews: false))
    }

    private mutating func reverse() {
        now = now.plus(days: 1)
        let object = lastPeriod {
            $0.revocationDate = nil
            $0.revocationPercentage = nil
        }
        send("REFUND_REVERSED", nil, object, info())
    }

    private mutating func changePlan() {
        now = now.plus(days: 5)
        let old = lastPeriod { $0.isUpgraded = true }
        product =
            [Name.proMonthly, Name.proYearly, Name.basicMonthly].randomElement(using: &random)
            ?? product
        if chance(20) { token = token == Name.alice ? Name.bob : Name.alice }
        let object = period(from: now, days: product == Name.proYearly ? 365 : 30)
        send("DID_CHANGE_RENEWAL_PREF", "UPGRADE", object, info())
        if chance(50), let old { arrivals.append(.alone(old)) }
    }

    private mutating func failToRenew(withGrace: Bool) {
        guard let end = last?.fields.expiresDate else { return }
        now = max(now, end)
        let hasDate = chance(60)
        let object = lastPeriod { _ in }
        let renewalInfo = info {
            $0.isInBillingRetryPeriod = !withGrace || hasDate
            if withGrace, hasDate { $0.gracePeriodExpiresDate = end.plus(days: 16) }
            if !withGrace { $0.expirationIntent = 2 }
        }
        send("DID_FAIL_TO_RENEW", withGrace ? "GRACE_PERIOD" : nil, object, renewalInfo)
        if withGrace, chance(40) {
            now = end.plus(days: chance(50) ? 16 : 7)
            let again = lastPeriod { _ in }
            send("GRACE_PERIOD_EXPIRED", nil, again, info { $0.isInBillingRetryPeriod = true })
        }
        now = now.plus(days: 3)
    }

    private mutating func switchRenewal() {
        now = now.plus(days: 1)
        let object = lastPeriod { _ in }
        let renews = chance(50)
        send("DID_CHANGE_RENEWAL_STATUS", nil, object, info(renews: renews))
    }

    private mutating func lapse() {
        guard let end = last?.fields.expiresDate else { return }
        now = max(now, end)
        let object = lastPeriod { _ in }
        let renewalInfo = info(renews: false) { $0.expirationIntent = 1 }
        send("EXPIRED", "VOLUNTARY", object, renewalInfo)
        now = now.plus(days: 20)
        if chance(60) { subscribe("RESUBSCRIBE") }
    }

    /// Something that was held comes again, signed at another date.
    private mutating func signAgain() {
        guard let old = arrivals.randomElement(using: &random) else { return }
        now = now.plus(days: 1)
        arrivals.append(
            .alone(old.transaction?.signedAgain(now), old.renewalInfo?.signedAgain(now)))
    }

    private mutating func extend() {
        now = now.plus(days: 1)
        let object = lastPeriod { $0.expiresDate = $0.expiresDate?.plus(days: 10) }
        send("RENEWAL_EXTENDED", nil, object, info())
    }
}
