import Testing

@testable import Ledger

@Suite("Field combinations F1 to F28 and rules R5 to R11")
struct FieldRuleTests {
    private func line(_ arrivals: Arrival...) -> LineState { TestLog(arrivals).folded() }

    @Test("F1, R8: a period is in force from its purchaseDate to just before its expiresDate")
    func paidInterval() {
        let line = line(.alone(tx(1, w: 1, "03-01", "04-01")))
        #expect(line.status(at: on("03-01").before, catalog: .c1, policies: Policies()) == nil)
        #expect(line.state("03-01") == .subscribed)
        #expect(line.state("03-31T23:59:59.999Z") == .subscribed)
        #expect(line.state("04-01") == .expired)
    }

    @Test("F2: a refunded period is revoked from its revocationDate on, and stays so")
    func refundInForce() {
        let line = line(
            .alone(tx(1, w: 1, "03-01", "04-01")),
            .alone(tx(1, w: 1, "03-01", "04-01", revoked: "03-10")))
        #expect(line.state("03-09T23:59:59.999Z") == .subscribed)
        #expect(line.status("03-05")?.expiresDate == on("04-01"))
        #expect(line.state("03-10") == .revoked)
        #expect(line.state("05-10") == .revoked)
    }

    @Test("F3: the refund of a period that was over changes no state, only money")
    func refundOfThePast() {
        let line = line(
            .alone(tx(1, w: 1, "03-01", "04-01")),
            .alone(tx(1, w: 1, "03-01", "04-01", revoked: "04-01")))
        #expect(line.state("03-31") == .subscribed)
        #expect(line.state("04-02") == .expired)
        #expect(line.refundRows().count == 1)
        #expect(line.purchaseCredits().first?.revocations.map(\.at) == [on("04-01")])
    }

    @Test("F4: a family member's copy with revocation fields gives nothing, whatever the label")
    func familyRevoked() {
        let line = line(
            .note("SUBSCRIBED", "INITIAL_BUY", tx(1, w: 1, "03-01", "04-01", family: true)),
            .note("DID_RENEW", tx(2, w: 2, "04-01", "05-01", revoked: "03-31", family: true)))
        #expect(entitlements([line], "03-10").first?.grants.map(\.source) == [.family])
        #expect(line.state("04-02") == .revoked)
        #expect(line.refundRows().isEmpty)
        #expect(line.purchaseCredits().isEmpty)
        #expect(line.purchaseRows().map(\.isPurchased) == [false, false])
        #expect(anomalyKinds(line) == ["labelDisagreesWithFields"])
    }

    @Test("F5: a later version without revocation fields ends the revocation at its signed date")
    func reversal() {
        let line = line(
            .alone(tx(1, w: 1, "03-01", "04-01")),
            .alone(tx(1, w: 1, "03-01", "04-01", revoked: "03-10")),
            .alone(tx(1, w: 1, "03-01", "04-01", signed: "03-15")))
        #expect(line.state("03-12") == .revoked)
        #expect(line.state("03-14T23:59:59.999Z") == .revoked)
        #expect(line.state("03-15") == .subscribed)
        #expect(line.state("04-01") == .expired)
        #expect(line.refundRows().map(\.reversed) == [true])
        #expect(line.purchaseRows().map(\.revocationDate) == [nil])
        let credit = line.purchaseCredits().first
        #expect(credit?.revocations.map(\.percentageMillipercent) == [100_000, 0])
        #expect(credit?.revocations.map(\.at) == [on("03-10"), on("03-15")])
    }

    @Test("F6: another revocationDate in the same revocation is no second one")
    func movedRevocation() {
        let line = line(
            .alone(tx(1, w: 1, "03-01", "04-01", revoked: "03-10")),
            .alone(tx(1, w: 1, "03-01", "04-01", signed: "03-21", revoked: "03-20")))
        #expect(line.refundRows().map(\.revocationDate) == [on("03-10")])
        #expect(line.state("03-10") == .revoked)
        #expect(line.purchaseCredits().first?.revocations.count == 1)
    }

    @Test("F7, R9: a later period cuts the earlier one, and its refund does not bring it back")
    func upgradeRefunded() {
        let line = line(
            .alone(tx(1, w: 1, "03-01", "04-01", product: Name.basicMonthly)),
            .alone(tx(2, w: 2, "03-10", "04-10", product: Name.proMonthly)),
            .alone(tx(2, w: 2, "03-10", "04-10", revoked: "03-12")))
        #expect(line.status("03-09")?.product == Name.basicMonthly)
        #expect(line.status("03-09")?.expiresDate == on("04-01"))
        #expect(line.status("03-11")?.product == Name.proMonthly)
        #expect(line.state("03-13") == .revoked)
        #expect(line.refundRows().map(\.transactionID) == [StoreIdentifier(bits: 2)])
    }

