import LedgerTesting
import Testing

@testable import ledgerctl

/// A ledger that has taken in a small story, signed by a throwaway App Store.
///
/// Alice subscribes and renews once, buys coins twice and gets the second ones refunded. Somebody
/// whose app sets no account buys a lifetime product, of which a notification of a kind comes that
/// nobody knows.
struct StoryLedger {
    static let alice = "a11ce000-0000-4000-8000-000000000001"
    static let aliceWords = ["--app-account-token", alice]
    static let subscription = "410000000001000"
    static let renewal = "410000000001001"
    static let coins = "410000000005001"
    static let refundedCoins = "410000000005002"
    static let lifetime = "410000000006001"
    static let catalog = """
        {"products":[
          {"productId":"pro.monthly","type":"Auto-Renewable Subscription",
           "subscriptionGroupIdentifier":"21500001","level":1,"entitlements":["pro"]},
          {"productId":"coins.100","type":"Consumable",
           "credits":[{"currency":"coins","amount":100}]},
          {"productId":"lifetime","type":"Non-Consumable"}]}
        """

    let ledger: TestLedger

    init() async throws {
        ledger = try TestLedger()
        _ = await ledger.make()
        let catalog = try ledger.directory.write(Self.catalog, to: "catalog.json")
        let imported = await ledger.run("catalog", "import", catalog)
        try #require(imported.status == .done, "\(imported.errors)")
        try await takeIn(Self.notifications(of: ledger.store))
    }

    /// Signs notifications and takes them in.
    func takeIn(_ notifications: [TestJSON]) async throws {
        var lines: [UInt8] = []
        for notification in notifications {
            lines += try ledger.store.notificationBody(notification) + Array("\n".utf8)
        }
        let taken = await ledger.run("ingest", try ledger.directory.write(lines, to: "in.jsonl"))
        try #require(taken.status == .done, "\(taken.errors)")
    }

    private static func notifications(of store: TestAppStore) throws -> [TestJSON] {
        let customer = try TestCustomer(appAccountToken: alice)
        var pro = try TestSubscription(
            store: store, customer: customer, product: .subscription("pro.monthly"),
            originalTransactionID: subscription)
        let bought = [try pro.subscribe(at: "2026-01-05T09:00:00Z"), try pro.renew()]
        let first = try TestPurchase(
            store: store, customer: customer, product: .oneTime("coins.100", .consumable),
            transactionID: coins, at: "2026-01-12T18:30:00Z")
        var second = try TestPurchase(
            store: store, customer: customer, product: .oneTime("coins.100", .consumable),
            transactionID: refundedCoins, at: "2026-01-13T18:30:00Z")
        let charged = [try first.charge(), try second.charge()]
        let refunded = try second.refund(at: "2026-03-22T11:00:00Z")
        let other = try TestPurchase(
            store: store, customer: try TestCustomer(),
            product: .oneTime("lifetime", .nonConsumable), transactionID: lifetime,
            at: "2026-01-20T00:00:00Z")
        return bought + charged + [
            refunded, try other.charge(),
            try other.notification(type: "BRAND_NEW", at: "2026-01-21T00:00:00Z"),
        ]
    }

    /// Runs the program with words split at spaces.
    func run(_ line: String) async -> ProgramOutcome {
        await ledger.run(words: line.split(separator: " ").map(String.init))
    }

    /// Runs the program about Alice.
    func runAboutAlice(_ line: String) async -> ProgramOutcome {
        let words = line.split(separator: " ").map(String.init)
        return await ledger.run(words: words + Self.aliceWords)
    }

    /// The answer of a command as JSON; it has to be one object and end its line.
    func json(_ outcome: ProgramOutcome) throws -> TestJSON {
        try #require(outcome.status == .done, "\(outcome.errors)")
        #expect(outcome.errors == "")
        #expect(outcome.output.last == "\n")
        return try TestJSON(json: outcome.output.utf8)
    }
}

extension TestJSON {
    /// The elements of an array; none for anything else.
    var elements: [TestJSON] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// The keys of an object; none for anything else.
    var keys: Set<String> {
        guard case .object(let members) = self else { return [] }
        return Set(members.keys)
    }

    /// What every answer says of the question.
    static let headKeys: Set = ["environment", "asOf", "knownAt", "sequence", "rules", "final"]
}
