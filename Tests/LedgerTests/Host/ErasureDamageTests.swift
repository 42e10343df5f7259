import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("Verify tells what was erased from what is damaged")
struct ErasureDamageTests {
    private typealias Rows = [(key: [UInt8], value: [UInt8])]

    private static func rows(_ table: LMDBTable, _ ledger: TransactionLedger) throws -> Rows {
        try ledger.environment.read { transaction in
            var rows: Rows = []
            try table.forEach(in: transaction) { key, value in
                rows.append(([UInt8](copying: key), [UInt8](copying: value)))
                return true
            }
            return rows
        }
    }

    private static func delete(
        _ key: [UInt8], _ table: LMDBTable, _ ledger: TransactionLedger
    ) throws {
        let isThere = try ledger.environment.write { try table.delete(key.bytes, in: $0) }
        #expect(isThere)
    }

    private static func put(
        _ row: (key: [UInt8], value: [UInt8]), _ table: LMDBTable, _ ledger: TransactionLedger
    ) throws {
        try ledger.environment.write { try table.put(row.key.bytes, row.value.bytes, in: $0) }
    }

    /// Tables whose rows an erasure deletes.
    private static func erasable(_ ledger: TransactionLedger) -> [LMDBTable] {
        let tables = ledger.reader.tables
        return [tables.evidence, tables.identities, tables.identityDetails]
    }

    @Test("A row that is missing without an erasure is damage, before and after another's erasure")
    func missing() async throws {
        for isErased in [false, true] {
            let bench = try await ErasureBench()
            if isErased { _ = try await bench.erase(ErasureBench.account(ErasureBench.alice)) }
            let ledger = bench.ledger
            #expect(try ledger.verify(signatures: true).isIntact)
            for table in Self.erasable(ledger) {
                for row in try Self.rows(table, ledger) {
                    try Self.delete(row.key, table, ledger)
                    let report = try ledger.verify()
                    #expect(!report.isIntact, "\(table.name) \(row.key)")
                    try Self.put(row, table, ledger)
                }
            }
            #expect(try ledger.verify(signatures: true).isIntact)
            await ledger.close()
        }
    }

    @Test("A row that an erasure took away and that is there again is damage")
    func thereAgain() async throws {
        let bench = try await ErasureBench()
        let ledger = bench.ledger
        let before = try Self.erasable(ledger).map { try Self.rows($0, ledger) }
        _ = try await bench.erase(ErasureBench.account(ErasureBench.alice))
        var restored = 0
        for (table, rows) in zip(Self.erasable(ledger), before) {
            let left = Set(try Self.rows(table, ledger).map(\.key))
            for row in rows where !left.contains(row.key) {
                try Self.put(row, table, ledger)
                let report = try ledger.verify()
                #expect(!report.isIntact, "\(table.name) \(row.key)")
                if table.name != "identities" {
                    #expect(report.damage.contains { $0.kind == .erasedIsThere }, "\(table.name)")
                }
                try Self.delete(row.key, table, ledger)
                restored += 1
            }
        }
        #expect(restored == 8)
        #expect(try ledger.verify(signatures: true).isIntact)
        await ledger.close()
    }

    @Test("What is erased while verify walks the log is no damage")
    func erasedMeanwhile() async throws {
        var bench = try await ErasureBench()
        let ledger = bench.ledger
        let bob = try ErasureBench.account(ErasureBench.bob)
        // More than one part of the walk holds; her last inputs are in the second part.
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for number in 0..<TransactionLedger.itemsPerReadMax {
                tasks.addTask {
                    _ = try await ledger.credit(
                        1, of: "coins", to: bob, key: IdempotencyKey("many \(number)"))
                }
            }
            try await tasks.waitForAll()
        }
        try await bench.renew()
        let alice = try ErasureBench.account(ErasureBench.alice)
        let now = bench.whole.clock.now
        var erasure: Result<Erasure, any Error>?
        // One thread walks a part at a time.
        let report = try ledger.verify(signatures: true, threadCountMax: 1) { _, _ in
            guard erasure == nil else { return }
            erasure = Result {
                try ledger.writer.performAndWait { batch, transaction in
                    let context = HostContext(
                        environment: .production, code: .production, effective: nil, now: now)
                    return try batch.erase(alice, context: context, in: transaction)
                }
            }
        }
        #expect(try erasure?.get().evidence ?? 0 > 0)
        #expect(report.erasedEvidence > 0)
        #expect(report.isIntact, "\(report.damage)")
        #expect(try ledger.verify(signatures: true).isIntact)
        await ledger.close()
    }

    @Test("Without the row that finds it, an erasure excuses nothing")
    func erasureLost() async throws {
        let bench = try await ErasureBench()
        let erasure = try await bench.erase(ErasureBench.account(ErasureBench.alice))
        let ledger = bench.ledger
        let first = try #require(erasure.firstSequence)
        for sequence in first..<first + erasure.events {
            let row = (
                key: [UInt8](copying: LogKey.global(.erasure, sequence).bytes), value: [UInt8]()
            )
            let globals = ledger.reader.tables.globals
            try Self.delete(row.key, globals, ledger)
            let report = try ledger.verify()
            #expect(report.damage.contains { $0.kind == .indexRowMissing })
            try Self.put(row, globals, ledger)
        }
        #expect(try ledger.verify().isIntact)
        await ledger.close()
    }

    @Test("An erasure that has to read damaged evidence changes nothing, and says which event's")
    func damagedEvidence() async throws {
        let store = try WholeStore.production()
        let whole = try WholeLedger()
        let ledger = whole.ledger
        // A line that names both: it is alice's now, and what of it names bob has to be found.
        for (id, token) in [("9100", 1), ("9101", 0), ("9102", 0)] {
            let payload = store.transaction(
                id: id, originalID: "9100", productID: WholeStore.plus.id,
                purchaseDate: 1_767_600_000_000,
                fields: ["appAccountToken": .string(WholeStory.tokens[token])])
            let token = Array(try store.sign(payload).utf8)
            _ = try await ledger.record(.transaction(token, renewalInfo: nil))
        }
        let table = ledger.reader.tables.evidence
        let row = try #require(try Self.rows(table, ledger).last)
        for place in row.value.indices {
            var changed = row
            changed.value[place] ^= 1
            try Self.put(changed, table, ledger)
            let bob = try ErasureBench.account(WholeStory.tokens[1])
            let error = try #require(
                await #expect(throws: LedgerError(.damaged, "")) { try await ledger.erase(bob) })
            #expect(error.detail == "the evidence of event 3 is damaged; run verify")
        }
        try Self.put(row, table, ledger)
        #expect(try ledger.verify(signatures: true).isIntact)
        await ledger.close()
    }
}
