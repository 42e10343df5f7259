import Testing

@testable import Ledger

@Suite("Scenarios from the field, as events of one line")
struct LineScenarioTests {
    /// Every permutation of the arrivals gives the same folded answers.
    private func everyOrder(_ arrivals: [Arrival], check: (LineState) -> Void) {
        var orders: [[Arrival]] = [[]]
        for arrival in arrivals {
            orders = orders.flatMap { order in
                (0...order.count).map { index in
                    var longer = order
                    longer.insert(arrival, at: index)
                    return longer
                }
            }
        }
        for order in orders {
            check(TestLog(order).folded())
            check(TestLog(order + order).folded())
        }
    }

    @Test("S1: a retry of an old notification does not revive a refunded period")
    func s1() {
        let clean = tx(2, w: 2, "04-01", "05-01")
        let arrivals: [Arrival] = [
            .note(
                "SUBSCRIBED", "INITIAL_BUY", tx(1, w: 1, "03-01", "04-01"), ri("03-01"), status: 1),
            .note(
                "REFUND", tx(2, w: 2, "04-01", "05-01", revoked: "04-05"),
                ri("04-05", renews: false), status: 5),
            .note("DID_RENEW", clean, ri("04-01"), status: 1),
        ]
        everyOrder(arrivals) { line in
            #expect(line.state("04-08") == .revoked)
            #expect(entitlements([line], "04-08").isEmpty)
            #expect(entitlements([line], "04-03").map(\.entitlement) == [Name.pro])
            #expect(line.status("04-03")?.transactionID == StoreIdentifier(bits: 2))
            #expect(line.status("04-03")?.expiresDate == on("05-01"))
            #expect(line.purchaseRows().map(\.revocationDate) == [nil, on("04-05")])
            #expect(line.refundRows().map(\.reversed) == [false])
            #expect(!anomalyKinds(line).contains("statusDisagrees"))
        }
        let before = TestLog(Array(arrivals.prefix(1))).folded()
        #expect(before.state("04-03") == .expired)
        #expect(before.status("04-03")?.unconfirmed == true)
        #expect(entitlements([before], "04-03").isEmpty)
    }

    @Test("S2: an upgrade ends the old plan, whether or not isUpgraded is delivered")
    func s2() {
        let monthly = tx(2, w: 2, "2025-09-30T13:32:00Z", "2025-10-30T13:32:00Z")
        let arrivals: [Arrival] = [
            .note(
                "SUBSCRIBED", "INITIAL_BUY",
                tx(
                    1, w: 1, "2025-09-30T13:00:00Z", "2026-09-30T13:00:00Z", product: Name.proYearly
                ),
                ri("2025-09-30T13:00:00Z", product: Name.proYearly), status: 1),
            .note(
                "DID_CHANGE_RENEWAL_PREF", "UPGRADE", monthly, ri("2025-09-30T13:32:00Z"), status: 1
            ),
            .note(
                "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED",
                monthly.signedAgain(on("2025-10-10")), ri("2025-10-10", renews: false), status: 1),
            .alone(
                tx(
                    1, w: 1, "2025-09-30T13:00:00Z", "2026-09-30T13:00:00Z", signed: "2025-11-20",
                    product: Name.proYearly, upgraded: true)),
        ]
        func check(_ line: LineState) {
            let status = line.status("2025-10-15")
            #expect(status?.state == .subscribed)
            #expect(status?.product == Name.proMonthly)
            #expect(status?.transactionID == StoreIdentifier(bits: 2))
            #expect(status?.willAutoRenew == false)
            #expect(status?.expiresDate == on("2025-10-30T13:32:00Z"))
            #expect(line.state("2025-11-15") == .expired)
            #expect(line.refundRows().isEmpty)
            #expect(line.status("2025-09-30T13:10:00Z")?.product == Name.proYearly)
            #expect(line.status("2025-09-30T13:10:00Z")?.unconfirmed == false)
        }
        everyOrder(arrivals, check: check)
        everyOrder(Array(arrivals.prefix(3)), check: check)
    }

    @Test("S3: a refund ends one purchase, and the next purchase of the product stands alone")
    func s3() {
        let first = TestLog([
            .note("ONE_TIME_CHARGE", oneTime(10, Name.proLifetime, "03-01")),
            .note("REFUND", oneTime(10, Name.proLifetime, "03-01", revoked: "03-20")),
        ]).folded()
        let second = TestLog([
            .note("ONE_TIME_CHARGE", oneTime(20, Name.proLifetime, "04-02"))
        ]).folded()
        let lines = [first, second]
        #expect(entitlements(lines, "03-10").first?.expiresDate == nil)
        #expect(entitlements(lines, "03-10").first?.grants.count == 1)
        #expect(entitlements(lines, "03-25").isEmpty)
        let grants = entitlements(lines, "04-03").flatMap(\.grants)
        #expect(grants.map(\.transactionID) == [StoreIdentifier(bits: 20)])
        #expect(grants.map(\.source) == [.nonConsumable])
        #expect(first.refundRows().map(\.revocationDate) == [on("03-20")])
    }

