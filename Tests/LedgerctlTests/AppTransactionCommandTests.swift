import LedgerTesting
import Testing

@testable import ledgerctl

/// Purchases of the app itself, and purchases that were only attempted.
@Suite struct AppTransactionCommandTests {
    private static let paidApp = """
        {"products":[{"productId":"lifetime","type":"Non-Consumable"}],
         "paidApp":{"before":"2025-06-01","platforms":["iOS"],"entitlements":["pro"]}}
        """

    /// A story in which Alice presented what the App Store signed about her purchase of the app.
    private func presented(_ payload: (TestAppStore) throws -> TestJSON) async throws
        -> StoryLedger
    {
        let story = try await StoryLedger()
        let token = try story.ledger.store.sign(try payload(story.ledger.store))
        let file = try story.ledger.directory.write(token, to: "app.jws")
        let taken = await story.run("ingest \(file) --presented-by \(StoryLedger.alice)")
        try #require(taken.status == .done, "\(taken.errors)")
        let catalog = try story.ledger.directory.write(Self.paidApp, to: "paid.json")
        let imported = await story.run("catalog import \(catalog)")
        try #require(imported.status == .done && imported.errors == "", "\(imported.errors)")
        return story
    }

    @Test(
        "Who bought the app before it became free has what the catalog names",
        arguments: [true, false])
    func paidApp(hasID: Bool) async throws {
        let story = try await presented { store in
            store.appTransaction(
                id: hasID ? "704000000000000077" : nil,
                originalPurchaseDate: 1_714_557_600_000, signedDate: 1_772_323_200_000)
        }
        let shown = try story.json(await story.runAboutAlice("app-transaction --json"))
        #expect(shown.keys == TestJSON.headKeys.union(["appTransactions"]))
        let purchase = try #require(shown["appTransactions"]?.elements.first)
        #expect(purchase["originalPurchaseDate"] == "2024-05-01T10:00:00.000Z")
        #expect(purchase["appTransactionId"] == (hasID ? "704000000000000077" : nil))
        let table = await story.runAboutAlice("app-transaction").output
        #expect(table.contains("2024-05-01T10:00:00.000Z"))
        let answer = try story.json(await story.runAboutAlice("entitlements --json"))
        let pro = answer["entitlements"]?.elements.first { $0["entitlement"] == "pro" }
        #expect(pro?["grants"]?.elements.map { $0["source"] } == ["paidApp"])
        let verified = try story.json(await story.run("verify --signatures --json"))
        #expect(verified["intact"] == true)
    }

    @Test("What became of an attempt is told by its key")
    func attempts() async throws {
        let story = try await StoryLedger()
        let attempt = "attempt --product lifetime --outcome pending --id a1"
        let asked = await story.runAboutAlice("\(attempt) --effective 2026-02-01T00:00:00Z")
        #expect(asked.status == .done)
        for (instant, state) in [
            ("2026-02-01T23:59:59Z", "pending"), ("2026-02-02T00:00:00Z", "lapsed"),
        ] {
            let answer = try story.json(
                await story.runAboutAlice("attempts --as-of \(instant) --json"))
            #expect(answer["attempts"]?.elements.map { $0["state"] } == [.string(state)])
            #expect(answer["attempts"]?.elements.first?["id"] == "a1")
        }
        #expect(await story.runAboutAlice("attempts").output.contains("lapsed"))
        #expect(await story.run("attempts").status == .wrongUsage)
    }
}