    @Test("R9: isUpgraded without its successor stays in force, unconfirmed, with an anomaly")
    func successorMissing() {
        let upgraded = tx(1, w: 1, "03-01", "04-01", signed: "03-10", upgraded: true)
        let alone = line(.alone(upgraded))
        #expect(alone.state("03-20") == .subscribed)
        #expect(alone.status("03-20")?.unconfirmed == true)
        #expect(entitlements([alone], "03-20").first?.unconfirmed == true)
        #expect(anomalyKinds(alone) == ["successorMissing"])
        let known = line(.alone(upgraded), .alone(tx(2, w: 2, "03-10", "04-10")))
        #expect(known.status("03-05")?.unconfirmed == false)
        #expect(anomalyKinds(known).isEmpty)
    }

    @Test("R9: of two periods that begin together the one that ends later is in force")
    func equalStarts() {
        let line = line(
            .alone(tx(1, w: 1, "03-01", "03-08")), .alone(tx(2, w: 2, "03-01", "04-01")))
        #expect(line.status("03-02")?.transactionID == StoreIdentifier(bits: 2))
    }

    @Test("F9: renewal switched off leaves the paid period alone")
    func renewalOff() {
        let line = line(.alone(tx(1, w: 1, "03-01", "04-01"), ri("03-10", renews: false)))
        #expect(line.state("03-20") == .subscribed)
        #expect(line.status("03-20")?.willAutoRenew == false)
        #expect(line.status("03-05")?.willAutoRenew == nil)
    }

    @Test("F10: another product at renewal is pending, and the product in force stays")
    func pendingProduct() {
        let line = line(.alone(tx(1, w: 1, "03-01", "04-01"), ri("03-10", next: Name.basicMonthly)))
        #expect(line.status("03-20")?.product == Name.proMonthly)
        #expect(line.status("03-20")?.autoRenewProduct == Name.basicMonthly)
        #expect(line.status("03-20")?.pendingProduct == Name.basicMonthly)
        #expect(line.status("04-02")?.pendingProduct == nil)
    }

    @Test("F11: a grace date gives service to just before it, whatever the retry flag says")
    func grace() {
        for flag in [true, false] {
            let line = line(
                .alone(tx(1, w: 1, "03-01", "04-01"), ri("04-01", retry: flag, grace: "04-17")))
            #expect(line.state("04-01") == .inGracePeriod)
            #expect(line.state("04-16T23:59:59.999Z") == .inGracePeriod)
            #expect(line.status("04-10")?.expiresDate == on("04-17"))
            #expect(line.status("04-10")?.gracePeriodExpiresDate == on("04-17"))
            #expect(line.status("04-10")?.inferred == false)
            #expect(line.state("04-17") == .inBillingRetryPeriod)
            #expect(line.state("05-30T23:59:59.999Z") == .inBillingRetryPeriod)
            #expect(line.state("05-31") == .expired)
        }
    }

    @Test("R8: the first renewal info signed after an expiresDate governs back to it")
    func governsBack() {
        let line = line(
            .alone(tx(1, w: 1, "03-01", "04-01"), ri("03-01")),
            .alone(nil, ri("04-05", retry: true, grace: "04-17")))
        #expect(line.state("04-02") == .inGracePeriod)
        #expect(line.status("03-20")?.gracePeriodExpiresDate == nil)
    }

    @Test("F12: grace without a date is three days without a catalog, and six for a weekly product")
    func graceWithoutDate() {
        let product = Name.weekly
        let line = line(
            .note(
                "DID_FAIL_TO_RENEW", "GRACE_PERIOD",
                tx(1, w: 1, "03-25", "04-01", signed: "04-01", product: product),
                ri("04-01", product: product)))
        #expect(line.status("04-02")?.expiresDate == on("04-07"))
        #expect(line.status("04-02")?.inferred == true)
        let none = CatalogFacts()
        let status = line.status(at: on("04-02"), catalog: none, policies: Policies())
        #expect(status?.expiresDate == on("04-04"))
        var policies = Policies()
        policies.graceWithoutDateDays = 0
        let off = line.status(at: on("04-02"), catalog: none, policies: policies)
        #expect(off?.state == .inBillingRetryPeriod)
    }

    @Test("F12: contrary evidence ends a grace period that was inferred")
    func inferredGraceEnds() {
        let monthly = tx(1, w: 1, "03-01", "04-01")
        let announced = Arrival.note(
            "DID_FAIL_TO_RENEW", "GRACE_PERIOD", monthly.signedAgain(on("04-01")), ri("04-01"))
        let expired = line(
            announced,
            .note(
                "GRACE_PERIOD_EXPIRED", monthly.signedAgain(on("04-07")), ri("04-07", retry: true)))
        #expect(expired.state("04-06") == .inGracePeriod)
        #expect(expired.state("04-07") == .inBillingRetryPeriod)
        let ended = line(announced, .alone(nil, ri("04-09", renews: false, intent: 1)))
        #expect(ended.state("04-08") == .inGracePeriod)
        #expect(ended.state("04-09") == .expired)
        #expect(ended.status("04-09")?.expirationIntent == 1)
    }

