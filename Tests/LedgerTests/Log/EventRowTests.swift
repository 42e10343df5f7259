import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("Rows of the events of a line")
struct EventRowTests {
    private static func row(_ first: UInt64, _ value: [UInt8]) throws -> EventRow {
        unsafe try EventRow(first: first, decoding: value.span.bytes)
    }

    @Test("A row says in one byte how many events follow its first, and nothing of one alone")
    func coding() throws {
        #expect(try Self.row(7, []).sequences == 7...7)
        for count in 1...UInt8.max {
            #expect(try Self.row(7, [count]).sequences == 7...7 + UInt64(count))
        }
        #expect(try Self.row(.max - 9, [9]).sequences == UInt64.max - 9 ... .max)
        for (first, value) in [(7, [0]), (7, [1, 0]), (.max - 9, [10])] as [(UInt64, [UInt8])] {
            #expect(throws: RecordError.self) { try Self.row(first, value) }
        }
    }

    @Test("A statement's row has one number where its holder has the content, else two")
    func holders() throws {
        func read(_ bytes: [UInt8]) throws -> StatementHolders {
            unsafe try StatementHolders(decoding: bytes.span.bytes)
        }
        let (two, one) = (ByteWriter.bytes(of: UInt64(258)), ByteWriter.bytes(of: UInt64(1)))
        #expect(try read(two) == StatementHolders(holder: 258, content: 258))
        #expect(try read(two + one) == StatementHolders(holder: 258, content: 1))
        for bytes in [[], Array(two.dropLast()), two + two, two + [1], two + one + [0]] {
            #expect(throws: RecordError.truncated) { try read(bytes) }
        }
    }

    @Test("Events share a row that follow one another and have line and evidence in common")
    func runs() throws {
        let (line, other) = (LineNumber(number: 1), LineNumber(number: 2))
        var run = EventRun(line, evidenceSequence: 5, 5)
        for (line, evidence) in [(other, 5), (line, 6), (line, nil)] as [(LineNumber, UInt64?)] {
            let isTaken = run.takeIn(line, evidenceSequence: evidence, 6)
            #expect(!isTaken)
        }
        for sequence in [0, 4, 5, 7] as [UInt64] {
            let isTaken = run.takeIn(line, evidenceSequence: 5, sequence)
            #expect(!isTaken)
        }
        for sequence in 6...5 + UInt64(EventRow.followersMax) {
            let isTaken = run.takeIn(line, evidenceSequence: 5, sequence)
            #expect(isTaken && run.row.sequences == 5...sequence)
        }
        let isTakenBeyond = run.takeIn(
            line, evidenceSequence: 5, 6 + UInt64(EventRow.followersMax))
        #expect(!isTakenBeyond)
        var second = EventRun(line, evidenceSequence: nil, 9)
        let isTogether = second.takeIn(line, evidenceSequence: nil, 10)
        #expect(!isTogether)
    }

    // MARK: Whole ledgers

    /// Two lines with inputs of one to three events, presentations behind some of them, and events
    /// of the host between them.
    private func bench() async throws -> ErasureBench {
        var bench = try await ErasureBench()
        let bob = try ErasureBench.account(ErasureBench.bob)
        for number in 0..<2 {
            try await bench.renew()
            let body = try bench.store.notificationBody(bench.bobRenews())
            try await bench.whole.ingest(body, presentedBy: WholeStory.account(number))
            _ = try await bench.ledger.grant("gift", to: bob, key: IdempotencyKey("b\(number)"))
        }
        // What is known: a presentation alone.
        try await bench.whole.ingest(bench.deliveries[0], presentedBy: WholeStory.account(2))
        return bench
    }

    /// The events of each line, as the log has them.
    private static func events(of ledger: TransactionLedger) throws -> [LineNumber: [UInt64]] {
        try ledger.environment.read { transaction in
            var events: [LineNumber: [UInt64]] = [:]
            for sequence in 1...(try ledger.reader.lastSequence(in: transaction)) {
                guard let line = try ledger.reader.fields(sequence, in: transaction).line else {
                    continue
                }
                events[line, default: []].append(sequence)
            }
            return events
        }
    }

    private static func rows(
        _ lines: LMDBTable, in environment: LMDBEnvironment, ofEventsOnly: Bool = false
    ) throws -> [[UInt8]: [UInt8]] {
        try environment.read { transaction in
            var rows: [[UInt8]: [UInt8]] = [:]
            try lines.forEach(in: transaction) { key, value in
                let key = [UInt8](copying: key)
                if !ofEventsOnly || key[4] == LogKey.LineRow.event.rawValue {
                    rows[key] = [UInt8](copying: value)
                }
                return true
            }
            return rows
        }
    }

