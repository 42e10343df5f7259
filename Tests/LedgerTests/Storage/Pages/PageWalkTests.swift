internal import Foundation
internal import Testing

@testable internal import Ledger

@Suite("The walk over the pages of a data file")
struct PageWalkTests {
    /// The state of a sample as the walk finds it, in a copy of the file.
    private func report(_ data: Data) throws -> PageReport {
        let directory = try TemporaryDirectory()
        try data.write(to: URL(filePath: directory.path + "/data.mdb"))
        return try PageCheck.run(
            directory: directory.path, mapSizeBytes: 64 << 20, tables: DamagedFile.anyTables
        ) { _, _ in }
    }

    private func check(_ sample: PageSample, _ seed: UInt64) throws {
        let report = try report(try sample.data())
        let statistics = try sample.store.environment.statistics()
        #expect(report.transactionNumber == UInt64(statistics.lastTransactionNumber))
        #expect(report.pageCount == UInt64(statistics.pagesUsedCount), "seed \(seed)")
        #expect(report.pageSizeBytes == statistics.pageSizeBytes)
        #expect(report.tables == PageSample.names)
    }

    @Test("Every state that transactions leave is whole", arguments: [1, 2, 3, 4] as [UInt64])
    func everyState(seed: UInt64) throws {
        var sample = try PageSample(seed: seed)
        try check(sample, seed)
        for round in 0..<24 {
            try sample.write(round.isMultiple(of: 5) ? 120 : 9)
            try check(sample, seed)
        }
        // Lists of free pages stay apart, and grow long, while a snapshot lives.
        try sample.store.environment.read { _ in
            for round in 0..<12 {
                try sample.write(round.isMultiple(of: 4) ? 150 : 7)
            }
        }
        for _ in 0..<4 {
            try sample.write(30)
            try check(sample, seed)
        }
    }

    @Test("What is counted is what the tables have")
    func counts() throws {
        var sample = try PageSample(seed: 9)
        for _ in 0..<6 { try sample.write(120) }
        let report = try report(try sample.data())
        var pages: UInt64 = 2
        try sample.store.environment.read { transaction in
            let others = (0..<2).map {
                LMDBTable(name: "", number: $0, calls: sample.store.environment.calls)
            }
            for table in sample.tables + others {
                let statistics = try table.statistics(in: transaction)
                pages += UInt64(
                    statistics.branchPagesCount + statistics.leafPagesCount
                        + statistics.overflowPagesCount)
            }
            #expect(try sample.tables[0].statistics(in: transaction).depth >= 2)
            #expect(try sample.tables[2].statistics(in: transaction).overflowPagesCount > 0)
        }
        #expect(report.freePages > 0)
        #expect(pages + report.freePages == report.pageCount)
        #expect(report.bytes == report.pageCount * 4_096)
    }

    @Test("An empty store, and a compacted copy, are whole")
    func emptyAndCompacted() throws {
        let empty = try TemporaryStore()
        let data = try Data(contentsOf: URL(filePath: empty.directory.path + "/data.mdb"))
        #expect(try report(data).tables == ["test"])
        var sample = try PageSample(seed: 5)
        for _ in 0..<5 { try sample.write(100) }
        for isCompacting in [true, false] {
            let target = try TemporaryDirectory()
            try sample.store.environment.copy(to: target.path, compacting: isCompacting)
            let copy = try report(Data(contentsOf: URL(filePath: target.path + "/data.mdb")))
            #expect(copy.tables == PageSample.names)
            #expect((copy.freePages == 0) == isCompacting)
        }
    }

    @Test("Progress ends at all pages, and never goes back")
    func progress() throws {
        var sample = try PageSample(seed: 6)
        for _ in 0..<3 { try sample.write(100) }
        sample.store.environment.close()
        var seen: [UInt64] = []
        let report = try PageCheck.run(
            directory: sample.store.directory.path, mapSizeBytes: 64 << 20,
            tables: DamagedFile.anyTables
        ) { done, all in
            #expect(done <= all)
            seen.append(done)
        }
        #expect(seen.last == report.pageCount && seen == seen.sorted())
    }

    @Test("A store that is open in this process, or is none, is refused by name")
    func refused() throws {
        let store = try TemporaryStore()
        func run(_ path: String) throws {
            _ = try PageCheck.run(
                directory: path, mapSizeBytes: 64 << 20, tables: DamagedFile.anyTables
            ) { _, _ in }
        }
        #expect(throws: StorageError.alreadyOpenInThisProcess) { try run(store.directory.path) }
        store.environment.close()
        try run(store.directory.path)
        let empty = try TemporaryDirectory()
        #expect(throws: StorageError.storeMissing) { try run(empty.path) }
        try Data(count: 100).write(to: URL(filePath: empty.path + "/data.mdb"))
        #expect(throws: StorageError.notAStore) { try run(empty.path) }
    }

    @Test("A table that no release has, and one that is missing, are damage")
    func tables() throws {
        let store = try TemporaryStore()
        store.environment.close()
        func fault(known: Bool, complete: Bool) throws -> PageDamage.Kind? {
            do {
                _ = try PageCheck.run(
                    directory: store.directory.path, mapSizeBytes: 64 << 20,
                    tables: PageCheckTables(isKnown: { _ in known }, areComplete: { _ in complete })
                ) { _, _ in }
                return nil
            } catch StorageError.pageDamaged(let damage) {
                return damage.kind
            }
        }
        #expect(try fault(known: true, complete: true) == nil)
        #expect(try fault(known: false, complete: true) == .tableUnknown)
        #expect(try fault(known: true, complete: false) == .tableMissing)
    }
}
