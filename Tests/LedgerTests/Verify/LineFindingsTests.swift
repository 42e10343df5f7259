import LedgerTesting
import Testing

@testable import Ledger

/// What is checked once for a line is still found at the event that it is about.
@Suite("Findings about lines")
struct LineFindingsTests {
    private struct Bench {
        let whole: WholeLedger

        init() async throws {
            let store = try WholeStore.production()
            whole = try WholeLedger()
            try await whole.importCatalog()
            let customer = try TestCustomer(
                appAccountToken: WholeStory.tokens[0], appTransactionID: "7001")
            var subscription = try TestSubscription(
                store: store, customer: customer, product: WholeStore.plus,
                originalTransactionID: "9000")
            try await whole.ingest(
                store.notificationBody(subscription.subscribe(at: "2026-01-05")))
            for _ in 0..<3 { try await whole.ingest(store.notificationBody(subscription.renew())) }
            #expect(try whole.ledger.verify().isIntact)
        }

        var tables: LogTables { whole.ledger.reader.tables }

        func rows(of table: LMDBTable) throws -> [(key: [UInt8], value: [UInt8])] {
            try whole.ledger.environment.read { transaction in
                var rows: [(key: [UInt8], value: [UInt8])] = []
                try table.forEach(in: transaction) { key, value in
                    rows.append(([UInt8](copying: key), [UInt8](copying: value)))
                    return true
                }
                return rows
            }
        }

        /// What verify finds while a row has another value, or none.
        func damage(
            _ row: (key: [UInt8], value: [UInt8]), of table: LMDBTable, changedTo value: [UInt8]?
        ) throws -> [VerificationReport.Damage] {
            try whole.ledger.environment.write { transaction in
                if let value {
                    try table.put(row.key.bytes, value.bytes, in: transaction)
                } else {
                    _ = try table.delete(row.key.bytes, in: transaction)
                }
            }
            let damage = try whole.ledger.verify().damage
            try whole.ledger.environment.write { transaction in
                try table.put(row.key.bytes, row.value.bytes, in: transaction)
            }
            return damage
        }

        func close() async throws {
            #expect(try whole.ledger.verify().isIntact)
            await whole.ledger.close()
        }
    }

    private static func missing(_ damage: [VerificationReport.Damage]) -> Set<UInt64> {
        Set(damage.filter { $0.kind == .indexRowMissing }.compactMap(\.sequence))
    }

    @Test("Each event that no row of its line names is found")
    func events() async throws {
        let bench = try await Bench()
        let rows = try bench.rows(of: bench.tables.lines).filter { $0.key[4] == 1 }
        #expect(rows.count == 4)
        for row in rows {
            let first = row.key[5...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let named = Set(first...first + UInt64(row.value.first ?? 0))
            #expect(named.count > 1)
            let damage = try bench.damage(row, of: bench.tables.lines, changedTo: nil)
            #expect(named.isSubset(of: Self.missing(damage)))
            // The last event of it is not named any more.
            let shorter = row.value.map { $0 - 1 }.filter { $0 > 0 }
            let cut = try bench.damage(row, of: bench.tables.lines, changedTo: shorter)
            #expect(Self.missing(cut).contains(first + UInt64(row.value.first ?? 0)))
        }
        try await bench.close()
    }

    @Test("A statement whose row is gone, or names another event, is found")
    func statements() async throws {
        let bench = try await Bench()
        let rows = try bench.rows(of: bench.tables.lines).filter { $0.key[4] == 2 }
        #expect(rows.count >= 12)
        for row in rows {
            let holder = row.value[..<8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let first: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0]
            let values: [[UInt8]?] = [nil, first, row.value + first]
            for value in values {
                let damage = try bench.damage(row, of: bench.tables.lines, changedTo: value)
                #expect(Self.missing(damage).contains(holder))
                #expect(damage.contains { $0.kind == .rowCountDiffers })
            }
        }
        try await bench.close()
    }

    @Test("A customer whose line is not found is found, and an identifier of another line")
    func customersAndOriginals() async throws {
        let bench = try await Bench()
        let customers = try bench.rows(of: bench.tables.customers).filter { $0.key[4] == 1 }
        #expect(customers.count == 2)
        for row in customers {
            let damage = try bench.damage(row, of: bench.tables.customers, changedTo: nil)
            #expect(!Self.missing(damage).isEmpty)
            #expect(damage.contains { $0.detail.hasPrefix("customers: ") })
        }
        for row in try bench.rows(of: bench.tables.lineNumbers) {
            let values: [[UInt8]?] = [nil, [9, 0, 0, 0]]
            for value in values {
                let damage = try bench.damage(row, of: bench.tables.lineNumbers, changedTo: value)
                #expect(!Self.missing(damage).isEmpty)
            }
        }
        for table in [bench.tables.transactionLines, bench.tables.periodLines] {
            for row in try bench.rows(of: table) {
                #expect(!Self.missing(try bench.damage(row, of: table, changedTo: nil)).isEmpty)
            }
        }
        try await bench.close()
    }
}