    @Test("A line's events up to any event are those of the log, also within an input")
    func everyCut() async throws {
        let bench = try await bench()
        let ledger = bench.ledger
        let events = try Self.events(of: ledger)
        let last = try ledger.statistics().events
        #expect(events.count == 3)
        try ledger.environment.read { transaction in
            for (line, sequences) in events {
                for through in [0...last + 1, .max - 1 ... .max].joined() {
                    let found = try ledger.reader.eventSequences(
                        of: line, through: through, in: transaction)
                    #expect(found == sequences.filter { $0 <= through }, "\(line) \(through)")
                }
                for sequence in 0...last + 1 {
                    let row = try ledger.reader.eventRow(
                        of: line, naming: sequence, in: transaction)
                    #expect((row != nil) == sequences.contains(sequence), "\(line) \(sequence)")
                }
            }
        }
        let rows = try Self.rows(
            ledger.reader.tables.lines, in: ledger.environment, ofEventsOnly: true)
        #expect(Set(rows.values) == [[], [1], [2]])
        #expect(
            rows.values.map { 1 + Int($0.first ?? 0) }.reduce(0, +) == events.values.joined().count)
        await ledger.close()
    }

    @Test("Rows made from the log are those of appending, wherever a turn ends", arguments: 1...4)
    func derived(eventsPerTurn: UInt64) async throws {
        let bench = try await bench()
        let ledger = bench.ledger
        let made = try Self.derivedRows(of: bench, eventsPerTurn: eventsPerTurn)
        let held = try Self.rows(ledger.reader.tables.lines, in: ledger.environment)
        #expect(made == held)
        await ledger.close()
    }

    private static func derivedRows(
        of bench: ErasureBench, eventsPerTurn: UInt64
    ) throws -> [[UInt8]: [UInt8]] {
        let ledger = bench.ledger
        let store = try RebuildStore(inLedgerAt: bench.whole.path, mapSizeBytes: 1 << 26)
        defer { store.remove() }
        var derived = try DerivedTables(
            reader: ledger.reader, live: ledger.live, store: store, eventsPerTurn: eventsPerTurn)
        try ledger.environment.read { transaction in
            while try derived.takeEvents(in: transaction) {}
        }
        return try rows(store.tables.lines, in: store.environment)
    }

    @Test("Verify finds a row of events with another count, and one that is divided or doubled")
    func damage() async throws {
        let bench = try await bench()
        let ledger = bench.ledger
        let lines = ledger.reader.tables.lines
        #expect(try bench.verify().isIntact)
        let rows = try Self.rows(lines, in: ledger.environment, ofEventsOnly: true)
        for (key, value) in rows.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            let followers = value.first ?? 0
            var next = key
            next[next.count - 1] += 1
            let damaged: [[[UInt8]: [UInt8]]] =
                ([[], [0], [1], [2], [3], [255]] as [[UInt8]]).filter { $0 != value }
                .map { [key: $0] }
                + (followers > 0
                    ? [[next: []], [next: [followers - 1]], [key: [], next: [followers - 1]]] : [])
            for change in damaged {
                try Self.put(change, in: lines, of: ledger)
                for eventsPerPart in [1, 2, 7, 1_000] {
                    let report = try ledger.verify(
                        signatures: false, eventsPerPart: eventsPerPart,
                        by: ParallelParts(threadCountMax: 1))
                    #expect(!report.isIntact, "\(key) \(value) \(change) \(eventsPerPart)")
                }
                for key in change.keys where rows[key] == nil {
                    try Self.remove(key, from: lines, of: ledger)
                }
                try Self.put([key: value], in: lines, of: ledger)
            }
        }
        #expect(try bench.verify().isIntact)
        await ledger.close()
    }

    private static func put(
        _ rows: [[UInt8]: [UInt8]], in lines: LMDBTable, of ledger: TransactionLedger
    ) throws {
        try ledger.environment.write { transaction in
            for (key, value) in rows { try lines.put(key.bytes, value.bytes, in: transaction) }
        }
    }

    private static func remove(
        _ key: [UInt8], from lines: LMDBTable, of ledger: TransactionLedger
    ) throws {
        _ = try ledger.environment.write { transaction in
            try lines.delete(key.bytes, in: transaction)
        }
    }
}
