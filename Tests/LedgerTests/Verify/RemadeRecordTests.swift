import Foundation
import LedgerTesting
import Testing

@testable import Ledger

/// Records that somebody changed who can make everything anew that is made from the log: the signed
/// bytes tell, where no checkpoint was kept.
@Suite("Records that were made anew")
struct RemadeRecordTests {
    // MARK: Every field

    /// Every record of a log, and what it makes of one.
    private struct Forgery {
        let name: String
        let fields: EventFields
    }

    /// What can be made of a record by one change.
    private static func forgeries(of fields: EventFields, symbols: SymbolCache) throws -> [Forgery]
    {
        var forgeries: [Forgery] = []
        func add(_ name: String, _ change: (inout EventFields) -> Void) {
            var changed = fields
            change(&changed)
            if changed != fields { forgeries.append(Forgery(name: name, fields: changed)) }
        }
        for kind in EventKind.allCases { add("kind \(kind)") { $0.kind = kind } }
        for code in EnvironmentCode.allCases {
            add("environment \(code)") { $0.environment = code }
        }
        add("effective") { $0.effectiveAt = $0.effectiveAt.advanced(byMilliseconds: 1) }
        add("no line") { $0.line = nil }
        for line: UInt32 in 1...2 { add("line \(line)") { $0.line = LineNumber(number: line) } }
        add("no evidence") {
            ($0.evidenceSequence, $0.evidencePart, $0.evidenceDigest) = (nil, nil, nil)
        }
        for field in try FieldList.all() where field.number < 140 {
            for removes in [false, true] {
                var changed = fields
                var changer = FieldChanger(field.number, removes: removes)
                try changed.accept(&changer)
                guard changer.hasChanged else { continue }
                let name = "\(field.name) \(removes ? "removed" : "changed")"
                forgeries.append(Forgery(name: name, fields: changed))
                guard let digest = try digest(of: changed, symbols), field.number != 8 else {
                    continue
                }
                changed.contentDigest = digest
                forgeries.append(Forgery(name: "\(name), and the digest", fields: changed))
            }
        }
        return forgeries
    }

    /// The content digest that fits a statement's record.
    private static func digest(of fields: EventFields, _ symbols: SymbolCache) throws -> UInt64? {
        guard fields.kind.isSigned, !fields.states else { return nil }
        var content = try ContentDigester.content(of: fields, text: symbols.heldText)
        content.append(
            ContentDigester<LedgerError>.mark(
                isNotification: false, hasToken: fields.account != nil))
        return try SHA256().leadingNumber(of: content)
    }