    @Test("F13: billing retry gives no service and ends after 60 days without any event")
    func retry() {
        let line = line(.alone(tx(1, w: 1, "03-01", "04-01"), ri("04-01", retry: true, intent: 2)))
        #expect(line.state("04-01") == .inBillingRetryPeriod)
        #expect(entitlements([line], "04-02").isEmpty)
        #expect(line.state("05-30T23:59:59.999Z") == .inBillingRetryPeriod)
        #expect(line.state("05-31") == .expired)
        var policies = Policies()
        policies.accessInBillingRetry = true
        let grants = entitlements([line], "04-02", policies: policies).flatMap(\.grants)
        #expect(grants.map(\.state) == [.inBillingRetryPeriod])
        #expect(grants.map(\.expiresDate) == [on("05-31")])
    }

    @Test("R8: billing retry ends at a renewal info that says why it ended")
    func retryEnds() {
        let line = line(
            .alone(tx(1, w: 1, "03-01", "04-01"), ri("04-01", retry: true)),
            .alone(nil, ri("04-20", renews: false, retry: false, intent: 2)))
        #expect(line.state("04-19") == .inBillingRetryPeriod)
        #expect(line.state("04-20") == .expired)
    }

    @Test("F14, R10: a paid period beats a retry flag, and an anomaly says so")
    func retryFlagWhilePaid() {
        let line = line(.alone(tx(1, w: 1, "03-01", "04-01"), ri("03-10", retry: true)))
        #expect(line.state("03-20") == .subscribed)
        #expect(anomalyKinds(line) == ["retryFlagWhilePaid"])
    }

    @Test("F15: a reason for an end is shown after the end only")
    func expirationIntent() {
        let line = line(
            .alone(tx(1, w: 1, "03-01", "04-01"), ri("04-01", renews: false, intent: 3)),
            .alone(tx(2, w: 2, "05-01", "06-01")))
        #expect(line.status("04-10")?.expirationIntent == 3)
        #expect(line.status("05-10")?.expirationIntent == nil)
    }

    @Test("F26: a month of a commitment is retried for 90 days, and its own fields say what comes")
    func commitment() {
        let month = tx(1, w: 1, "03-01", "04-01") { $0.totalBillingPeriods = 12 }
        let line = line(
            .alone(
                month,
                ri("04-01", renews: false, retry: true) { $0.commitmentAutoRenewStatus = 1 }))
        #expect(line.state("06-29T23:59:59.999Z") == .inBillingRetryPeriod)
        #expect(line.state("06-30") == .expired)
        #expect(line.status("04-10")?.willAutoRenew == true)
    }

    @Test("F27, R5: an older version cannot shorten an extension, a newer one replaces everything")
    func extensions() {
        let short = tx(1, w: 1, "03-01", "04-01")
        let long = tx(1, w: 1, "03-01", "04-15", signed: "03-20")
        let line = line(.alone(long), .alone(short))
        #expect(line.state("04-10") == .subscribed)
        #expect(line.status("03-10")?.expiresDate == on("04-01"))
        #expect(line.status("03-25")?.expiresDate == on("04-15"))
        #expect(line.status("04-10")?.expiresDate == on("04-15"))
        #expect(line.purchaseRows().count == 1)
        let offer = tx(2, w: 2, "05-01", "06-01") { $0.offerType = 1 }
        let without = tx(2, w: 2, "05-01", "06-01", signed: "05-02")
        #expect(self.line(.alone(without), .alone(offer)).status("05-03")?.offerType == nil)
    }

    @Test("CLI: the end moves to the next adjoining period once its transaction is signed")
    func adjoining() {
        let line = line(
            .alone(tx(1, w: 1, "03-01", "04-01")),
            .alone(tx(2, w: 2, "04-01", "05-01", signed: "03-31T20:00:00Z")))
        #expect(line.status("03-31")?.expiresDate == on("04-01"))
        #expect(line.status("03-31T20:00:00Z")?.expiresDate == on("05-01"))
        #expect(line.status("03-31T20:00:00Z")?.transactionID == StoreIdentifier(bits: 1))
    }

    @Test("R6: at one signed date the revoked content wins, in either order, with an anomaly")
    func equalDates() {
        let clean = tx(1, w: 1, "03-01", "04-01", signed: "03-10")
        let revoked = tx(1, w: 1, "03-01", "04-01", revoked: "03-10")
        for arrivals in [[clean, revoked], [revoked, clean]] {
            let line = TestLog(arrivals.map { .alone($0) }).folded()
            #expect(line.state("03-11") == .revoked)
            #expect(anomalyKinds(line) == ["statementConflict"])
        }
    }

