import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("Keys of another size")
struct KeySizeTests {
    /// A closed ledger with rows in every table.
    private static func prepared() async throws -> WholeLedger {
        let audited = try await AuditedLedger()
        _ = try await audited.ledger.signCheckpoint(with: audited.key)
        let stranger = try TestAppStore(seed: "another")
        try await audited.whole.ingest(
            stranger.notificationBody(stranger.testNotification(at: "2026-01-05")))
        await audited.ledger.close()
        return audited.whole
    }

    /// Puts the first row of a table under a changed key; false where the table has none.
    private static func move(
        _ table: String, in path: String, to change: ([UInt8]) -> [UInt8]
    ) throws -> Bool {
        let environment = try LMDBEnvironment.open(
            directory: path, options: .init(access: .readWrite(create: false)))
        defer { environment.close() }
        guard let table = try environment.existingTable(table) else { return false }
        return try environment.write { transaction in
            let row = try table.first(in: transaction) { key, value in
                ([UInt8](copying: key), [UInt8](copying: value))
            }
            guard let row else { return false }
            try table.delete(row.0.bytes, in: transaction)
            try table.insert(change(row.0).bytes, row.1.bytes, in: transaction)
            return true
        }
    }

    @Test(
        "A row whose key has a byte more or less is found, in every table that is keyed by numbers")
    func resized() async throws {
        let whole = try await Self.prepared()
        let tables = LogTables.keySizes.keys + ["heads@1", "accounts@1"]
        var movedCount = 0
        for table in tables.sorted() {
            for change in [{ $0 + [0] }, { $0 + [0xFF] }, { Array($0.dropLast()) }]
                as [([UInt8]) -> [UInt8]]
            {
                let copy = try TemporaryDirectory()
                try FileManager.default.copyItem(
                    atPath: whole.path + "/data.mdb", toPath: copy.path + "/data.mdb")
                guard try Self.move(table, in: copy.path, to: change) else { continue }
                movedCount += 1
                #expect(throws: StorageError.self, "\(table)") {
                    try TransactionLedger.checkPages(at: copy.path)
                }
            }
        }
        #expect(movedCount >= 3 * 15)
        #expect(throws: Never.self) { try TransactionLedger.checkPages(at: whole.path) }
    }

    @Test(
        "A row of meta under a name that the format does not know is found, other releases' are not"
    )
    func unknownNames() async throws {
        for (name, isKnown) in [
            ("quarantinf", false), ("position@", false), ("position@02", false),
            ("position@2", true), ("dictionary2", true),
        ] {
            let whole = try await Self.prepared()
            let reopened = try WholeLedger(reopening: whole)
            try Self.put(name, into: reopened.ledger)
            #expect(try reopened.ledger.verify().isIntact == isKnown, "\(name)")
            await reopened.ledger.close()
        }
    }

    private static func put(_ name: String, into ledger: TransactionLedger) throws {
        try ledger.environment.write { transaction in
            let key = LogKey.text(name)
            let value = [UInt8](repeating: 1, count: 8)
            try ledger.reader.tables.meta.put(key.bytes, value.bytes, in: transaction)
        }
    }
}