    /// Checks the events of one input, as a walk over the log does.
    private static func damage(
        of input: [(sequence: UInt64, fields: EventFields)], _ ledger: TransactionLedger,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> [VerificationReport.Damage] {
        var walk = try EvidenceWalk(
            reader: ledger.reader, verifier: ledger.verifier, symbols: ledger.symbols)
        walk.start(at: input[0].sequence)
        var report = VerificationReport()
        try ledger.reader.tables.evidence.withCursor(in: transaction) { cursor in
            for (sequence, fields) in input {
                try walk.check(fields, sequence, report: &report, inputs: &cursor, in: transaction)
            }
        }
        return report.damage
    }

    private static func put(
        _ fields: EventFields, at sequence: UInt64, _ ledger: TransactionLedger,
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        let key = LMDBKey(sequence)
        let record = try RecordEncoder.encode(fields)
        try ledger.reader.tables.log.put(key.bytes, record.bytes, in: transaction)
    }

    @Test("Any field of any event that is changed or taken away differs from the signed bytes")
    func everyField() async throws {
        let whole = try WholeLedger()
        try await ProvenLedger.fill(whole)
        try await Self.fillWithKnownApp(whole)
        let ledger = whole.ledger
        #expect(try ledger.verify(signatures: true).isIntact)
        let (tried, kinds) = try Self.tryEveryField(ledger)
        #expect(tried > 2_000)
        #expect(kinds == Set(EventKind.allCases.filter(\.isSigned)))
        #expect(try ledger.verify(signatures: true).isIntact)
        await ledger.close()
    }

    /// Notifications that bring a known transaction and a known purchase of the app by another Apple
    /// Account, which a restatement names; one of the app's has no date.
    private static func fillWithKnownApp(_ whole: WholeLedger) async throws {
        let store = try WholeStore.production()
        let date: Int64 = 1_767_600_000_000
        let payload = store.transaction(
            id: "9700", productID: WholeStore.plus.id, purchaseDate: date,
            fields: ["appTransactionId": "704000055"])
        let transaction = try store.sign(payload)
        _ = try await whole.ledger.record(
            .transaction(Array(transaction.utf8), renewalInfo: nil))
        for (id, isDated) in [("704000066", true), ("704000077", false)] {
            var app = store.appTransaction(id: id, originalPurchaseDate: date, signedDate: date)
            if !isDated { app["receiptCreationDate"] = nil }
            let token = try store.sign(app)
            _ = try await whole.ledger.record(.appTransaction(Array(token.utf8)))
            let notification = store.notification(
                type: "RESCIND_CONSENT", signedDate: date + (isDated ? 1 : 2),
                data: ["signedTransactionInfo": .string(transaction)],
                fields: [
                    "appData": [
                        "bundleId": .string(store.bundleID),
                        "appAppleId": .integer(store.appAppleID), "environment": "Production",
                        "signedAppTransactionInfo": .string(token),
                    ]
                ])
            whole.clock.advance(milliseconds: 5)
            _ = try await whole.ledger.record(
                .notification(Array(try store.sign(notification).utf8)))
        }
    }

    /// How many changes were tried, of which kinds of events.
    private static func tryEveryField(
        _ ledger: TransactionLedger
    ) throws -> (tried: Int, kinds: Set<EventKind>) {
        var (tried, kinds): (Int, Set<EventKind>) = (0, [])
        try ledger.environment.write { transaction in
            let last = try ledger.reader.lastSequence(in: transaction)
            let events = try (1...last).map { sequence in
                (sequence: sequence, fields: try ledger.reader.fields(sequence, in: transaction))
            }
            for (sequence, fields) in events where fields.kind.isSigned {
                let first = fields.evidenceSequence
                let input = events.filter { $0.fields.evidenceSequence == first }
                #expect(try Self.damage(of: input, ledger, in: transaction).isEmpty)
                kinds.insert(fields.kind)
                for forgery in try Self.forgeries(of: fields, symbols: ledger.symbols) {
                    // What a line says of a reversal is the line's to tell.
                    let isRelabelled =
                        forgery.fields.kind == .reversal && fields.revocationDate == nil
                        && fields.effectiveAt == fields.signedDate
                    if isRelabelled { continue }
                    try Self.put(forgery.fields, at: sequence, ledger, in: transaction)
                    let forged = input.map { event in
                        event.sequence == sequence ? (sequence, forgery.fields) : event
                    }
                    let damage = try Self.damage(of: forged, ledger, in: transaction)
                    #expect(!damage.isEmpty, "event \(sequence), \(fields.kind): \(forgery.name)")
                    tried += 1
                }
                try Self.put(fields, at: sequence, ledger, in: transaction)
            }
        }
        return (tried, kinds)
    }

    // MARK: Everything made again

    /// What somebody does to a record who then makes the tables from the log again.
    private enum Lie: CaseIterable {
        case purchaseWithoutEvidence, creditWithEvidence, revocationAsTransaction, laterRenewal
        case laterRestatement, restatementOfAnother, notificationOfAnother
        case notificationStatesAnother, notificationDigest, reversalAsTransaction
        case purchaseAsReversal, eventRemoved

        /// Whether the record is one to change, and what becomes of it.
        func change(_ fields: inout EventFields) -> Bool {
            switch (self, fields.kind) {
            case (.purchaseWithoutEvidence, .revocation) where fields.evidencePart == 0:
                (fields.evidenceSequence, fields.evidencePart) = (nil, nil)
                fields.evidenceDigest = nil
            case (.creditWithEvidence, .credit):
                (fields.evidenceSequence, fields.evidencePart) = (3, 0)
                fields.evidenceDigest = Digest(bytes: Array(repeating: 1, count: 32))
            case (.revocationAsTransaction, .revocation): fields.kind = .transaction
            case (.laterRenewal, .renewal):
                fields.effectiveAt = fields.effectiveAt.advanced(byMilliseconds: 86_400_000)
            case (.laterRestatement, .restatement):
                fields.signedDate = fields.signedDate?.advanced(byMilliseconds: 86_400_000)
            case (.restatementOfAnother, .restatement):
                fields.account = IdentityNumber(number: 2)
            case (.notificationOfAnother, .notification) where fields.line != nil:
                fields.account = IdentityNumber(number: 2)
            case (.notificationStatesAnother, .notification):
                guard let held = fields.statedTransactionSequence, held > 3 else { return false }
                fields.statedTransactionSequence = 3
            case (.notificationDigest, .notification):
                fields.contentDigest = fields.contentDigest.map { $0 ^ 1 }
            // Nothing but its line tells these two from what they say they are.
            case (.reversalAsTransaction, .reversal) where fields.evidencePart == 0:
                fields.kind = .transaction
                fields.effectiveAt = fields.purchaseDate ?? fields.effectiveAt
            case (.purchaseAsReversal, .transaction):
                fields.kind = .reversal
                fields.effectiveAt = fields.signedDate ?? fields.recordedAt
            default: return false
            }
            return true
        }
    }

    /// A purchase that is first heard of as revoked, and again when that was taken back; at the end a
    /// transaction with its renewal info.
    private static func fillWithReversal(_ whole: WholeLedger) async throws {
        try await ProvenLedger.fill(whole)
        let store = try WholeStore.production()
        let date: Int64 = 1_767_600_000_000
        func signed(_ id: String, at signedDate: Int64, _ fields: [String: TestJSON]) throws
            -> [UInt8]
        {
            let more: [String: TestJSON] = [
                "type": "Auto-Renewable Subscription", "signedDate": .number(Double(signedDate)),
            ]
            let payload = store.transaction(
                id: id, originalID: id, productID: WholeStore.plus.id, purchaseDate: date,
                expiresDate: date + 86_400_000, fields: more.merging(fields) { $1 })
            return Array(try store.sign(payload).utf8)
        }
        for input in [
            try signed("9200", at: date + 1, ["revocationDate": .number(Double(date))]),
            try signed("9200", at: date + 2, [:]),
        ] {
            _ = try await whole.ledger.record(.transaction(input, renewalInfo: nil))
        }
        let renewalInfo = store.renewalInfo(
            originalID: "9300", productID: WholeStore.plus.id, signedDate: date)
        _ = try await whole.ledger.record(
            .transaction(
                try signed("9300", at: date, [:]),
                renewalInfo: Array(try store.sign(renewalInfo).utf8)))
    }

    /// Changes the first record that a lie is about.
    private static func tell(_ lie: Lie, in ledger: TransactionLedger) throws {
        let isTold = try ledger.environment.write { transaction in
            let last = try ledger.reader.lastSequence(in: transaction)
            if lie == .eventRemoved {
                let key = LMDBKey(last)
                return try ledger.reader.tables.log.delete(key.bytes, in: transaction)
            }
            for sequence in 1...last {
                var fields = try ledger.reader.fields(sequence, in: transaction)
                guard lie.change(&fields) else { continue }
                try put(fields, at: sequence, ledger, in: transaction)
                if lie == .purchaseWithoutEvidence {
                    let key = LMDBKey(sequence)
                    _ = try ledger.reader.tables.evidence.delete(key.bytes, in: transaction)
                }
                return true
            }
            return false
        }
        #expect(isTold, "\(lie)")
    }

    @Test(
        "A log that was changed and whose tables were made from it again differs from its evidence",
        arguments: Lie.allCases)
    private func everythingMadeAgain(lie: Lie) async throws {
        let whole = try WholeLedger()
        try await Self.fillWithReversal(whole)
        #expect(try whole.ledger.verify(signatures: true).isIntact)
        try Self.tell(lie, in: whole.ledger)
        await whole.ledger.close()
        _ = try TransactionLedger.rebuild(at: whole.path)
        let again = try WholeLedger(reopening: whole)
        let report = try again.ledger.verify(signatures: true)
        #expect(!report.isIntact)
        let kinds: Set<VerificationReport.Damage.Kind> = [
            .evidenceMissing, .evidenceDiffers, .recordDisagreesWithEvidence, .recordNotCanonical,
        ]
        #expect(!kinds.isDisjoint(with: report.damage.map(\.kind)), "\(report.damage)")
        await again.ledger.close()
    }
}
