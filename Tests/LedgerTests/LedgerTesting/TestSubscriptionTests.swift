import LedgerTesting
import Testing

@testable import Ledger

@Suite("A subscription of the test App Store")
struct TestSubscriptionTests {
    let story: StorySupport

    init() throws { story = try StorySupport() }

    /// What the verifier must find in a notification.
    private func expect(
        _ notification: TestJSON, _ label: String, status: Int32, transactionID: String,
        product: String = "pro.monthly", until end: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let parts = try story.verify(notification)
        let body = parts.notification.payload
        let subtype = body.subtype.map { "/" + $0.rawValue } ?? ""
        #expect(
            (body.notificationType?.rawValue ?? "") + subtype == label,
            sourceLocation: sourceLocation)
        #expect(body.data?.status?.rawValue == status, sourceLocation: sourceLocation)
        let transaction = try #require(parts.transaction?.payload)
        #expect(transaction.id == transactionID, sourceLocation: sourceLocation)
        #expect(transaction.originalID == "1000", sourceLocation: sourceLocation)
        #expect(transaction.productID == product, sourceLocation: sourceLocation)
        #expect(
            transaction.expirationDate == StorySupport.instant(end),
            sourceLocation: sourceLocation)
        #expect(
            transaction.appAccountToken == "a11ce000-0000-4000-8000-000000000001",
            sourceLocation: sourceLocation)
        #expect(body.signedDate == transaction.signedDate, sourceLocation: sourceLocation)
        let info = try #require(parts.renewalInfo?.payload)
        #expect(info.originalTransactionID == "1000", sourceLocation: sourceLocation)
    }

    @Test("Buying, renewing ahead and upgrading are accepted and carry their periods")
    func paidPeriods() throws {
        var pro = try story.subscription()
        try expect(
            pro.subscribe(at: "2026-01-05T09:00:00Z"), "SUBSCRIBED/INITIAL_BUY", status: 1,
            transactionID: "1000", until: "2026-02-05T09:00:00Z")
        let renewed = try pro.renew(at: "2026-02-04T21:00:00Z")
        try expect(
            renewed, "DID_RENEW", status: 1, transactionID: "1001", until: "2026-03-05T09:00:00Z")
        let transaction = try #require(try story.verify(renewed).transaction?.payload)
        #expect(transaction.purchaseDate == StorySupport.instant("2026-02-05T09:00:00Z"))
        #expect(transaction.signedDate == StorySupport.instant("2026-02-04T21:00:00Z"))
        #expect(transaction.originalPurchaseDate == StorySupport.instant("2026-01-05T09:00:00Z"))
        #expect(transaction.reason?.rawValue == "RENEWAL")
        try expect(
            pro.upgrade(to: StorySupport.yearly, at: "2026-02-20T14:00:00Z"),
            "DID_CHANGE_RENEWAL_PREF/UPGRADE", status: 1, transactionID: "1002",
            product: "pro.yearly", until: "2027-02-20T14:00:00Z")
        let history = try pro.transactions(signedAt: "2026-06-01")
        #expect(history.map { $0["isUpgraded"] } == [nil, true, nil])
        #expect(pro.transactionIDs == ["1000", "1001", "1002"])
        #expect(Set(history.compactMap { $0["webOrderLineItemId"] }).count == 3)
    }

    @Test("A failed charge, grace, its end and a recovery follow one another")
    func billingFailure() throws {
        var pro = try story.subscribed()
        let end = "2026-02-05T09:00:00Z"
        let failed = try pro.failToRenew(graceUntil: "2026-02-21T09:00:00Z")
        try expect(
            failed, "DID_FAIL_TO_RENEW/GRACE_PERIOD", status: 4, transactionID: "1000", until: end)
        let info = try #require(try story.verify(failed).renewalInfo?.payload)
        #expect(info.isInBillingRetry == true && info.expirationReason?.rawValue == 2)
        #expect(info.gracePeriodExpirationDate == StorySupport.instant("2026-02-21T09:00:00Z"))

        var recovered = pro
        try expect(
            recovered.recover(at: "2026-02-10"), "DID_RENEW/BILLING_RECOVERY", status: 1,
            transactionID: "1001", until: "2026-03-05T09:00:00Z")

        try expect(
            pro.endGracePeriod(), "GRACE_PERIOD_EXPIRED", status: 3, transactionID: "1000",
            until: end)
        var late = pro
        try expect(
            late.recover(at: "2026-03-01T07:00:00Z"), "DID_RENEW/BILLING_RECOVERY", status: 1,
            transactionID: "1001", until: "2026-04-01T07:00:00Z")
        try expect(
            pro.expire(at: "2026-04-06T09:00:00Z"), "EXPIRED/BILLING_RETRY", status: 2,
            transactionID: "1000", until: end)
    }

    @Test("Without grace the charge is tried again at once")
    func noGrace() throws {
        var pro = try story.subscribed()
        try expect(
            pro.failToRenew(), "DID_FAIL_TO_RENEW", status: 3, transactionID: "1000",
            until: "2026-02-05T09:00:00Z")
    }

    @Test("Turning renewal off, expiring and coming back")
    func lapse() throws {
        var pro = try story.subscribed()
        let end = "2026-02-05T09:00:00Z"
        let off = try pro.setAutoRenew(false, at: "2026-01-20")
        try expect(
            off, "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", status: 1,
            transactionID: "1000", until: end)
        #expect(try story.verify(off).renewalInfo?.payload.autoRenewStatus?.rawValue == 0)
        try expect(
            pro.setAutoRenew(true, at: "2026-01-21"),
            "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED", status: 1, transactionID: "1000",
            until: end)
        for reason in TestExpiration.allCases {
            var copy = pro
            let subtype = reason.subtype.map { "/" + $0 } ?? ""
            try expect(
                copy.expire(reason), "EXPIRED" + subtype, status: 2, transactionID: "1000",
                until: end)
        }
        _ = try pro.expire()
        try expect(
            pro.subscribe(at: "2026-03-01", to: StorySupport.yearly), "SUBSCRIBED/RESUBSCRIBE",
            status: 1, transactionID: "1001", product: "pro.yearly", until: "2027-03-01")
    }

    @Test("A downgrade shows in the renewal info alone, until it renews")
    func downgrade() throws {
        var pro = try story.subscription(StorySupport.yearly)
        _ = try pro.subscribe(at: "2026-01-05")
        let chosen = try pro.downgrade(to: StorySupport.monthly, at: "2026-03-01")
        try expect(
            chosen, "DID_CHANGE_RENEWAL_PREF/DOWNGRADE", status: 1, transactionID: "1000",
            product: "pro.yearly", until: "2027-01-05")
        let info = try #require(try story.verify(chosen).renewalInfo?.payload)
        #expect(info.autoRenewPreference == "pro.monthly")
        #expect(info.renewalPriceMilliunits == 9990)
        var undone = pro
        try expect(
            undone.downgrade(to: StorySupport.yearly, at: "2026-03-02"),
            "DID_CHANGE_RENEWAL_PREF", status: 1, transactionID: "1000", product: "pro.yearly",
            until: "2027-01-05")
        try expect(
            pro.renew(), "DID_RENEW", status: 1, transactionID: "1001", until: "2027-02-05")
    }

    @Test("A refund names one period, and a reversal takes its fields away")
    func refunds() throws {
        var pro = try story.subscribed()
        _ = try pro.renew()
        try expect(
            pro.requestConsumption(at: "2026-02-10", reason: "LEGAL"), "CONSUMPTION_REQUEST",
            status: 1, transactionID: "1001", until: "2026-03-05T09:00:00Z")
        try expect(
            pro.refund("1000", at: "2026-02-10"), "REFUND", status: 1, transactionID: "1000",
            until: "2026-02-05T09:00:00Z")
        let refund = try pro.refund(
            at: "2026-02-12", revocationDate: "2026-02-11", reason: 1, percentage: 33_333)
        try expect(
            refund, "REFUND", status: 5, transactionID: "1001", until: "2026-03-05T09:00:00Z")
        let transaction = try #require(try story.verify(refund).transaction?.payload)
        #expect(transaction.revocationDate == StorySupport.instant("2026-02-11"))
        #expect(transaction.revocationReason?.rawValue == 1)
        #expect(transaction.revocationType?.rawValue == "REFUND_PRORATED")
        #expect(transaction.revocationPercentageMillipercent == 33_333)
        let reversed = try pro.reverseRefund(at: "2026-02-14")
        try expect(
            reversed, "REFUND_REVERSED", status: 1, transactionID: "1001",
            until: "2026-03-05T09:00:00Z")
        #expect(try story.verify(reversed).transaction?.payload.revocationDate == nil)
    }

    @Test("The same calls give the same payloads")
    func deterministic() throws {
        func tell() throws -> [TestJSON] {
            var pro = try StorySupport().subscription()
            return [
                try pro.subscribe(at: "2026-01-05"), try pro.renew(),
                try pro.refund(at: "2026-02-20"),
            ]
        }
        let first = try tell()
        #expect(try tell() == first)
        #expect(Set(first.compactMap { $0["notificationUUID"] }).count == first.count)
    }
}
