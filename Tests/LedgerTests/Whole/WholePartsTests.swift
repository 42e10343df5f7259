import Foundation
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

    @Test(
        "Who is erased goes from an input too that brought something known of theirs beside something new",
        arguments: [true, false])
    func knownPart(knownIsRenewalInfo: Bool) async throws {
        let store = try WholeStore.production()
        let (alice, bob) = (WholeStory.tokens[0], WholeStory.tokens[1])
        let date: Int64 = 1_767_600_000_000
        func transaction(_ token: String, _ id: String) throws -> [UInt8] {
            let payload = store.transaction(
                id: id, originalID: "9100", productID: WholeStore.plus.id, purchaseDate: date,
                expiresDate: date + 86_400_000,
                fields: ["appAccountToken": .string(token), "type": "Auto-Renewable Subscription"])
            return Array(try store.sign(payload).utf8)
        }
        func renewalInfo(_ token: String, signedDate: Int64) throws -> [UInt8] {
            let payload = store.renewalInfo(
                originalID: "9100", productID: WholeStore.plus.id,
                signedDate: signedDate, fields: ["appAccountToken": .string(token)])
            return Array(try store.sign(payload).utf8)
        }
        let whole = try WholeLedger()
        let ledger = whole.ledger
        let known = (try transaction(bob, "9100"), try renewalInfo(bob, signedDate: date))
        _ = try await ledger.record(.transaction(known.0, renewalInfo: known.1))
        let second: SignedInput =
            knownIsRenewalInfo
            ? .transaction(try transaction(alice, "9101"), renewalInfo: known.1)
            : .transaction(known.0, renewalInfo: try renewalInfo(alice, signedDate: date + 1))
        _ = try await ledger.record(second)
        #expect(try ledger.statistics().evidence == 2)
        #expect(try ledger.verify(signatures: true).isIntact)
        let account = try #require(UUID(uuidString: bob))
        _ = try await ledger.erase(.appAccountToken(account))
        #expect(try !Self.evidenceNames(bob, ledger))
        let report = try ledger.verify(signatures: true)
        #expect(report.isIntact, "\(report.damage)")
        await ledger.close()
    }

    @Test(
        "Who was erased and comes back beside something new is erased again by the same name",
        arguments: [true, false], [true, false])
    func erasedTwice(knownIsRenewalInfo: Bool, isKnownElsewhere: Bool) async throws {
        let store = try WholeStore.production()
        let bob = WholeStory.tokens[1]
        let account = try #require(UUID(uuidString: bob))
        let date: Int64 = 1_767_600_000_000
        func transaction(_ id: String, _ originalID: String, isBobs: Bool) throws -> [UInt8] {
            let payload = store.transaction(
                id: id, originalID: originalID, productID: WholeStore.plus.id, purchaseDate: date,
                expiresDate: date + 86_400_000,
                fields: isBobs ? ["appAccountToken": .string(bob)] : [:])
            return Array(try store.sign(payload).utf8)
        }
        func renewalInfo(signedDate: Int64, isBobs: Bool) throws -> [UInt8] {
            let payload = store.renewalInfo(
                originalID: "9100", productID: WholeStore.plus.id, signedDate: signedDate,
                fields: isBobs ? ["appAccountToken": .string(bob)] : [:])
            return Array(try store.sign(payload).utf8)
        }
        let whole = try WholeLedger()
        let ledger = whole.ledger
        let known = (
            try transaction("9100", "9100", isBobs: true),
            try renewalInfo(signedDate: date, isBobs: true)
        )
        _ = try await ledger.record(.transaction(known.0, renewalInfo: known.1))
        #expect(try await !ledger.erase(.appAccountToken(account)).isEmpty)
        if isKnownElsewhere {
            let other = try transaction("9500", "9500", isBobs: true)
            _ = try await ledger.record(.transaction(other, renewalInfo: nil))
        }
        // Alone it is a duplicate and restores nothing.
        #expect(
            Self.isDuplicate(
                try await ledger.record(.transaction(known.0, renewalInfo: known.1))))
        #expect(try Self.evidenceNames(bob, ledger) == isKnownElsewhere)
        let again: SignedInput =
            knownIsRenewalInfo
            ? .transaction(try transaction("9101", "9100", isBobs: false), renewalInfo: known.1)
            : .transaction(
                known.0, renewalInfo: try renewalInfo(signedDate: date + 1, isBobs: false))
        _ = try await ledger.record(again)
        #expect(try Self.evidenceNames(bob, ledger))
        #expect(try ledger.verify(signatures: true).isIntact)
        // Bytes that were erased give a line to nobody.
        #expect(
            try ledger.unattributed().value.contains { $0.originalTransactionID == "9100" })
        #expect(try await !ledger.erase(.appAccountToken(account)).isEmpty)
        #expect(try !Self.evidenceNames(bob, ledger))
        let report = try ledger.verify(signatures: true)
        #expect(report.isIntact, "\(report.damage)")
        // What is named by the line's events needs no event of its own.
        #expect(Self.isDuplicate(try await ledger.record(again)))
        await ledger.close()
    }

    @Test("Each Apple Account that an input names can be erased, be it in the app's own part")
    func everyAppleAccount() async throws {
        let store = try WholeStore.production()
        let date: Int64 = 1_767_600_000_000
        func transaction(_ apple: String) throws -> [UInt8] {
            let payload = store.transaction(
                id: "9100", productID: WholeStore.plus.id, purchaseDate: date,
                fields: ["appTransactionId": .string(apple)])
            return Array(try store.sign(payload).utf8)
        }
        let (line, app) = ("704000077", "704000088")
        let known = (
            try transaction(line),
            Array(
                try store.sign(
                    store.appTransaction(id: app, originalPurchaseDate: date, signedDate: date)
                ).utf8)
        )
        let whole = try WholeLedger()
        let ledger = whole.ledger
        _ = try await ledger.record(.transaction(known.0, renewalInfo: nil))
        _ = try await ledger.record(.appTransaction(known.1))
        let notification = store.notification(
            type: "RESCIND_CONSENT", signedDate: date + 7,
            data: ["signedTransactionInfo": .string(String(decoding: known.0, as: UTF8.self))],
            fields: [
                "appData": [
                    "bundleId": .string(store.bundleID), "appAppleId": .integer(store.appAppleID),
                    "environment": "Production",
                    "signedAppTransactionInfo": .string(String(decoding: known.1, as: UTF8.self)),
                ]
            ])
        _ = try await ledger.record(.notification(Array(try store.sign(notification).utf8)))
        #expect(try ledger.verify(signatures: true).isIntact)
        try await Self.expectProofs(of: whole)
        for apple in [app, line] {
            #expect(try Self.evidenceNames(apple, ledger))
            #expect(try await !ledger.erase(.appTransactionID(apple)).isEmpty)
            #expect(try !Self.evidenceNames(apple, ledger))
            #expect(try ledger.verify(signatures: true).isIntact)
        }
        await ledger.close()
    }

    /// Every event is proved, with the signature of its token.
    private static func expectProofs(of whole: WholeLedger) async throws {
        let key = try CheckpointKey.create(
            at: whole.directory.path + "/ledger.key", name: "example.com/ledger")
        let checkpoint = try await whole.ledger.signCheckpoint(with: key)
        let checker = try ProofChecker(
            verifierKeys: [key.verifierKey],
            rootCertificates: [Data(WholeStore.production().rootCertificate)])
        for sequence in 1...checkpoint.size {
            let check = try checker.check(try whole.ledger.proveEvent(sequence))
            #expect(check.holds, "event \(sequence): \(check.failure ?? "")")
        }
    }

    private static func isDuplicate(_ outcome: RecordOutcome) -> Bool {
        guard case .duplicate = outcome else { return false }
        return true
    }

    /// Whether any evidence that is left names an identifier.
    private static func evidenceNames(
        _ identifier: String, _ ledger: TransactionLedger
    ) throws -> Bool {
        let (reader, search) = (ledger.reader, IdentifierSearch([identifier]))
        return try ledger.environment.read { transaction in
            for sequence in 1...(try reader.lastSequence(in: transaction)) {
                let found = try EvidenceReader(tables: reader.tables)
                    .evidence(at: sequence, in: transaction)
                if let found, found.evidence.parts.contains(where: { search.finds(in: $0.payload) })
                {
                    return true
                }
            }
            return false
        }
    }
}