    @Test("S4: an entitlement ends with its last grant only")
    func s4() {
        let lifetime = TestLog([
            .note("ONE_TIME_CHARGE", oneTime(10, Name.proLifetime, "03-01")),
            .note("REFUND", oneTime(10, Name.proLifetime, "03-01", revoked: "05-01")),
        ]).folded()
        let monthly = tx(1, w: 1, "03-05", "04-05")
        let subscription = TestLog([
            .note("SUBSCRIBED", "INITIAL_BUY", monthly, ri("03-05", renews: false)),
            .note(
                "EXPIRED", "VOLUNTARY", monthly.signedAgain(on("04-05")),
                ri("04-05", renews: false, intent: 1)),
        ]).folded()
        let host = HostGrants(grants: [
            .init(sequence: 90, entitlement: Name.pro, from: on("04-20"), until: on("06-01"))
        ])
        func pro(_ date: String) -> ActiveEntitlement? {
            entitlements([lifetime, subscription], date, host: host).first
        }
        #expect(pro("03-10")?.grants.map(\.source) == [.nonConsumable, .subscription])
        #expect(pro("03-10")?.grants.map(\.expiresDate) == [nil, on("04-05")])
        #expect(pro("03-10")?.expiresDate == nil)
        #expect(pro("04-10")?.product == Name.proLifetime)
        #expect(pro("04-25")?.grants.map(\.source) == [.nonConsumable, .host])
        #expect(pro("05-02")?.expiresDate == on("06-01"))
        #expect(pro("05-02")?.grants.map(\.source) == [.host])
        #expect(pro("05-02")?.product == nil)
        #expect(pro("06-02") == nil)
    }

    @Test("S5: one paid period with two transaction ids is one purchase")
    func s5() {
        let arrivals: [Arrival] = [
            .alone(tx(278, w: 9, "03-01T22:28:00Z", "04-01T22:28:00Z")),
            .note(
                "SUBSCRIBED", "INITIAL_BUY",
                tx(4, w: 9, "03-01T22:28:00Z", "04-01T22:28:00Z", signed: "03-01T23:35:00Z"),
                ri("03-01T23:35:00Z")),
        ]
        everyOrder(arrivals) { line in
            #expect(line.purchaseRows().count == 1)
            #expect(line.purchaseCredits().count == 1)
            #expect(line.status("03-10")?.state == .subscribed)
            #expect(line.status("03-10")?.expiresDate == on("04-01T22:28:00Z"))
        }
    }

    @Test("S11a: a grace period without a date lasts as long as the catalog says")
    func s11a() {
        let monthly = tx(1, w: 1, "02-01", "03-01")
        let arrivals: [Arrival] = [
            .note("SUBSCRIBED", "INITIAL_BUY", monthly, ri("02-01"), status: 1),
            .note(
                "DID_FAIL_TO_RENEW", "GRACE_PERIOD", monthly.signedAgain(on("03-01")),
                ri("03-01", retry: false), status: 4),
        ]
        everyOrder(arrivals) { line in
            #expect(line.state("03-05") == .inGracePeriod)
            #expect(line.status("03-05")?.inferred == true)
            #expect(entitlements([line], "03-05").first?.inferred == true)
            #expect(line.status("03-05")?.expiresDate == on("03-17"))
            #expect(line.state("03-16T23:59:59.999Z") == .inGracePeriod)
            #expect(line.state("03-17") == .inBillingRetryPeriod)
            #expect(entitlements([line], "03-18").isEmpty)
            #expect(line.state("04-29T23:59:59.999Z") == .inBillingRetryPeriod)
            #expect(line.state("04-30") == .expired)
            #expect(line.state("05-01") == .expired)
            #expect(!anomalyKinds(line).contains("statusDisagrees"))
        }
    }

    @Test("S11b: a recovery inside grace leaves no gap and nothing inferred")
    func s11b() {
        let monthly = tx(1, w: 1, "02-01", "03-01")
        let arrivals: [Arrival] = [
            .note("SUBSCRIBED", "INITIAL_BUY", monthly, ri("02-01"), status: 1),
            .note(
                "DID_FAIL_TO_RENEW", "GRACE_PERIOD", monthly.signedAgain(on("03-01")),
                ri("03-01", retry: false), status: 4),
            .note(
                "DID_RENEW", "BILLING_RECOVERY", tx(2, w: 2, "03-01", "04-01", signed: "03-06"),
                ri("03-06", retry: false), status: 1),
        ]
        everyOrder(arrivals) { line in
            #expect(line.state("03-05") == .subscribed)
            #expect(line.status("03-05")?.inferred == false)
            #expect(line.status("03-05")?.transactionID == StoreIdentifier(bits: 2))
            #expect(!anomalyKinds(line).contains("statusDisagrees"))
        }
    }

