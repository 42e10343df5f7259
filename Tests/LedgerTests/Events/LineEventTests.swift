import Testing

@testable import Ledger

@Suite("What a line's fold reads of a record")
struct LineEventTests {
    private static func whole(_ bytes: [UInt8]) throws(RecordError) -> EventFields {
        unsafe try RecordDecoder.decode(bytes.span.bytes)
    }

    /// Reads a record into memory that an event with every field was in before.
    private static func lean(_ bytes: [UInt8]) throws -> LineEventFields {
        var event = try everything()
        unsafe try LineEventDecoder.decode(bytes.span.bytes, into: &event)
        return LineEventFields(event)
    }

    private static func everything() throws -> LineEvent {
        var filler = FieldFiller(numbers: Set(try FieldList.all().map(\.number)))
        var event = EventFields(
            kind: .policy, recordedAt: .distantPast, effectiveAt: .distantPast)
        try event.accept(&filler)
        return LineEvent(event)
    }

    /// A record of every kind, and records with random fields.
    private static func records() throws -> [[UInt8]] {
        var records = try GoldenRecords.all().map { try RecordEncoder.encode($0.event) }
        var random = SeededGenerator(seed: 20)
        let numbers = try FieldList.all().map(\.number)
        for kind in EventKind.allCases {
            for share in [0, 20, 50, 100] {
                var event = EventFields(
                    kind: kind, recordedAt: Instant(millisecondsSince1970: 5),
                    effectiveAt: Instant(millisecondsSince1970: -6))
                event.environment = .sandbox
                event.line = share == 0 ? nil : LineNumber(number: 70_000)
                let kept = numbers.filter { _ in Int.random(in: 0..<100, using: &random) < share }
                var filler = FieldFiller(numbers: Set(kept))
                try event.accept(&filler)
                records.append(try RecordEncoder.encode(event))
            }
        }
        return records
    }

    @Test("The lean event is the whole one without what no fold asks for")
    func equalsConversion() throws {
        for record in try Self.records() {
            let expected = LineEventFields(LineEvent(try Self.whole(record)))
            #expect(try Self.lean(record) == expected, "\(record)")
            let place = try #require(unsafe RecordHead.place(of: record.span.bytes))
            let event = try Self.whole(record)
            #expect(place.line == event.line?.number ?? 0)
            #expect(place.environment == event.environment.rawValue)
        }
    }

    @Test("Each field of the lean event is the one of its name in the whole event")
    func namesFields() throws {
        let names = Dictionary(
            uniqueKeysWithValues: try FieldList.all().map { ($0.number, $0.type) })
        for number in names.keys.sorted() {
            var event = EventFields(
                kind: .transaction, recordedAt: .distantPast, effectiveAt: .distantPast)
            var filler = FieldFiller(numbers: [number])
            try event.accept(&filler)
            #expect(
                LineEventFields(LineEvent(event)) == LineEventFields(ofWhole: event),
                "field \(number)")
        }
    }

    @Test("A record that is cut anywhere is an error for both readings or for none")
    func truncations() throws {
        for record in try Self.records() {
            for count in record.indices { Self.checkAgreement(Array(record[..<count])) }
        }
    }

    @Test("Whatever record the whole reading takes, the lean one takes too, with the same fields")
    func bitFlips() throws {
        for sample in try GoldenRecords.all() {
            var record = try RecordEncoder.encode(sample.event)
            for index in record.indices {
                for bit in 0..<8 {
                    record[index] ^= 1 << bit
                    Self.checkAgreement(record)
                    record[index] ^= 1 << bit
                }
            }
        }
    }

    private static func checkAgreement(_ record: [UInt8]) {
        guard let event = try? whole(record) else {
            // What is skipped is not looked into; that it is read at all must not trap.
            _ = try? lean(record)
            return
        }
        #expect((try? lean(record)) == LineEventFields(LineEvent(event)), "\(record)")
    }

    @Test("A field out of order is refused")
    func disorder() throws {
        var record = try RecordEncoder.encode(
            EventFields(kind: .transaction, recordedAt: .distantPast, effectiveAt: .distantPast))
        record += [2, 1, 0, 0, 0, 1, 1, 0, 0, 0]
        #expect(throws: RecordError.unexpectedField(1)) { try Self.lean(record) }
        #expect(throws: RecordError.unexpectedField(1)) { try Self.whole(record) }
    }

    @Test("Every field of the format has the width of its type, and no other number has one")
    func widths() throws {
        let types = Dictionary(
            uniqueKeysWithValues: try FieldList.all().map { ($0.number, $0.type) })
        for number in UInt8.min...UInt8.max {
            let expected: String? =
                switch types[number] {
                case nil: nil
                case "symbol", "identity", "int32": "fixed(4)"
                case "identifier", "instant", "uint64", "int64": "fixed(8)"
                case "boolean": "fixed(1)"
                case "digest": "fixed(32)"
                case "bytes", "packed text": "counted(itemByteCount: 1)"
                case "symbols": "counted(itemByteCount: 4)"
                case "identity definitions": "counted(itemByteCount: 36)"
                case "symbol definitions": "symbolDefinitions"
                case let type?: "no width for \(type)"
                }
            #expect(FieldWidth(field: number).map { "\($0)" } == expected, "field \(number)")
        }
    }
}

