import LedgerTesting
import Testing

@testable import Ledger

@Suite("Whole bodies of the test App Store")
struct TestBodiesTests {
    let story: StorySupport

    init() throws { story = try StorySupport() }

    @Test("A test notification is accepted and holds no purchase")
    func testNotification() throws {
        let parts = try story.verify(story.store.testNotification(at: "2026-01-03"))
        #expect(parts.notification.payload.notificationType?.rawValue == "TEST")
        #expect(parts.notification.payload.signedDate == StorySupport.instant("2026-01-03"))
        #expect(parts.transaction == nil && parts.renewalInfo == nil)
        #expect(parts.notification.payload.data?.bundleVersion == nil)
    }

    @Test("The body of a notification is one line that the ledger reads as one input")
    func body() throws {
        let body = try story.store.notificationBody(story.purchase().charge())
        #expect(!body.contains(UInt8(ascii: "\n")))
        var reader = InputReader()
        let elements = reader.read(body.span) + reader.finish()
        #expect(elements.count == 1)
        guard case .input(.notification(let token))? = elements.first?.content else {
            Issue.record("no notification")
            return
        }
        let result = try story.verifier.verify(
            .notification(token), recordedAt: VerificationSupport.recordedAt)
        #expect(result.input?.transaction?.payload.id == "5001")
    }

    @Test("A history has pages of 20, in order, and only the last has no more")
    func history() throws {
        var pro = try story.subscribed()
        for _ in 1..<41 { _ = try pro.renew() }
        let pages = try story.store.historyPages(of: pro.transactions(signedAt: "2030-01-01"))
        #expect(pages.map { $0["hasMore"] } == [true, true, false])
        let inputs = try pages.map { try story.verify(body: $0) }
        #expect(inputs.map(\.count) == [20, 20, 1])
        #expect(inputs.joined().map { $0.transaction?.payload.id } == pro.transactionIDs)
        #expect(try story.store.historyPages(of: []).map { $0["hasMore"] } == [false])
    }

    @Test("A status answer has a group for each, the newest period and the status")
    func statuses() throws {
        var pro = try story.subscribed()
        _ = try pro.failToRenew(graceUntil: "2026-02-21")
        var news = try TestSubscription(
            store: story.store, customer: story.customer,
            product: .subscription("news", groupID: "2"), originalTransactionID: "2000")
        _ = try news.subscribe(at: "2026-02-01")
        let answer = try story.store.statusResponse(of: [pro, news], at: "2026-02-10")
        guard case .array(let groups)? = answer["data"] else {
            Issue.record("no groups")
            return
        }
        #expect(groups.map { $0["subscriptionGroupIdentifier"] } == ["2", "21500001"])
        let items = groups.compactMap { group -> TestJSON? in
            guard case .array(let items)? = group["lastTransactions"] else { return nil }
            return items.first
        }
        #expect(items.map { $0["status"] } == [1, 4])
        let inputs = try story.verify(body: answer)
        #expect(inputs.map { $0.transaction?.payload.id } == ["2000", "1000"])
        #expect(inputs.map { $0.renewalInfo?.payload.isInBillingRetry } == [nil, true])
    }

    @Test("The status follows the clock")
    func clock() throws {
        var pro = try story.subscribed()
        #expect(try pro.status(at: "2026-02-05T08:59:59.999Z") == 1)
        #expect(try pro.status(at: "2026-02-05T09:00:00Z") == 2)
        _ = try pro.failToRenew(graceUntil: "2026-02-21")
        #expect(try pro.status(at: "2026-02-20T23:59:59.999Z") == 4)
        #expect(try pro.status(at: "2026-02-21") == 3)
        _ = try pro.refund(at: "2026-02-22")
        #expect(try pro.status(at: "2026-02-22") == 5)
    }
}
