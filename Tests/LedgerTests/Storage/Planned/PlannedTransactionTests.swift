internal import Testing

@testable internal import Ledger

@Suite("Planned transactions")
struct PlannedTransactionTests {
    @Test("It has the number that follows its snapshot's, and lends the snapshot itself")
    func snapshot() throws {
        let store = try TemporaryStore()
        try store.put([1], [1])
        let committed = try store.environment.read { $0.number }
        try store.environment.plan(into: PlannedChanges(), over: nil) { transaction in
            #expect(transaction.number == committed + 1)
            try store.table.put([1].bytes, [2].bytes, in: transaction)
            try store.table.put([2].bytes, [2].bytes, in: transaction)
            #expect(transaction.changeCount == 2)
            try transaction.withCommitted { committedView in
                let value = try store.table.get([1].bytes, in: committedView) {
                    [UInt8](copying: $0)
                }
                #expect(value == [1])
                #expect(try store.table.count(in: committedView) == 1)
                #expect(committedView.number == committed)
                #expect(throws: StorageError.changedWhileLending) {
                    try store.table.delete([1].bytes, in: transaction)
                }
            }
            #expect(try store.table.count(in: transaction) == 2)
        }
        try store.environment.write { transaction in
            #expect(transaction.number == committed + 1)
            try transaction.withCommitted { committedView in
                let count = try store.table.count(in: committedView)
                #expect(count == 1)
                #expect(throws: StorageError.changedWhileLending) {
                    try store.table.delete([1].bytes, in: transaction)
                }
            }
            try store.table.delete([1].bytes, in: transaction)
        }
        #expect(try store.keys() == [])
    }

    @Test("It sees what was committed before it, and not what is committed after")
    func isolation() throws {
        let store = try TemporaryStore()
        try store.put([1], [1])
        try store.environment.plan(into: PlannedChanges(), over: nil) { transaction in
            try store.table.put([3].bytes, [3].bytes, in: transaction)
            try store.put([2], [2])
            #expect(try !store.table.contains([2].bytes, in: transaction))
            #expect(try store.table.count(in: transaction) == 2)
        }
        #expect(try store.keys() == [[1], [2]])
    }

    @Test("Nothing changes while bytes are lent, from whichever layer")
    func lending() throws {
        let store = try TemporaryStore()
        let (earlier, own) = (PlannedChanges(), PlannedChanges())
        try store.put([1], [1])
        try store.environment.plan(into: earlier, over: nil) {
            try store.table.put([2].bytes, [2].bytes, in: $0)
        }
        earlier.sort()
        try store.environment.plan(into: own, over: earlier) { transaction in
            try store.table.put([3].bytes, [3].bytes, in: transaction)
            for key in [[1], [2], [3]] as [[UInt8]] {
                let value = try store.table.get(key.bytes, in: transaction) { value in
                    #expect(throws: StorageError.changedWhileLending) {
                        try store.table.put([4].bytes, [4].bytes, in: transaction)
                    }
                    return [UInt8](copying: value)
                }
                #expect(value == key)
            }
            var keys: [[UInt8]] = []
            try store.table.forEach(in: transaction) { key, _ in
                #expect(throws: StorageError.changedWhileLending) {
                    try store.table.delete([1].bytes, in: transaction)
                }
                keys.append([UInt8](copying: key))
                return true
            }
            #expect(keys == [[1], [2], [3]])
            try store.table.delete([1].bytes, in: transaction)
        }
    }

    @Test("A store that is open for reading only plans nothing")
    func readOnly() throws {
        let store = try TemporaryStore()
        try store.put([1], [1])
        store.environment.close()
        let environment = try LMDBEnvironment.open(
            directory: store.directory.path, options: LMDBEnvironmentOptions(access: .readOnly))
        #expect(throws: StorageError.openedReadOnly) {
            try environment.plan(into: PlannedChanges(), over: nil) { _ in }
        }
        environment.close()
    }

    @Test("Whatever a plan does, the store can be closed afterwards and opened again")
    func gate() throws {
        let store = try TemporaryStore()
        struct Refusal: Error {}
        let changes = PlannedChanges()
        try store.environment.plan(into: changes, over: nil) { _ in }
        #expect(throws: Refusal.self) {
            try store.environment.plan(into: changes, over: nil) { transaction in
                try store.table.put([1].bytes, [1].bytes, in: transaction)
                throw Refusal()
            }
        }
        #expect(!changes.isEmpty)
        store.faults.fail(.txnRenew, with: MDBCode.readersFull)
        #expect(throws: StorageError.readersFull) {
            try store.environment.plan(into: changes, over: nil) { _ in }
        }
        #expect(try store.environment.statistics().readersActiveCount == 0)
        try store.environment.plan(into: changes, over: nil) { transaction in
            store.environment.close()
            let isThere = try store.table.contains([1].bytes, in: transaction)
            #expect(isThere)
        }
        #expect(throws: StorageError.closed) {
            try store.environment.plan(into: changes, over: nil) { _ in }
        }
        let options = LMDBEnvironmentOptions(access: .readOnly)
        let again = try LMDBEnvironment.open(directory: store.directory.path, options: options)
        again.close()
    }

    @Test("A kept cursor sees each transaction as it is, planned or not")
    func keptCursors() throws {
        let store = try TemporaryStore()
        let table = store.table
        try store.put([1, 1], [])
        var cursor: LMDBCursor?
        var prefix = LMDBKey()
        prefix.append(1 as UInt8)
        func keys(
            _ transaction: borrowing some LMDBTransaction & ~Copyable,
            _ cursor: inout LMDBCursor?
        ) throws -> [[UInt8]] {
            var keys: [[UInt8]] = []
            try table.forEach(prefix: prefix, keeping: &cursor, in: transaction) { key in
                keys.append([UInt8](copying: key))
                return true
            }
            return keys
        }
        let (earlier, own) = (PlannedChanges(), PlannedChanges())
        for _ in 0..<2 {
            let read = try store.environment.read { try keys($0, &cursor) }
            #expect(read == [[1, 1]])
            try store.environment.plan(into: earlier, over: nil) { transaction in
                try table.put([1, 2].bytes, RawSpan(), in: transaction)
                #expect(try keys(transaction, &cursor) == [[1, 1], [1, 2]])
                try table.delete([1, 1].bytes, in: transaction)
                #expect(try keys(transaction, &cursor) == [[1, 2]])
            }
            earlier.sort()
            try store.environment.plan(into: own, over: earlier) { transaction in
                #expect(try keys(transaction, &cursor) == [[1, 2]])
                try table.put([1, 0].bytes, RawSpan(), in: transaction)
                #expect(try keys(transaction, &cursor) == [[1, 0], [1, 2]])
            }
            own.removeAll()
            try store.environment.plan(into: own, over: nil) { transaction in
                let found = try keys(transaction, &cursor)
                #expect(found == [[1, 1]])
            }
            earlier.removeAll()
        }
        let isKept = cursor != nil
        #expect(isKept)
    }

    @Test("No entries of a page are lent in a planned transaction")
    func pages() throws {
        let store = try TemporaryStore()
        for number in 1...3 as ClosedRange<UInt8> { try store.put([number], [number]) }
        func followingCount(
            _ transaction: borrowing some LMDBTransaction & ~Copyable
        ) throws -> Int {
            let size = try store.table.pageSizeBytes(in: transaction)
            return try store.table.withCursor(in: transaction) { cursor in
                let isFound = try cursor.first()
                #expect(isFound)
                var count = 0
                cursor.forEachFollowingOnPage(ofBytes: size) { _, _ in
                    count += 1
                    return true
                }
                return count
            }
        }
        #expect(try store.environment.read { try followingCount($0) } == 2)
        let changes = PlannedChanges()
        try store.environment.plan(into: changes, over: nil) { transaction in
            #expect(try followingCount(transaction) == 0)
            try store.table.put([4].bytes, [4].bytes, in: transaction)
            #expect(try followingCount(transaction) == 0)
        }
    }
}