/// All that a lean event says, to be compared.
private struct LineEventFields: Hashable {
    private let head: [AnyHashable?]
    private let signed: [AnyHashable?]
    private let purchase: [AnyHashable?]
    private let renewal: [AnyHashable?]
    private let notification: [AnyHashable?]

    init(_ event: LineEvent) {
        head = [event.kind, event.line, event.recordedAt, event.effectiveAt]
        signed = [
            event.bundle, event.account, event.appTransaction, event.evidenceSequence,
            event.signedDate, event.contentDigest, event.statedRenewalInfoAccount,
        ]
        purchase = [
            event.transactionID, event.originalTransactionID, event.webOrderLineItemID,
            event.product, event.subscriptionGroup, event.purchaseDate, event.expiresDate,
            event.quantity, event.productType, event.ownershipType, event.revocationDate,
            event.revocationType, event.revocationPercentage, event.isUpgraded, event.offerType,
            event.offerIdentifier, event.billingPlanType, event.hasCommitmentFields,
        ]
        renewal = [
            event.autoRenewProduct, event.autoRenewStatus, event.isInBillingRetryPeriod,
            event.priceIncreaseStatus, event.gracePeriodExpiresDate, event.expirationIntent,
            event.renewalDate, event.renewalPrice, event.commitmentAutoRenewProduct,
            event.commitmentAutoRenewStatus,
        ]
        notification = [
            event.notificationType, event.subtype, event.status, event.statedTransactionSequence,
            event.statedTransactionSignedDate, event.statedRenewalInfoSequence,
            event.statedRenewalInfoSignedDate,
        ]
    }

    /// The same of an event whose every field is there.
    init(ofWhole event: EventFields) {
        head = [event.kind, event.line, event.recordedAt, event.effectiveAt]
        signed = [
            event.bundle, event.account, event.appTransaction, event.evidenceSequence,
            event.signedDate, event.contentDigest, event.statedRenewalInfoAccount,
        ]
        purchase = [
            event.transactionID, event.originalTransactionID, event.webOrderLineItemID,
            event.product, event.subscriptionGroup, event.purchaseDate, event.expiresDate,
            event.quantity, event.productType, event.ownershipType, event.revocationDate,
            event.revocationType, event.revocationPercentage, event.isUpgraded, event.offerType,
            event.offerIdentifier, event.billingPlanType,
            event.commitmentExpiresDate != nil || event.totalBillingPeriods != nil,
        ]
        renewal = [
            event.autoRenewProduct, event.autoRenewStatus, event.isInBillingRetryPeriod,
            event.priceIncreaseStatus, event.gracePeriodExpiresDate, event.expirationIntent,
            event.renewalDate, event.renewalPrice, event.commitmentAutoRenewProduct,
            event.commitmentAutoRenewStatus,
        ]
        notification = [
            event.notificationType, event.subtype, event.status, event.statedTransactionSequence,
            event.statedTransactionSignedDate, event.statedRenewalInfoSequence,
            event.statedRenewalInfoSignedDate,
        ]
    }
}
