internal import Testing

@testable internal import Ledger

@Suite("Cursors that are kept")
struct LMDBKeptCursorTests {
    /// The keys with a prefix in a new snapshot, walked by a kept cursor.
    private func keys(
        _ store: TemporaryStore, _ prefix: UInt8, keeping cursor: inout LMDBCursor?
    ) throws -> [[UInt8]] {
        var keys: [[UInt8]] = []
        var bytes = LMDBKey()
        bytes.append(prefix)
        try store.environment.read { transaction in
            try store.table.forEach(prefix: bytes, keeping: &cursor, in: transaction) { key in
                keys.append([UInt8](copying: key))
                return true
            }
        }
        return keys
    }

    @Test("A kept cursor walks each snapshot as it is, though pages were changed and freed")
    func snapshots() throws {
        let store = try TemporaryStore()
        var cursor: LMDBCursor?
        var random = SeededGenerator(seed: 11)
        var held: Set<[UInt8]> = []
        for round in 0..<60 {
            try store.environment.write { transaction in
                for _ in 0..<40 {
                    let key = [
                        UInt8.random(in: 0...3, using: &random),
                        UInt8.random(in: 0...255, using: &random),
                    ]
                    if held.remove(key) != nil {
                        try store.table.delete(key.bytes, in: transaction)
                    } else {
                        let value = [UInt8](repeating: UInt8(round), count: 300)
                        try store.table.put(key.bytes, value.bytes, in: transaction)
                        held.insert(key)
                    }
                }
            }
            let prefix = UInt8.random(in: 0...3, using: &random)
            let expected = held.filter { $0[0] == prefix }
                .sorted { $0.lexicographicallyPrecedes($1) }
            let found = try keys(store, prefix, keeping: &cursor)
            #expect(found == expected)
            let isKept = cursor != nil
            #expect(isKept)
        }
    }

    @Test("A kept cursor of another table or store gives way to one of the table that is asked")
    func others() throws {
        let (first, second) = (try TemporaryStore(), try TemporaryStore())
        let other = try first.environment.openTables(["other"])[0]
        try first.put([1, 1], [])
        try second.put([1, 2], [])
        let (key, value): ([UInt8], [UInt8]) = ([1, 3], [])
        try first.environment.write { try other.put(key.bytes, value.bytes, in: $0) }
        var cursor: LMDBCursor?
        for (store, own) in [(first, [1, 1]), (second, [1, 2]), (first, [1, 1] as [UInt8])] {
            let found = try keys(store, 1, keeping: &cursor)
            #expect(found == [own])
        }
        var prefix = LMDBKey()
        prefix.append(1 as UInt8)
        var found: [[UInt8]] = []
        try first.environment.read { transaction in
            try other.forEach(prefix: prefix, keeping: &cursor, in: transaction) { key in
                found.append([UInt8](copying: key))
                return true
            }
        }
        #expect(found == [key])
    }

    @Test("A cursor that cannot be renewed, or whose walk fails, is not kept")
    func failures() throws {
        let store = try TemporaryStore()
        try store.put([1, 1], [])
        var cursor: LMDBCursor?
        for name in [LMDBCallName.cursorGet, .cursorRenew] {
            let found = try keys(store, 1, keeping: &cursor)
            #expect(found == [[1, 1]])
            store.faults.fail(name, with: 22)
            var hasFailed = false
            do { _ = try keys(store, 1, keeping: &cursor) } catch { hasFailed = true }
            #expect(hasFailed)
            let isKept = cursor != nil
            #expect(!isKept)
        }
        let found = try keys(store, 1, keeping: &cursor)
        #expect(found == [[1, 1]])
    }
}
