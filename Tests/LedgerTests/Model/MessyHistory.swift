@testable import Ledger

/// Statements about one line that tell no story: a few periods, renewal infos and labels with any
/// fields at any of a few dates, so that many of them meet at one instant.
struct MessyHistory {
    private var random: SeededGenerator
    private(set) var arrivals: [Arrival] = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        let periods = (0..<number(1, 4)).map { period(UInt64($0) + 1) }
        for period in periods {
            for _ in 0..<number(1, 3) { arrivals.append(.alone(version(of: period))) }
        }
        for _ in 0..<number(0, 5) { arrivals.append(.alone(nil, info())) }
        for index in 0..<number(0, 4) {
            arrivals.append(label(UInt32(index), of: periods[number(0, periods.count - 1)]))
        }
        arrivals.shuffle(using: &random)
    }

    /// The instants of a grid that is finer than that of the dates.
    var instants: [Instant] {
        (-1...26).flatMap { step in
            let day = Self.day(Int64(step) * 5)
            return [day.before, day, day.plus(days: 1)]
        }
    }

    private static func day(_ days: Int64) -> Instant { on("01-01").plus(days: days) }

    private mutating func number(_ low: Int, _ high: Int) -> Int {
        Int.random(in: low...high, using: &random)
    }

    private mutating func chance(_ percent: Int) -> Bool { number(0, 99) < percent }

    /// A date of the grid of five days.
    private mutating func date() -> Instant { Self.day(Int64(number(0, 12)) * 5) }

    private mutating func period(_ id: UInt64) -> EventFields {
        var fields = EventFields(
            kind: .transaction, recordedAt: .distantPast, effectiveAt: .distantPast)
        fields.transactionID = StoreIdentifier(bits: id)
        fields.webOrderLineItemID = StoreIdentifier(bits: 9000 + id)
        fields.product = [Name.proMonthly, Name.proYearly][number(0, 1)]
        fields.subscriptionGroup = Name.group
        fields.productType = BuiltInSymbols.autoRenewable
        fields.ownershipType = BuiltInSymbols.purchased
        let start = date()
        fields.purchaseDate = start
        fields.expiresDate = start.plus(days: Int64(number(1, 6)) * 5)
        return fields
    }

    /// A transaction of the period, as it may have been signed once.
    private mutating func version(of period: EventFields) -> SignedObject {
        var fields = period
        fields.signedDate = date()
        if chance(30) { fields.revocationDate = date() }
        if chance(15) { fields.isUpgraded = true }
        if chance(20) { fields.expiresDate = fields.expiresDate?.plus(days: 5) }
        return SignedObject(fields)
    }

    private mutating func info() -> SignedObject {
        var fields = EventFields(
            kind: .renewalInfo, recordedAt: .distantPast, effectiveAt: .distantPast)
        fields.signedDate = date()
        fields.product = Name.proMonthly
        fields.autoRenewProduct = Name.proMonthly
        fields.autoRenewStatus = chance(60) ? 1 : 0
        if chance(40) { fields.isInBillingRetryPeriod = chance(70) }
        if chance(30) { fields.gracePeriodExpiresDate = date() }
        if chance(30) { fields.expirationIntent = Int32(number(1, 5)) }
        return SignedObject(fields)
    }

    private mutating func label(_ number: UInt32, of period: EventFields) -> Arrival {
        let types = [
            "REFUND", "REVOKE", "DID_RENEW", "DID_FAIL_TO_RENEW", "DID_FAIL_TO_RENEW",
            "GRACE_PERIOD_EXPIRED",
        ]
        let type = types[self.number(0, types.count - 1)]
        let isGrace = type == "DID_FAIL_TO_RENEW" && chance(70)
        var arrival = Arrival.note(
            type, isGrace ? "GRACE_PERIOD" : nil, version(of: period),
            chance(60) ? info() : nil, at: nil)
        arrival.signedDate = date()
        arrival.notificationUUID = number | 0x8000_0000
        return arrival
    }
}
