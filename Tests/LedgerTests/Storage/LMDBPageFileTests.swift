internal import Foundation
internal import Testing

@testable internal import Ledger

@Suite("Pages of a data file, without a map")
struct LMDBPageFileTests {
    /// A store whose free list has branches, lists in leaves and lists on pages of their own.
    private func store(seed: UInt64) throws -> TemporaryStore {
        var generator = SeededGenerator(seed: seed)
        let store = try TemporaryStore()
        let large = [UInt8](repeating: 9, count: 10_000)
        try store.environment.write { transaction in
            for number in 0..<UInt64(600) {
                try store.table.put(LMDBKey(number).bytes, large.bytes, in: transaction)
            }
        }
        // While a snapshot lives, every transaction's freed pages stay a list of their own.
        try store.environment.read { _ in
            for _ in 0..<80 {
                try store.environment.write { transaction in
                    let key = LMDBKey(UInt64.random(in: 0..<600, using: &generator))
                    try store.table.put(key.bytes, [1].bytes, in: transaction)
                }
            }
            try store.environment.write { transaction in
                for number in 0..<UInt64(400) {
                    try store.table.put(LMDBKey(number).bytes, [2].bytes, in: transaction)
                }
            }
        }
        return store
    }

    /// The free pages as liblmdb's own cursor finds them, in the table that has no name.
    private func freePages(of store: TemporaryStore) throws -> Set<UInt64> {
        let list = LMDBTable(name: "", number: 0, calls: store.environment.calls)
        var pages: Set<UInt64> = []
        try store.environment.read { transaction in
            let statistics = try list.statistics(in: transaction)
            // Otherwise the walk would not be tried on every kind of page.
            #expect(statistics.branchPagesCount > 0)
            #expect(statistics.overflowPagesCount > 0)
            try list.forEach(in: transaction) { _, value in
                var reader = ByteReader(value)
                for _ in 0..<(try reader.read(UInt64.self)) {
                    pages.insert(try reader.read(UInt64.self))
                }
                return true
            }
        }
        return pages
    }

    @Test("A file may end before free pages and before no other", arguments: [1, 2] as [UInt64])
    func missingPages(seed: UInt64) throws {
        let store = try store(seed: seed)
        let free = try freePages(of: store)
        let statistics = try store.environment.statistics()
        let file = try FileHandle(
            forReadingFrom: URL(filePath: store.directory.path + "/data.mdb"))
        defer { try? file.close() }
        var isStillFree = true
        for presentCount in (2...statistics.pagesUsedCount).reversed() {
            if presentCount < statistics.pagesUsedCount {
                isStillFree = isStillFree && free.contains(UInt64(presentCount))
            }
            let pages = LMDBPageFile(
                file: file.fileDescriptor, pageSizeBytes: statistics.pageSizeBytes,
                pagesPresentCount: presentCount)
            let isWhole: Bool
            do throws(StorageError) {
                let state = try pages.state(
                    transactionNumber: statistics.lastTransactionNumber)
                isWhole = try pages.isEveryMissingPageFree(in: state)
            } catch {
                #expect(error == .truncated)
                isWhole = false
            }
            #expect(isWhole == isStillFree, "seed \(seed), \(presentCount) pages")
        }
        #expect(throws: StorageError.openContended(code: EAGAIN)) {
            try LMDBPageFile(
                file: file.fileDescriptor, pageSizeBytes: statistics.pageSizeBytes,
                pagesPresentCount: statistics.pagesUsedCount
            ).state(transactionNumber: statistics.lastTransactionNumber + 2)
        }
    }

    @Test("No changed byte of a free list brings the walk down", arguments: [3] as [UInt64])
    func hostileBytes(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let store = try store(seed: seed)
        let statistics = try store.environment.statistics()
        store.environment.close()
        let path = store.directory.path + "/data.mdb"
        let whole = try Data(contentsOf: URL(filePath: path))
        let file = try FileHandle(forUpdating: URL(filePath: path))
        defer { try? file.close() }
        let pages = LMDBPageFile(
            file: file.fileDescriptor, pageSizeBytes: statistics.pageSizeBytes,
            pagesPresentCount: whole.count / statistics.pageSizeBytes)
        var outcomes: Set<StorageError> = []
        let number = statistics.lastTransactionNumber
        // Pages of trees have the flag 1 or 2. The last transactions wrote the list's, at the end.
        let trees = (2..<statistics.pagesUsedCount).map { $0 * statistics.pageSizeBytes }
            .filter { $0 + 10 < whole.count && [1, 2].contains(whole[$0 + 10]) }
        let targets = [(number & 1) * statistics.pageSizeBytes] + trees.suffix(20)
        for _ in 0..<1_000 {
            let length = Bool.random(using: &generator) ? 160 : statistics.pageSizeBytes - 8
            let page = targets[Int.random(in: 0..<targets.count, using: &generator)]
            let offset = page + Int.random(in: 0..<length, using: &generator)
            try file.seek(toOffset: UInt64(offset))
            var noise = Data()
            for _ in 0..<8 { noise.append(UInt8.random(in: 0...255, using: &generator)) }
            try file.write(contentsOf: noise)
            do throws(StorageError) {
                let root = try pages.state(transactionNumber: number).freeListRoot
                // The whole list is walked, as more pages are missing than it can name.
                let state = LMDBPageFile.State(freeListRoot: root, lastPage: .max)
                #expect(try !pages.isEveryMissingPageFree(in: state))
            } catch {
                outcomes.insert(error)
            }
            try file.seek(toOffset: UInt64(offset))
            try file.write(contentsOf: whole[offset..<offset + 8])
        }
        #expect(
            outcomes.isSubset(of: [.damaged, .truncated, .openContended(code: EAGAIN)]),
            "seed \(seed)")
        #expect(outcomes.isSuperset(of: [.damaged, .truncated]), "seed \(seed)")
    }
}
