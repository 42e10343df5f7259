import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("The rows of meta")
struct MetaRowTests {
    private static let counters = ["nextHeader", "nextIdentity", "nextLine", "position@1"]
    private static let others = [
        "configuration", "dictionary1", "format", "quarantine", "verifierKeys",
    ]

    /// A closed ledger with every row of `meta` that the format has, and the rows.
    private static func prepared() async throws -> (whole: WholeLedger, rows: [String: [UInt8]]) {
        let audited = try await AuditedLedger()
        _ = try await audited.ledger.signCheckpoint(with: audited.key)
        let stranger = try TestAppStore(seed: "another")
        try await audited.whole.ingest(
            stranger.notificationBody(stranger.testNotification(at: "2026-01-05")))
        var rows: [String: [UInt8]] = [:]
        try audited.ledger.environment.read { transaction in
            try audited.ledger.reader.tables.meta.forEach(in: transaction) { key, value in
                rows[String(decoding: [UInt8](copying: key), as: UTF8.self)] = [UInt8](
                    copying: value)
                return true
            }
        }
        #expect(rows.keys.sorted() == (counters + others).sorted())
        await audited.ledger.close()
        return (audited.whole, rows)
    }

    /// The row with a byte more or less at either end.
    private static func resized(_ row: [UInt8]) -> [[UInt8]] {
        [row + [0], row + [0xFF], [0] + row, Array(row.dropLast()), Array(row.dropFirst()), []]
    }

    /// A copy of a ledger in which one row of `meta` has another value.
    private static func copy(
        of whole: WholeLedger, with row: [UInt8], named name: String
    ) async throws -> TemporaryDirectory {
        let copy = try TemporaryDirectory()
        try FileManager.default.copyItem(
            atPath: whole.path + "/data.mdb", toPath: copy.path + "/data.mdb")
        let ledger = try TransactionLedger(at: copy.path, clock: { WholeLedger.now })
        try write(row, named: name, into: ledger)
        await ledger.close()
        return copy
    }

    private static func write(
        _ row: [UInt8], named name: String, into ledger: TransactionLedger
    ) throws {
        try ledger.environment.write { transaction in
            let key = LogKey.text(name)
            try ledger.reader.tables.meta.put(key.bytes, row.bytes, in: transaction)
        }
    }

    /// What `ledgerctl verify` reports of a directory.
    private static func report(_ path: String) async throws -> VerificationReport {
        do {
            let ledger = try TransactionLedger(at: path, clock: { WholeLedger.now })
            let report = try ledger.verify()
            await ledger.close()
            return report
        } catch {
            return try #require(VerificationReport(damage: error), "\(error)")
        }
    }

    @Test("A row of meta with a byte more or less is found by verify")
    func resizedRows() async throws {
        let (whole, rows) = try await Self.prepared()
        for (name, row) in rows.sorted(by: { $0.key < $1.key }) {
            let same = try await Self.copy(of: whole, with: row, named: name)
            #expect(try await Self.report(same.path).isIntact, "\(name) as it was")
            for changed in Self.resized(row) {
                let damaged = try await Self.copy(of: whole, with: changed, named: name)
                let report = try await Self.report(damaged.path)
                #expect(!report.isIntact, "\(name) of \(changed.count) bytes")
            }
        }
    }

    @Test("A counter of another size is told by its name, and a rebuild mends it")
    func rebuilt() async throws {
        let (whole, rows) = try await Self.prepared()
        for name in Self.counters {
            let row = try #require(rows[name])
            for changed in Self.resized(row) {
                let damaged = try await Self.copy(of: whole, with: changed, named: name)
                if changed.count > row.count {
                    let found = try await Self.report(damaged.path).damage
                    #expect(
                        found.contains {
                            $0.kind == .rowUnreadable && $0.detail.hasPrefix(name)
                        })
                }
                _ = try TransactionLedger.rebuild(at: damaged.path)
                #expect(try await Self.report(damaged.path).isIntact, "\(name), \(changed.count)")
            }
        }
    }

    @Test("An open ledger whose format number grew is told by verify")
    func formatMeanwhile() async throws {
        let (whole, rows) = try await Self.prepared()
        let reopened = try WholeLedger(reopening: whole)
        let format = try #require(rows["format"]) + [0]
        try Self.write(format, named: "format", into: reopened.ledger)
        #expect(try reopened.ledger.verify().damage.map(\.kind) == [.configurationDamaged])
        await reopened.ledger.close()
    }
}
