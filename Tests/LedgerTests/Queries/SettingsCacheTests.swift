import LedgerTesting
import Testing

@testable import Ledger

@Suite("Settings that are read once")
struct SettingsCacheTests {
    private struct Undone: Error {}

    private static let line = CustomerSelector.originalTransactionID("55")

    /// A ledger with a spend under a key, whose customer was named by a line.
    private func spent() async throws -> (whole: WholeLedger, key: IdempotencyKey) {
        let store = try WholeStore.production()
        let whole = try WholeLedger()
        try await whole.importCatalog()
        let coins = store.transaction(
            id: "55", productID: "coins.100", purchaseDate: 1_767_600_000_000,
            fields: ["type": "Consumable", "appAccountToken": .string(WholeStory.tokens[0])])
        try await whole.ingest(store.signBody(["signedTransactionInfo": coins]).json)
        let key = try IdempotencyKey("1")
        _ = try await whole.ledger.spend(10, of: "coins", from: Self.line, key: key)
        return (whole, key)
    }

    /// Appends a policy that the ledger never had, and asks for the spend again, in one
    /// transaction.
    private func appendAndRetry(
        _ whole: WholeLedger, _ key: IdempotencyKey, thenFail fails: Bool
    ) async throws -> UInt64? {
        let now = whole.clock.now
        return try await whole.ledger.writer.perform { batch, transaction in
            var fields = EventFields(kind: .policy, recordedAt: now, effectiveAt: now)
            fields.policyName = batch.symbol(for: "secondAccount")
            fields.policyValue = batch.symbol(for: "transfer")
            _ = try batch.append(fields, in: transaction)
            let context = HostContext(
                environment: .production, code: .production, effective: nil, now: now)
            var spend = EventFields(kind: .spend, recordedAt: now, effectiveAt: now)
            spend.balanceCurrency = batch.symbol(for: "coins")
            spend.amount = 10
            let done = try batch.done(
                spend, of: Self.line, key: key, context: context, in: transaction)
            if fails { throw Undone() }
            return done?.sequence
        }
    }

    @Test("An action asked again beside a new policy is the one that was done")
    func retryBesideNewSetting() async throws {
        let (whole, key) = try await spent()
        let sequence = try await appendAndRetry(whole, key, thenFail: false)
        #expect(sequence != nil)
        await whole.ledger.close()
    }

    @Test("A policy that was undone with its transaction is in effect nowhere")
    func undoneSetting() async throws {
        let (whole, key) = try await spent()
        await #expect(throws: Undone.self) {
            try await appendAndRetry(whole, key, thenFail: true)
        }
        let before = try whole.ledger.policies()
        #expect(before.allSatisfy { $0.value != "transfer" })
        // In the place of the undone event comes another, which nobody has read yet.
        _ = try await whole.ledger.setPolicy("accessInBillingRetry", to: "on")
        let after = try whole.ledger.policies()
        #expect(after.contains { $0.name == "accessInBillingRetry" && $0.value == "on" })
        #expect(after.allSatisfy { $0.value != "transfer" })
        await whole.ledger.close()
    }
}
