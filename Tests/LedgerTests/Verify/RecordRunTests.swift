import Testing

@testable import Ledger

@Suite("Records that are read ahead")
struct RecordRunTests {
    private static func record(
        _ sequence: UInt64, of ledger: TransactionLedger
    ) throws -> [UInt8]? {
        try ledger.environment.read { transaction in
            let key = LMDBKey(sequence)
            return try ledger.reader.tables.log.get(key.bytes, in: transaction) {
                [UInt8](copying: $0)
            }
        }
    }

    private static func delete(_ sequence: UInt64, of ledger: TransactionLedger) throws {
        try ledger.environment.write { transaction in
            let key = LMDBKey(sequence)
            _ = try ledger.reader.tables.log.delete(key.bytes, in: transaction)
        }
    }

    @Test("A run has the records of the log, and none beyond its ends or behind a gap")
    func records() async throws {
        let whole = try await WholeDamageTests().prepared()
        let ledger = whole.ledger
        let last = try ledger.environment.read { transaction in
            try ledger.reader.lastSequence(in: transaction)
        }
        #expect(last > 10)
        let gap = last - 3
        for hasGap in [false, true] {
            if hasGap {
                try Self.delete(gap, of: ledger)
            }
            let records = try (0...last + 3).map { try Self.record($0, of: ledger) }
            // One for all runs, as in a walk: nothing of one may be left for the next.
            var run = RecordRun()
            for first in 1...last {
                for end in [first, first + 1, last, last + 2] where end >= first {
                    try ledger.environment.read { transaction in
                        run.read(first...end, of: ledger.reader.tables.log, in: transaction)
                    }
                    for sequence in 0...last + 3 {
                        var record: [UInt8] = [9]
                        let isThere = run.copy(sequence, to: &record)
                        let isBehindGap = hasGap && first <= gap && sequence >= gap
                        #expect(
                            isThere
                                == (sequence >= first && sequence <= min(end, last)
                                    && !isBehindGap))
                        if isThere { #expect(record == records[Int(sequence)]) }
                    }
                }
            }
        }
        await ledger.close()
    }
}
