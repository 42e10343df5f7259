import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("The whole ledger: what the host does")
struct WholeHostTests {
    private typealias Action = @Sendable (TransactionLedger) async throws -> HostReceipt

    private static let now = WholeLedger.now

    /// A ledger in which account 0 has bought 300 coins, and account 2 nothing.
    private func prepared() async throws -> WholeLedger {
        let store = try WholeStore.production()
        let whole = try WholeLedger()
        try await whole.importCatalog()
        let buyer = try TestCustomer(
            appAccountToken: WholeStory.tokens[0], appTransactionID: "7001")
        let coins = try TestPurchase(
            store: store, customer: buyer, product: .oneTime("coins.100", .consumable),
            transactionID: "71", quantity: 3, at: "2026-01-05")
        try await whole.ingest(store.notificationBody(coins.charge()))
        return whole
    }

    private static func account(_ index: Int) throws -> CustomerSelector {
        .appAccountToken(try #require(WholeStory.account(index)))
    }

    /// Each action with one that is another under the same key.
    private static func actions() throws -> [(name: String, action: Action, conflict: Action?)] {
        let (one, other) = (try account(0), try account(1))
        let owner = try #require(WholeStory.account(1))
        let keys = try (0..<5).map { try IdempotencyKey("key \($0)") }
        return [
            (
                "credit", { try await $0.credit(9, of: "coins", to: one, key: keys[0]) },
                { try await $0.credit(9, of: "coins", to: other, key: keys[0]) }
            ),
            (
                "spend", { try await $0.spend(5, of: "coins", from: one, key: keys[1]) },
                { try await $0.spend(6, of: "coins", from: one, key: keys[1]) }
            ),
            (
                "reverseSpend", { try await $0.reverseSpend(key: keys[1]) },
                { try await $0.reverseSpend(key: keys[0]) }
            ),
            (
                "reverseCredit", { try await $0.reverseCredit(key: keys[0]) },
                { try await $0.reverseCredit(key: keys[1]) }
            ),
            (
                "grant", { try await $0.grant("gift", to: one, key: keys[2]) },
                { try await $0.grant("gift", to: one, key: keys[2], until: .distantFuture) }
            ),
            (
                "endGrant", { try await $0.endGrant(key: keys[2]) },
                { try await $0.endGrant(key: keys[1]) }
            ),
            (
                "attempt",
                {
                    try await $0.attempt(
                        productID: "lifetime", outcome: .pending, by: one, key: keys[3])
                },
                {
                    try await $0.attempt(
                        productID: "lifetime", outcome: .cancelled, by: one, key: keys[3])
                }
            ),
            ("finish", { try await $0.finish(transactionID: "71") }, nil),
            ("assign", { try await $0.assign(originalTransactionID: "71", to: owner) }, nil),
            ("policy", { try await $0.setPolicy("accessInBillingRetry", to: "on") }, nil),
        ]
    }

    @Test("Each action happens once, another one under its key is refused, also after reopening")
    func once() async throws {
        let whole = try await prepared()
        var sequences: [String: UInt64] = [:]
        for (name, action, conflict) in try Self.actions() {
            let first = try await action(whole.ledger)
            #expect(!first.isDuplicate, "\(name)")
            sequences[name] = first.sequence
            let events = try whole.ledger.statistics()
            let again = try await action(whole.ledger)
            #expect(again.isDuplicate && again.sequence == first.sequence, "\(name)")
            if let conflict {
                await #expect(throws: HostActionError.self, "\(name)") {
                    try await conflict(whole.ledger)
                }
            }
            let after = try whole.ledger.statistics()
            #expect(after.events == events.events && after.symbols == events.symbols, "\(name)")
            #expect(after.identities == events.identities, "\(name)")
        }
        await whole.ledger.close()
        let reopened = try WholeLedger(reopening: whole)
        let events = try reopened.ledger.statistics().events
        for (name, action, conflict) in try Self.actions() {
            let again = try await action(reopened.ledger)
            #expect(again.isDuplicate && again.sequence == sequences[name], "\(name)")
            if let conflict {
                await #expect(throws: HostActionError.self, "\(name)") {
                    try await conflict(reopened.ledger)
                }
            }
        }
        #expect(try reopened.ledger.statistics().events == events)
        let report = try reopened.ledger.verify(signatures: true)
        #expect(report.isIntact, "\(report.damage)")
        await reopened.ledger.close()
    }

    @Test("What is refused leaves the log, the names and the key as they were")
    func refusals() async throws {
        let whole = try await prepared()
        let ledger = whole.ledger
        let before = try ledger.statistics()
        let (rich, stranger) = (try Self.account(0), try Self.account(2))
        let key = try IdempotencyKey("new")
        let later = Self.now.advanced(byMilliseconds: 1)
        let refused: [(HostActionError, Action)] = [
            (
                .insufficientBalance(shortfall: 1),
                { try await $0.spend(301, of: "coins", from: rich, key: key) }
            ),
            (
                .insufficientBalance(shortfall: 1),
                { try await $0.spend(1, of: "never heard of", from: rich, key: key) }
            ),
            (
                .insufficientBalance(shortfall: 5),
                { try await $0.spend(5, of: "coins", from: stranger, key: key) }
            ),
            (.amountNotPositive, { try await $0.spend(0, of: "x", from: rich, key: key) }),
            (.amountNotPositive, { try await $0.credit(.min, of: "x", to: stranger, key: key) }),
            (
                .effectiveInFuture,
                { try await $0.credit(1, of: "x", to: stranger, key: key, effective: later) }
            ),
            (
                .endsBeforeItBegins,
                { try await $0.grant("y", to: stranger, key: key, until: .distantPast) }
            ),
            (.noSingleOwner, { try await $0.grant("z", to: .transactionID("1"), key: key) }),
            (.unknownKey, { try await $0.reverseSpend(key: key) }),
            (.unknownKey, { try await $0.endGrant(key: key) }),
            (.unknownTransaction, { try await $0.finish(transactionID: "72") }),
        ]
        for (error, action) in refused {
            await #expect(throws: error) { try await action(ledger) }
        }
        let after = try ledger.statistics()
        #expect(after.events == before.events && after.symbols == before.symbols)
        #expect(after.identities == before.identities)
        let receipt = try await ledger.spend(300, of: "coins", from: rich, key: key)
        #expect(!receipt.isDuplicate && receipt.balance == 0)
        #expect(try ledger.verify(signatures: true).isIntact)
        await ledger.close()
    }

    @Test("Spends of many tasks at once never overdraw, and each key counts once")
    func concurrentSpends() async throws {
        let whole = try await prepared()
        let customer = try Self.account(0)
        let ledger = whole.ledger
        let outcomes = try await withThrowingTaskGroup(of: HostReceipt?.self) { group in
            for task in 0..<120 {
                group.addTask {
                    let key = try IdempotencyKey("spend \(task % 60)")
                    do {
                        return try await ledger.spend(7, of: "coins", from: customer, key: key)
                    } catch HostActionError.insufficientBalance { return nil }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let spent = outcomes.compactMap { $0 }.filter { !$0.isDuplicate }
        #expect(spent.count == 42)
        #expect(Set(spent.map(\.sequence)).count == 42)
        let balance = try ledger.balances(of: customer, currency: "coins").value.first
        #expect(balance?.balance == 6)
        try WholePrefixTests.expectMovementsSumToBalances(whole, Self.now, "concurrent")
        #expect(try ledger.verify().isIntact)
        await ledger.close()
    }

    @Test("Under the policy that keeps balances at zero, movements still sum to the balance")
    func clampedMovements() async throws {
        let store = try WholeStore.production()
        let whole = try WholeLedger()
        try await whole.importCatalog()
        _ = try await whole.ledger.setPolicy(
            "negativeBalance", to: "clamp", effective: .distantPast)
        let buyer = try TestCustomer(appAccountToken: WholeStory.tokens[0])
        var coins = try TestPurchase(
            store: store, customer: buyer, product: .oneTime("coins.100", .consumable),
            transactionID: "81", quantity: 3, at: "2026-01-05")
        try await whole.ingest(store.notificationBody(coins.charge()))
        _ = try await whole.ledger.spend(
            250, of: "coins", from: Self.account(0), key: IdempotencyKey("1"),
            effective: Instant(millisecondsSince1970: 1_770_000_000_000))
        try await whole.ingest(
            store.notificationBody(coins.refund(at: "2026-03-01", percentage: 33_333)))
        try await whole.ingest(store.notificationBody(coins.reverseRefund(at: "2026-04-01")))
        for milliseconds in stride(
            from: Int64(1_767_000_000_000), to: 1_780_000_000_000, by: 1 << 30)
        {
            try WholePrefixTests.expectMovementsSumToBalances(
                whole, Instant(millisecondsSince1970: milliseconds), "clamp")
        }
        let now = try whole.ledger.balances(of: Self.account(0)).value
        #expect(now.allSatisfy { $0.balance >= 0 })
        await whole.ledger.close()
    }
}
