import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("The whole ledger: evidence that goes wrong")
struct WholeRegressionTests {
    private func body(_ payload: TestJSON) throws -> [UInt8] {
        try WholeStore.production().signBody(payload).json
    }

    @Test("An appTransactionId that comes with a statement signed again reaches the line")
    func appTransactionIDOfRestatement() async throws {
        let store = try WholeStore.production()
        let fields: [String: TestJSON] = ["appTransactionId": "7001"]
        let first = store.transaction(
            id: "51", productID: "lifetime", purchaseDate: 1_767_600_000_000)
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

    @Test("Of two statements that differ in their token alone, either order gives the same owner")
    func tokenAlone() async throws {
        let store = try WholeStore.production()
        let bare = store.transaction(
            id: "52", productID: "lifetime", purchaseDate: 1_767_600_000_000)
        let claimed = bare.with(["appAccountToken": .string(WholeStory.tokens[0])])
        let bodies = [
            try body(["signedTransactionInfo": bare]),
            try body(["signedTransactionInfo": claimed]),
        ]
        let account = CustomerSelector.appAccountToken(try #require(WholeStory.account(0)))
        for order in [bodies, bodies.reversed()] {
            let whole = try WholeLedger()
            try await whole.importCatalog()
            for body in order { try await whole.ingest(body) }
            #expect(try whole.ledger.entitlements(of: account).value.map(\.name) == ["pro"])
            await whole.ledger.close()
        }
    }

    @Test(
        "The purchases of a customer that are unfinished come in the same order however they came")
    func unfinishedOrder() async throws {
        let store = try WholeStore.production()
        let bodies = try ["53", "54"].map { id in
            try body([
                "signedTransactionInfo": store.transaction(
                    id: id, productID: "lifetime", purchaseDate: 1_767_600_000_000,
                    fields: ["appAccountToken": .string(WholeStory.tokens[0])])
            ])
        }
        let account = CustomerSelector.appAccountToken(try #require(WholeStory.account(0)))
        for order in [bodies, bodies.reversed()] {
            let whole = try WholeLedger()
            for body in order { try await whole.ingest(body) }
            let found = try whole.ledger.unfinished(of: account).value
            #expect(found.map(\.transactionID) == ["53", "54"])
            await whole.ledger.close()
        }
    }

    @Test("Ids that are no decimal numbers have the same rows however they came")
    func rowsOfTextIDs() async throws {
        let store = try WholeStore.production()
        let bodies = try ["a1", "b2"].map { id in
            try body([
                "signedTransactionInfo": store.transaction(
                    id: id, productID: "lifetime", purchaseDate: 1_767_600_000_000)
            ])
        }
        var exports: Set<[String]> = []
        for order in [bodies, bodies.reversed()] {
            let whole = try WholeLedger()
            for body in order { try await whole.ingest(body) }
            let rows = try whole.export(.transactions, at: Cut(asOf: WholeLedger.now))
            exports.insert(
                try rows.split(separator: "\n").map {
                    try WholeAnswers.canonical(Array($0.utf8))
                }.sorted())
            await whole.ledger.close()
        }
        #expect(exports.count == 1)
    }

    @Test(
        "One notificationUUID with other content is an anomaly, also of notifications without a line"
    )
    func notificationConflictWithoutLine() async throws {
        let store = try WholeStore.production()
        let whole = try WholeLedger()
        let uuid = "5e5e5e5e-0000-4000-8000-000000000000"
        for type in ["TEST", "RESCIND_CONSENT"] {
            let notification = store.notification(
                type: type, uuid: uuid, signedDate: 1_767_600_000_000)
            let report = try await whole.ingest(body(["signedPayload": notification]))
            #expect(report.appended == 1)
        }
        #expect(try whole.ledger.anomalies().value.map(\.kind) == ["notificationConflict"])
        await whole.ledger.close()
    }

    @Test("A notification states a transaction again with the appTransactionId of a renewal info")
    func appTransactionIDOfRenewalInfo() async throws {
        let store = try WholeStore.production()
        var subscription = try TestSubscription(
            store: store, customer: TestCustomer(), product: WholeStore.news,
            originalTransactionID: "9000")
        let fields: [String: TestJSON] = ["appTransactionId": "7001"]
        let bought = try subscription.subscribe(at: "2026-01-05")
        let again = try subscription.notification(
            type: "PRICE_INCREASE", at: "2026-01-06",
            changing: TestChanges(transaction: fields, renewalInfo: fields))
        let whole = try WholeLedger()
        try await whole.importCatalog()
        for notification in [bought, again] {
            try await whole.ingest(store.notificationBody(notification))
        }
        let cut = Cut(asOf: Instant(millisecondsSince1970: 1_767_700_000_000))
        let found = try whole.ledger.entitlements(of: .appTransactionID("7001"), at: cut).value
        #expect(found.map(\.name) == ["news"])
        await whole.ledger.close()
    }
}
