import LedgerTesting
import Testing

@testable import Ledger

@Suite("The whole ledger: sandbox and production")
struct WholeSandboxTests {
    @Test("Sandbox evidence of the same ids and accounts never changes a production answer")
    func separateWorlds() async throws {
        var random = SeededGenerator(seed: 3)
        let production = try WholeStoryGenerator.story(seed: 11, steps: 6)
        let sandbox = try WholeStoryGenerator.story(
            seed: 12, steps: 6, store: WholeStore.sandbox())
        let instants = production.someInstants(3, using: &random)
        let mixed = (production.deliveries + sandbox.deliveries).shuffled(using: &random)
        let alone = try await ledger(with: production.deliveries)
        let both = try await ledger(with: mixed)
        let expected = try WholeAnswers(alone, customers: production.customers, at: instants)
        let found = try WholeAnswers(both, customers: production.customers, at: instants)
        let differences = found.differences(from: expected)
        #expect(differences.isEmpty, "\(differences)")
        let inSandbox = try both.ledger.replay(environment: .sandbox).value
        #expect(inSandbox.customers > 3)
        let account = try #require(WholeStory.account(0))
        _ = try await both.ledger.credit(
            5, of: "coins", to: .appAccountToken(account), key: IdempotencyKey("1"),
            environment: .sandbox)
        let after = try WholeAnswers(both, customers: production.customers, at: instants)
        #expect(after == expected)
        await alone.ledger.close()
        await both.ledger.close()
    }

    private func ledger(with deliveries: [[UInt8]]) async throws -> WholeLedger {
        let whole = try WholeLedger()
        try await whole.importCatalog()
        for delivery in deliveries { try await whole.ingest(delivery) }
        return whole
    }
}
