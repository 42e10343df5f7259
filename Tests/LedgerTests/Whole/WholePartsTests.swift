import LedgerTesting
import Testing

@testable import Ledger

@Suite("The whole ledger: an input of every part")
struct WholePartsTests {
    @Test("Each event of a notification that carries everything commits to its own token")
    func everyPart() async throws {
        let store = try WholeStore.production()
        var subscription = try TestSubscription(
            store: store, customer: TestCustomer(appTransactionID: "7001"),
            product: WholeStore.plus, originalTransactionID: "9000")
        let date: Int64 = 1_767_600_000_000
        let app = store.appTransaction(
            id: "7001", originalPurchaseDate: date, signedDate: date)
        let notification = try subscription.subscribe(at: "2026-01-05").with([
            "appData": .object([
                "environment": .string("Production"), "bundleId": app["bundleId"] ?? .null,
                "appAppleId": app["appAppleId"] ?? .null, "signedAppTransactionInfo": app,
            ])
        ])
        let whole = try WholeLedger()
        try await whole.importCatalog()
        let report = try await whole.ingest(store.notificationBody(notification))
        #expect(report.appended == 1)
        let ledger = whole.ledger
        let kinds: [EventKind: PayloadKind] = [
            .notification: .notification, .transaction: .transaction, .renewalInfo: .renewalInfo,
            .appTransaction: .appTransaction,
        ]
        try ledger.environment.read { transaction in
            let reader = ledger.reader
            let last = try reader.lastSequence(in: transaction)
            var found: Set<EventKind> = []
            for sequence in 1...last {
                let fields = try reader.fields(sequence, in: transaction)
                guard let first = fields.evidenceSequence else { continue }
                let evidence = try #require(
                    try EvidenceReader(tables: reader.tables).evidence(at: first, in: transaction))
                #expect(evidence.evidence.parts.count == Evidence.partCountMax)
                let index = Int(try #require(fields.evidencePart))
                let part = evidence.evidence.parts[index]
                #expect(try PayloadKind(of: part.payload) == kinds[fields.kind])
                var commitment = EvidenceCommitment(hasher: try SHA256())
                let digest = try commitment.digest(
                    of: CompactJWS(part.compactJWS), partIndex: index, salt: evidence.salt)
                #expect(digest.bytes == fields.evidenceDigest?.bytes)
                found.insert(fields.kind)
            }
            #expect(found == Set(kinds.keys))
        }
        #expect(try ledger.verify(signatures: true).isIntact)
        await ledger.close()
    }

    @Test("Who is erased goes from a notification too that brings a known app transaction again")
    func knownAppTransaction() async throws {
        let store = try WholeStore.production()
        let date: Int64 = 1_767_600_000_000
        let app = store.appTransaction(
            id: "704000077", originalPurchaseDate: date, signedDate: date)
        let notification = try store.testNotification(at: "2026-01-06").with([
            "notificationType": "RESCIND_CONSENT", "data": .null,
            "appData": .object([
                "environment": .string("Production"), "bundleId": app["bundleId"] ?? .null,
                "appAppleId": app["appAppleId"] ?? .null, "signedAppTransactionInfo": app,
            ]),
        ])
        let whole = try WholeLedger()
        let token = try store.sign(app)
        _ = try await whole.ledger.record(.appTransaction(Array(token.utf8)))
        let report = try await whole.ingest(store.notificationBody(notification))
        #expect(report.appended == 1 && report.events == 1)
        let ledger = whole.ledger
        #expect(try ledger.statistics().evidence == 2)
        #expect(try await !ledger.erase(.appTransactionID("704000077")).isEmpty)
        #expect(try ledger.statistics().evidence == 0)
        #expect(try ledger.verify(signatures: true).isIntact)
        await ledger.close()
    }
}