    @Test("R7: REFUND without a revocationDate revokes at the outer signed date and is flagged")
    func refundByLabel() {
        let clean = tx(1, w: 1, "03-01", "04-01")
        let line = line(
            .alone(clean),
            .note("REFUND", clean.signedAgain(on("03-10")), at: "03-11"))
        #expect(line.state("03-10") == .subscribed)
        #expect(line.state("03-11") == .revoked)
        #expect(line.refundRows().map(\.revocationDate) == [on("03-11")])
        #expect(line.purchaseRows().map(\.revocationDate) == [on("03-11")])
        #expect(anomalyKinds(line) == ["labelDisagreesWithFields"])
        var log = TestLog([
            .alone(clean), .note("REFUND", clean.signedAgain(on("03-10")), at: "03-11"),
        ])
        log.ingest(.note("REFUND_REVERSED", clean.signedAgain(on("03-15"))))
        #expect(log.folded().state("03-15") == .subscribed)
    }

    @Test("R8: clean, revoked, clean again folds the same in any order")
    func cleanAgain() {
        let clean = tx(1, w: 1, "03-01", "04-01")
        let revoked = tx(1, w: 1, "03-01", "04-01", revoked: "03-05")
        let objects = [clean, revoked, clean.signedAgain(on("03-10"))]
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let line = TestLog(order.map { .alone(objects[$0]) }).folded()
            #expect(line.state("03-04") == .subscribed)
            #expect(line.state("03-07") == .revoked)
            #expect(line.state("03-10") == .subscribed)
            #expect(line.refundRows().map(\.reversed) == [true])
        }
    }

    @Test("R10: billing recovery without grace leaves the gap visible")
    func recoveryAfterGap() {
        let line = line(
            .alone(tx(1, w: 1, "03-01", "04-01"), ri("04-01", retry: true)),
            .note("DID_RENEW", "BILLING_RECOVERY", tx(2, w: 2, "04-10", "05-10"), ri("04-10")))
        #expect(line.state("04-05") == .inBillingRetryPeriod)
        #expect(line.state("04-10") == .subscribed)
        #expect(anomalyKinds(line).isEmpty)
    }

    @Test("R15, P4: what was not heard of is unconfirmed, and slack bridges it where a host wants")
    func unconfirmed() {
        let line = line(.alone(tx(1, w: 1, "03-01", "04-01"), ri("03-01")))
        #expect(line.status("03-31")?.unconfirmed == false)
        #expect(line.status("04-01")?.unconfirmed == true)
        #expect(line.state("04-01") == .expired)
        var policies = Policies()
        policies.unconfirmedSlack = CalendarPeriod(iso8601: "PT24H")
        let status = line.status("04-01T23:00:00Z", policies: policies)
        #expect(status?.state == .subscribed)
        #expect(status?.unconfirmed == true)
        #expect(status?.expiresDate == on("04-02"))
        #expect(line.status("04-02", policies: policies)?.state == .expired)
        let heard = self.line(
            .alone(tx(1, w: 1, "03-01", "04-01"), ri("03-01")),
            .alone(nil, ri("03-01").signedAgain(on("04-03"))))
        #expect(heard.status("04-05")?.unconfirmed == false)
    }

    @Test("R15: an answer names the events that make it so, and no other")
    func evidence() {
        let line = line(
            .alone(tx(1, w: 1, "03-01", "04-01"), ri("03-01")),
            .alone(tx(2, w: 2, "04-01", "05-01"), ri("04-01")))
        #expect(line.status("03-10")?.events == [1, 2])
        #expect(line.status("04-10")?.events == [3, 4])
    }

    @Test("R16: Apple's status is compared and never adopted")
    func appleStatus() {
        let agrees = line(.note("SUBSCRIBED", tx(1, w: 1, "03-01", "04-01"), status: 1))
        #expect(anomalyKinds(agrees).isEmpty)
        let differs = line(.note("SUBSCRIBED", tx(1, w: 1, "03-01", "04-01"), status: 5))
        #expect(
            differs.anomalies(catalog: .c1, policies: PolicyTimeline())
                == [Anomaly(sequence: 1, detail: .statusDisagrees(apple: 5, ours: .subscribed))])
        #expect(differs.state("03-10") == .subscribed)
        let late = line(
            .note(
                "DID_RENEW", tx(1, w: 1, "03-01", "04-01", signed: "03-01T00:00:00.040Z"),
                at: "03-01", status: 1))
        #expect(anomalyKinds(late).isEmpty)
    }
}
