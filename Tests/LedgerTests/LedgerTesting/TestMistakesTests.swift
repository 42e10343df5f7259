import LedgerTesting
import Testing

@testable import Ledger

@Suite("A mistake in a story is a typed error")
struct TestMistakesTests {
    /// A wrong call, and the error that it must give.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let error: TestAppStoreError
        let make: @Sendable (StorySupport) throws -> Void

        init(
            _ error: TestAppStoreError, _ make: @escaping @Sendable (StorySupport) throws -> Void
        ) {
            self.error = error
            self.make = make
        }

        var testDescription: String { String(describing: error) }
    }

    /// A wrong call on a subscription bought on 5 January.
    static func subscribed(
        _ error: TestAppStoreError,
        _ make: @escaping @Sendable (inout TestSubscription) throws -> Void
    ) -> Mistake {
        Mistake(error) { story in
            var pro = try story.subscribed()
            let before = try pro.notification(type: "X", at: "2026-01-20")
            defer {
                // A call that throws changes nothing.
                let after = try? pro.notification(type: "X", at: "2026-01-20")
                #expect(after == before)
            }
            try make(&pro)
        }
    }

    static let subscriptions: [Mistake] = [
        subscribed(.stillSubscribed) { _ = try $0.subscribe(at: "2026-01-20") },
        subscribed(.datesOutOfOrder) { _ = try $0.renew(at: "2026-01-04") },
        subscribed(.datesOutOfOrder) { _ = try $0.renew(until: "2026-02-05") },
        subscribed(.date("soon")) { _ = try $0.renew(at: "soon") },
        subscribed(.date("2026-02-30")) { _ = try $0.renew(until: "2026-02-30") },
        subscribed(.chargeNotFailing) { _ = try $0.recover(at: "2026-02-10") },
        subscribed(.chargeNotFailing) { _ = try $0.endGracePeriod() },
        subscribed(.datesOutOfOrder) { _ = try $0.expire(at: "2026-02-01") },
        subscribed(.datesOutOfOrder) { _ = try $0.failToRenew(graceUntil: "2026-02-01") },
        subscribed(.date("later")) { _ = try $0.failToRenew(graceUntil: "later") },
        subscribed(.datesOutOfOrder) { _ = try $0.setAutoRenew(false, at: "2026-01-04") },
        subscribed(.product("pro.monthly")) {
            _ = try $0.upgrade(to: StorySupport.monthly, at: "2026-01-20")
        },
        subscribed(.product("coins.100")) {
            _ = try $0.upgrade(to: StorySupport.coins, at: "2026-01-20")
        },
        subscribed(.product("news")) {
            _ = try $0.downgrade(to: .subscription("news", groupID: "2"), at: "2026-01-20")
        },
        subscribed(.notSubscribed) {
            _ = try $0.upgrade(to: StorySupport.yearly, at: "2026-02-20")
        },
        subscribed(.unknownTransaction("7")) { _ = try $0.refund("7", at: "2026-01-20") },
        subscribed(.notRefunded("1000")) { _ = try $0.reverseRefund(at: "2026-01-20") },
        subscribed(.revocationPercentage(100_001)) {
            _ = try $0.refund(at: "2026-01-20", percentage: 100_001)
        },
        subscribed(.date("")) { _ = try $0.refund(at: "", revocationDate: "2026-01-20") },
    ]

    static let others: [Mistake] = [
        Mistake(.appAccountToken("alice")) { _ in _ = try TestCustomer(appAccountToken: "alice") },
        Mistake(.product("coins.100")) { _ = try $0.subscription(StorySupport.coins) },
        Mistake(.product("pro.monthly")) { _ = try $0.purchase(StorySupport.monthly) },
        Mistake(.notSubscribed) { story in
            var pro = try story.subscription()
            _ = try pro.renew()
        },
        Mistake(.notSubscribed) { _ = try $0.subscription().status(at: "2026-01-01") },
        Mistake(.autoRenewOff) { story in
            var pro = try story.subscribed()
            _ = try pro.setAutoRenew(false, at: "2026-01-20")
            _ = try pro.renew()
        },
        Mistake(.chargeFailing) { story in
            var pro = try story.subscribed()
            _ = try pro.failToRenew()
            _ = try pro.renew()
        },
        Mistake(.alreadyRefunded("5001")) { story in
            var coins = try story.purchase()
            _ = try coins.refund(at: "2026-02-01")
            _ = try coins.refund(at: "2026-02-02")
        },
        Mistake(.datesOutOfOrder) { story in
            var coins = try story.purchase()
            _ = try coins.refund(at: "2026-01-01")
        },
        Mistake(.datesOutOfOrder) { _ = try $0.purchase().charge(at: "2026-01-01") },
        Mistake(.quantity(0)) { _ = try $0.purchase(quantity: 0) },
        Mistake(.quantity(.max)) { _ = try $0.purchase(quantity: .max) },
        Mistake(.pageSize(0)) { _ = try $0.store.historyPages(of: [], pageSize: 0) },
        Mistake(.date("2026-13-01")) { _ = try $0.store.testNotification(at: "2026-13-01") },
    ]

    @Test("Each mistake has its error, which says what to do", arguments: subscriptions + others)
    func mistakes(_ mistake: Mistake) throws {
        let story = try StorySupport()
        #expect(throws: mistake.error) { try mistake.make(story) }
        #expect(!mistake.error.description.isEmpty)
    }

    @Test(
        "A transaction id is a decimal number of at most 18 digits",
        arguments: ["", "0", "-1", "+1", "01", "x", "1.5", "1000000000000000000"])
    func identifiers(_ id: String) throws {
        let story = try StorySupport()
        #expect(throws: TestAppStoreError.transactionID(id)) {
            try TestSubscription(
                store: story.store, customer: story.customer, product: StorySupport.monthly,
                originalTransactionID: id)
        }
        #expect(throws: TestAppStoreError.transactionID(id)) {
            try TestPurchase(
                store: story.store, customer: story.customer, product: StorySupport.coins,
                transactionID: id, at: "2026-01-01")
        }
    }
}
