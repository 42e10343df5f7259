import LedgerTesting
import Testing

@testable import Ledger

/// What is found names where it is: the event, or the table and its row.
@Suite("Findings name the event or the row")
struct FindingNamesTests {
    private static func filled() async throws -> WholeLedger {
        let whole = try WholeLedger()
        try await ProvenLedger.fill(whole)
        return whole
    }

    private static func change(
        _ key: LMDBKey, of table: LMDBTable, _ ledger: TransactionLedger,
        _ change: (inout [UInt8]) -> Void
    ) throws {
        try ledger.environment.write { transaction in
            var row = try #require(
                try table.get(key.bytes, in: transaction) { [UInt8](copying: $0) })
            change(&row)
            try table.put(key.bytes, row.bytes, in: transaction)
        }
    }

    @Test("A change that only the tree tells of names its event, and nothing that follows from it")
    func onlyTheTree() async throws {
        let whole = try await Self.filled()
        let ledger = whole.ledger
        let last = try ledger.statistics().events
        var fields = try ledger.environment.read { try ledger.reader.fields(last, in: $0) }
        #expect(fields.kind == .credit)
        fields.effectiveAt = fields.effectiveAt.advanced(byMilliseconds: -1)
        let record = try RecordEncoder.encode(fields)
        try Self.change(LMDBKey(last), of: ledger.reader.tables.log, ledger) { $0 = record }
        let tree = try ledger.verify().damage.filter { $0.kind == .treeDiffers }
        #expect(tree.map(\.sequence) == [last])
        await ledger.close()
    }

    @Test("A header that was changed is one finding, however many tokens have it")
    func header() async throws {
        let whole = try await Self.filled()
        let ledger = whole.ledger
        let key = try ledger.environment.read { transaction in
            try #require(
                try ledger.reader.tables.headers.first(.all, in: transaction) { key, _ in
                    var reader = ByteReader(key)
                    return try reader.read(UInt32.self).byteSwapped
                })
        }
        try Self.change(LogKey.number(key), of: ledger.reader.tables.headers, ledger) {
            $0[$0.count / 2] ^= 1
        }
        for signatures in [false, true] {
            let damage = try ledger.verify(signatures: signatures).damage
            #expect(damage.count == 2, "\(damage)")
            #expect(damage.contains { $0.detail.contains("row \(key) of the table headers") })
        }
        await ledger.close()
    }

    @Test("An input whose evidence is damaged is one finding, at its first event")
    func evidence() async throws {
        let whole = try await Self.filled()
        let ledger = whole.ledger
        try Self.change(LMDBKey(2), of: ledger.reader.tables.evidence, ledger) { $0[30] ^= 1 }
        let damage = try ledger.verify(signatures: true).damage
        #expect(damage.map(\.kind) == [.evidenceUnreadable] && damage.first?.sequence == 2)
        await ledger.close()
    }

    @Test(
        "A last record that cannot be read is named, and is of a newer release only where it says so"
    )
    func lastRecord() async throws {
        for (place, isNewer) in [(0, false), (0, true), (1, false)] {
            let whole = try await Self.filled()
            let last = try whole.ledger.statistics().events
            try Self.change(LMDBKey(last), of: whole.ledger.reader.tables.log, whole.ledger) {
                $0[place] = isNewer ? RecordEncoder.formatVersion + 1 : 0
            }
            await whole.ledger.close()
            let error = try #require(
                #expect(throws: (any Error).self) {
                    try WholeLedger(reopening: whole).ledger.statistics()
                })
            if isNewer {
                let version = RecordEncoder.formatVersion + 1
                #expect(error as? RecordError == .unknownFormat(version))
            } else {
                let found = try #require(error as? LedgerError)
                #expect(found.code == .damaged)
                #expect(found.detail.contains("event \(last) of the table log"))
            }
        }
    }

    /// The events of an event's input.
    private static func input(of sequence: UInt64, _ ledger: TransactionLedger) throws -> Set<
        UInt64
    > {
        try ledger.environment.read { transaction in
            let last = try ledger.reader.lastSequence(in: transaction)
            let first = try ledger.reader.fields(sequence, in: transaction).evidenceSequence
            return try Set(
                (1...last).filter { other in
                    let named = try ledger.reader.fields(other, in: transaction).evidenceSequence
                    return other == sequence || first != nil && named == first
                })
        }
    }

    @Test("A record that cannot be read accuses no event of another input")
    func unreadable() async throws {
        let whole = try await Self.filled()
        let ledger = whole.ledger
        let log = ledger.reader.tables.log
        for sequence in 1..<(try ledger.statistics().events) {
            let input = try Self.input(of: sequence, ledger)
            try Self.change(LMDBKey(sequence), of: log, ledger) { $0[0] ^= 0x80 }
            for eventsPerPart in [1, 3, 256] {
                let report = try ledger.verify(
                    signatures: true, eventsPerPart: eventsPerPart,
                    by: ParallelParts(threadCountMax: 2))
                let accused = Set(report.damage.compactMap(\.sequence))
                #expect(
                    accused.contains(sequence) && accused.isSubset(of: input),
                    "event \(sequence): \(report.damage)")
            }
            try Self.change(LMDBKey(sequence), of: log, ledger) { $0[0] ^= 0x80 }
        }
        #expect(try ledger.verify(signatures: true).isIntact)
        await ledger.close()
    }

    @Test("What the tree tells of is told once, in however many parts the log is walked")
    func onceInParts() async throws {
        let whole = try await Self.filled()
        let ledger = whole.ledger
        try Self.change(LMDBKey(1), of: ledger.reader.tables.log, ledger) { record in
            // The catalog's last character.
            record[record.count - 1] ^= 1
        }
        let inOne = try ledger.verify().damage.filter { $0.kind == .treeDiffers }
        for eventsPerPart in [1, 2, 7] {
            let report = try ledger.verify(
                signatures: false, eventsPerPart: eventsPerPart,
                by: ParallelParts(threadCountMax: 1))
            #expect(report.damage.filter { $0.kind == .treeDiffers } == inOne, "\(eventsPerPart)")
        }
        await ledger.close()
    }

    @Test("What was taken in stays: another app, Apple ID or environment now is no damage")
    func notAccepted() async throws {
        let whole = try await Self.filled()
        let inputs = try whole.ledger.verify(signatures: true).signatures
        var configuration = try WholeLedger.configuration()
        let app = try #require(configuration.apps.first)
        configuration.apps = [.init(bundleID: app.bundleID, appAppleID: 7)]
        let other = configuration
        _ = try await whole.ledger.configure { $0 = other }
        await whole.ledger.close()
        let again = try WholeLedger(reopening: whole)
        let report = try again.ledger.verify(signatures: true)
        #expect(report.isIntact && report.notAccepted > 0, "\(report.damage)")
        _ = try await again.ledger.configure { configuration in
            configuration.apps = [.init(bundleID: "com.example.another")]
            configuration.environments = [.sandbox]
        }
        await again.ledger.close()
        let third = try WholeLedger(reopening: whole)
        let last = try third.ledger.verify(signatures: true)
        #expect(last.isIntact && last.notAccepted == inputs, "\(last.damage)")
        await third.ledger.close()
    }
}
