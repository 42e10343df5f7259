import Foundation
import LedgerTesting
import Synchronization
import Testing

@testable import Ledger

@Suite("The whole ledger: small cases that once went wrong")
struct WholeRegressionTests {
    private func body(_ payload: TestJSON) throws -> [UInt8] {
        try WholeStore.production().signBody(payload).json
    }

    @Test("An appTransactionId that comes with a statement signed again reaches the line")
    func appTransactionIDOfRestatement() async throws {
        let store = try WholeStore.production()
        let fields: [String: TestJSON] = ["appTransactionId": "7001"]
        let first = store.transaction(id: "51", productID: "lifetime", purchaseDate: 1_767_600_000_000)
        let again = first.with(["signedDate": 1_767_600_100_000]).with(fields)
        let bodies = [
            try body(["signedTransactionInfo": first]),
            try body([
                "signedPayload": store.notification(type: "ONE_TIME_CHARGE", transaction: again)
            ]),
        ]
        for order in [bodies, bodies.reversed()] {
            let whole = try WholeLedger()
            try await whole.importCatalog()
            for body in order { try await whole.ingest(body) }
            let found = try whole.ledger.entitlements(of: .appTransactionID("7001")).value
            #expect(found.map(\.name) == ["pro"])
            let rows = try whole.export(.transactions, at: Cut(asOf: WholeLedger.now))
            #expect(rows.contains("\"7001\""))
            await whole.ledger.close()
        }
    }

    @Test("An answer at a past sequence has the same bytes whatever the clock says")
    func sequenceCutBytes() async throws {
        let whole = try WholeLedger()
        try await whole.importCatalog()
        let cut = Cut(asOf: WholeLedger.now, knowledge: .sequence(1))
        let first = try whole.ledger.entitlements(of: .appTransactionID("7001"), at: cut).json
        whole.clock.advance(milliseconds: 1)
        let second = try whole.ledger.entitlements(of: .appTransactionID("7001"), at: cut).json
        #expect(String(decoding: first, as: UTF8.self) == String(decoding: second, as: UTF8.self))
        await whole.ledger.close()
    }

    @Test("A final answer does not change when a commit that had begun before it ends")
    func finalAnswerDuringCommit() async throws {
        let (began, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let state = Mutex((time: Int64(1_000), isHolding: false))
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

    private static func wait(for semaphore: DispatchSemaphore) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                semaphore.wait()
                continuation.resume()
            }
        }
    }

    @Test("A refund of an old period that is taken back is a reversal in the history")
    func reversalOfOldPeriod() async throws {
        let store = try WholeStore.production()
        let whole = try WholeLedger()
        var subscription = try TestSubscription(
            store: store, customer: TestCustomer(), product: WholeStore.news,
            originalTransactionID: "9000")
        try await whole.ingest(
            store.notificationBody(subscription.subscribe(at: "2026-01-05")))
        for _ in 0..<4 { try await whole.ingest(store.notificationBody(subscription.renew())) }
        try await whole.ingest(
            store.notificationBody(subscription.refund("9000", at: "2026-07-01")))
        let clean = try subscription.transactions(signedAt: "2026-08-01")
        var first = clean[0].with([
            "revocationDate": .null, "revocationReason": .null, "revocationType": .null,
            "revocationPercentage": .null,
        ])
        // Something else of the content is new, too.
        first["storefront"] = "DEU"
        try await whole.ingest(body(["signedTransactionInfo": first]))
        let history = try whole.ledger.history(of: .originalTransactionID("9000")).value
        #expect(history.last?.kind == .reversal)
        await whole.ledger.close()
    }
}