    @Test("S12: the refund of an earlier period leaves every day's access alone")
    func s12() {
        let arrivals: [Arrival] = [
            .note(
                "SUBSCRIBED", "INITIAL_BUY", tx(1, w: 1, "04-01", "05-01"), ri("04-01"), status: 1),
            .note("DID_RENEW", tx(2, w: 2, "05-01", "06-01"), ri("05-01"), status: 1),
            .note("DID_RENEW", tx(3, w: 3, "06-01", "07-01"), ri("06-01"), status: 1),
            .note(
                "REFUND", tx(2, w: 2, "05-01", "06-01", revoked: "06-10"), ri("06-10"), status: 1),
        ]
        everyOrder(arrivals) { line in
            #expect(line.state("06-11") == .subscribed)
            #expect(line.status("06-11")?.expiresDate == on("07-01"))
            #expect(line.status("06-11")?.transactionID == StoreIdentifier(bits: 3))
            #expect(line.status("05-20")?.transactionID == StoreIdentifier(bits: 2))
            #expect(line.state("05-20") == .subscribed)
            #expect(line.purchaseRows().map(\.revocationDate) == [nil, on("06-10"), nil])
            #expect(line.refundRows().map(\.revocationPercentageMillipercent) == [100_000])
            #expect(!anomalyKinds(line).contains("statusDisagrees"))
        }
    }

    @Test("S14: nothing needs an event in order to end, and what has no end never begins")
    func s14() {
        let monthly = tx(1, w: 1, "03-01", "04-01")
        let alice = TestLog([
            .note("SUBSCRIBED", "INITIAL_BUY", monthly, ri("03-01"), status: 1),
            .note(
                "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED",
                monthly.signedAgain(on("03-10")), ri("03-10", renews: false), status: 1),
        ]).folded()
        #expect(alice.state("03-31T23:59:59.999Z") == .subscribed)
        #expect(alice.status("03-31T23:59:59.999Z")?.expiresDate == on("04-01"))
        #expect(alice.state("04-01") == .expired)
        #expect(alice.status("04-01")?.unconfirmed == false)
        #expect(alice.status("04-01")?.willAutoRenew == false)

        let endless = TestLog([.alone(tx(9, w: 9, "03-02", nil))]).folded()
        #expect(entitlements([endless], "03-02T00:00:01.000Z").isEmpty)
        #expect(entitlements([endless], "04-20").isEmpty)
        #expect(anomalyKinds(endless) == ["missingExpiresDate"])

        let arrivals: [Arrival] = [
            .note(
                "SUBSCRIBED", "INITIAL_BUY", tx(5, w: 5, "03-01", "04-01"), ri("03-01"), status: 1),
            .note(
                "DID_RENEW", tx(6, w: 6, "04-01", "05-01", signed: "04-01T02:00:00Z"),
                ri("04-01T02:00:00Z"), status: 1),
        ]
        let known = TestLog(arrivals).folded()
        #expect(known.state("04-01T01:00:00Z") == .subscribed)
        #expect(known.status("04-01T01:00:00Z")?.transactionID == StoreIdentifier(bits: 6))
        #expect(known.status("04-01T01:00:00Z")?.expiresDate == on("05-01"))
        let unheard = TestLog(Array(arrivals.prefix(1))).folded()
        #expect(unheard.state("04-01T01:00:00Z") == .expired)
        #expect(unheard.status("04-01T01:00:00Z")?.unconfirmed == true)
        #expect(!anomalyKinds(known).contains("statusDisagrees"))
    }

    @Test("S13: labels without a fact change no state, and an unknown type warns once")
    func s13() {
        let monthly = tx(1, w: 1, "03-01", "04-01")
        let subscribed: [Arrival] = [.note("SUBSCRIBED", "INITIAL_BUY", monthly, ri("03-01"))]
        let labels = [
            "CONSUMPTION_REQUEST", "REFUND_DECLINED", "PRICE_INCREASE", "METADATA_UPDATE",
            "SOMETHING_NEW",
        ]
        let more = labels.enumerated().map { index, type in
            Arrival.note(
                type, monthly.signedAgain(on("03-1\(index)")),
                ri("03-01").signedAgain(on("03-1\(index)")), at: "03-1\(index)")
        }
        let before = TestLog(subscribed).folded()
        let after = TestLog(subscribed + more).folded()
        for date in ["03-05", "03-20", "04-02"] {
            var (old, new) = (before.status(date), after.status(date))
            old?.events = []
            new?.events = []
            #expect(old == new)
        }
        #expect(anomalyKinds(after) == ["unknownNotificationType"])
    }
}
