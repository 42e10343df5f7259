import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("The whole ledger: host actions, cuts and directories that go wrong")
struct WholeHostRegressionTests {
    private func body(_ payload: TestJSON) throws -> [UInt8] {
        try WholeStore.production().signBody(payload).json
    }

    @Test("An answer at a past sequence has the same bytes whatever the clock says")
    func sequenceCutBytes() async throws {
        let whole = try WholeLedger()
        try await whole.importCatalog()
        let cut = Cut(asOf: WholeLedger.now, knowledge: .sequence(1))
        let first = try whole.ledger.entitlements(of: .appTransactionID("7001"), at: cut).json
        whole.clock.advance(milliseconds: 1)
        let second = try whole.ledger.entitlements(of: .appTransactionID("7001"), at: cut).json
        #expect(
            String(decoding: first, as: UTF8.self) == String(decoding: second, as: UTF8.self))
        await whole.ledger.close()
    }

    @Test("A final answer does not change when a commit that had begun before it ends")
    func finalAnswerDuringCommit() async throws {
        let (began, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let state = Lock((time: Int64(1_000), isHolding: false))
        let whole = try WholeLedger(reading: {
            let (time, holds) = state.withLock { state in
                defer { state.isHolding = false }
                return (state.time, state.isHolding)
            }
            if holds {
                began.signal()
                mayEnd.wait()
            }
            return Instant(millisecondsSince1970: time)
        })
        let ledger = whole.ledger
        state.withLock { $0.isHolding = true }
        let catalog = try CatalogImport(Array(WholeStore.catalog.utf8)).catalog
        let importing = Task { try await ledger.importCatalog(catalog) }
        await Self.wait(for: began)
        state.withLock { $0.time = 3_000 }
        let cut = Cut.asAt(Instant(millisecondsSince1970: 2_000))
        let before = try ledger.replay(at: cut)
        mayEnd.signal()
        _ = try await importing.value
        let after = try ledger.replay(at: cut)
        #expect(!before.isFinal || before.json == after.json)
        await ledger.close()
    }

    @Test("A spend dated back is refused where its units were another's at its instant")
    func spendBeforeAssignment() async throws {
        let store = try WholeStore.production()
        let whole = try WholeLedger()
        try await whole.importCatalog()
        let purchase = try TestPurchase(
            store: store, customer: TestCustomer(), product: .oneTime("coins.100", .consumable),
            transactionID: "91", at: "2026-01-05")
        try await whole.ingest(store.notificationBody(purchase.charge()))
        let account = try #require(WholeStory.account(0))
        let assigned = try #require(Instant(iso8601: "2026-03-01", dateAlone: .startOfDay))
        let ledger = whole.ledger
        _ = try await ledger.assign(
            originalTransactionID: "91", to: account, effective: assigned)
        let customer = CustomerSelector.appAccountToken(account)
        let key = try IdempotencyKey("k")
        let early = assigned.advanced(byMilliseconds: -1)
        await #expect(throws: HostActionError.insufficientBalance(shortfall: 50)) {
            try await ledger.spend(50, of: "coins", from: customer, key: key, effective: early)
        }
        let spent = try await ledger.spend(
            50, of: "coins", from: customer, key: key, effective: assigned)
        #expect(!spent.isDuplicate && spent.balance == 50)
        for (instant, expected) in [(early, []), (assigned, [Int64(50)])] {
            let balances = try ledger.balances(of: customer, at: Cut(asOf: instant)).value
            #expect(balances.filter { $0.balance != 0 }.map(\.balance) == expected)
        }
        await ledger.close()
    }

    @Test("A spend that is asked again is a duplicate, whoever owns the named line by now")
    func spendAfterMove() async throws {
        let store = try WholeStore.production()
        let whole = try WholeLedger()
        try await whole.importCatalog()
        let coins = store.transaction(
            id: "55", productID: "coins.100", purchaseDate: 1_767_600_000_000,
            fields: ["type": "Consumable", "appAccountToken": .string(WholeStory.tokens[0])])
        try await whole.ingest(body(["signedTransactionInfo": coins]))
        let (key, line) = (
            try IdempotencyKey("1"), CustomerSelector.originalTransactionID("55")
        )
        let first = try await whole.ledger.spend(10, of: "coins", from: line, key: key)
        let other = try #require(WholeStory.account(1))
        _ = try await whole.ledger.assign(originalTransactionID: "55", to: other)
        do {
            let again = try await whole.ledger.spend(10, of: "coins", from: line, key: key)
            #expect(again.isDuplicate && again.sequence == first.sequence)
        } catch {
            Issue.record("\(error)")
        }
        await whole.ledger.close()
    }

    @Test("Units that nobody owned when they were bought belong to the first account assigned")
    func coinsOfNobody() async throws {
        let store = try WholeStore.production()
        let whole = try WholeLedger()
        try await whole.importCatalog()
        let coins = store.transaction(
            id: "56", productID: "coins.100", purchaseDate: 1_767_600_000_000,
            fields: ["type": "Consumable"])
        try await whole.ingest(body(["signedTransactionInfo": coins]))
        let line = CustomerSelector.originalTransactionID("56")
        #expect(try whole.ledger.balances(of: line).value.map(\.balance) == [100])
        let account = try #require(WholeStory.account(1))
        _ = try await whole.ledger.assign(originalTransactionID: "56", to: account)
        #expect(try whole.ledger.balances(of: line).value.map(\.balance) == [100])
        await whole.ledger.close()
    }

    @Test("A directory whose making was interrupted can be made again")
    func interruptedMaking() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/ledger"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        // What a process leaves that is killed before it has written the configuration.
        try LMDBEnvironment.open(
            directory: path, options: LMDBEnvironmentOptions(access: .readWrite(create: true))
        ).close()
        #expect(throws: LedgerError.self) { try TransactionLedger(at: path) }
        let ledger = try TransactionLedger.create(
            at: path, configuration: WholeLedger.configuration())
        ledger.environment.close()
    }

    private static func wait(for semaphore: DispatchSemaphore) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                semaphore.wait()
                continuation.resume()
            }
        }
    }
}
