internal import Dispatch
internal import Testing

@testable internal import Ledger

@Suite("Planned changes")
struct PlannedChangesTests {
    /// A plan of numbered keys, each with a value.
    private func plan(
        _ numbers: some Sequence<UInt64>, of count: Int = 8, in store: TemporaryStore,
        into changes: PlannedChanges, over earlier: PlannedChanges? = nil
    ) throws {
        let value = [UInt8](repeating: 1, count: count)
        try store.environment.plan(into: changes, over: earlier) { transaction in
            for number in numbers {
                try store.table.put(LMDBKey(number).bytes, value.bytes, in: transaction)
            }
        }
    }

    @Test("Nothing is stored before the changes are made, and all of them are then")
    func making() throws {
        let store = try TemporaryStore()
        let changes = PlannedChanges()
        #expect(changes.isEmpty)
        try plan([3, 1, 2], in: store, into: changes)
        #expect(!changes.isEmpty)
        #expect(changes.byteCount == 48)
        #expect(try store.keys() == [])
        changes.sort()
        let count = try store.environment.write { transaction in
            try changes.make(in: transaction)
            return transaction.changeCount
        }
        #expect(count == 3)
        #expect(try store.keys().map(\.last) == [1, 2, 3])
    }

    @Test("Memory is kept for the next plan, up to a limit")
    func memory() throws {
        let store = try TemporaryStore()
        let changes = PlannedChanges()
        try plan((0..<2_000).reversed(), of: 100, in: store, into: changes)
        changes.sort()
        let held = changes.capacityBytes
        #expect(held > 200_000)
        for _ in 0..<3 {
            changes.removeAll()
            #expect(changes.isEmpty)
            #expect(changes.byteCount == 0)
            #expect(changes.capacityBytes == held)
            try plan((0..<2_000).reversed(), of: 100, in: store, into: changes)
            changes.sort()
            #expect(changes.capacityBytes == held)
        }
        try plan(0..<40, of: 1 << 20, in: store, into: changes)
        #expect(changes.capacityBytes > PlannedChanges.keptBytesMax)
        changes.removeAll()
        #expect(changes.capacityBytes == 0)
        try plan([1], in: store, into: changes)
        #expect(changes.byteCount == 16)
    }

    @Test("A value that is replaced by one that is not longer takes its place")
    func replacing() throws {
        let store = try TemporaryStore()
        let changes = PlannedChanges()
        try plan([1], of: 10, in: store, into: changes)
        for count in [10, 3, 0, 9] { try plan([1], of: count, in: store, into: changes) }
        #expect(changes.byteCount == 18)
        try plan([1], of: 11, in: store, into: changes)
        #expect(changes.byteCount == 29)
        try store.environment.write { try changes.make(in: $0) }
        #expect(try store.value([UInt8](copying: LMDBKey(1).bytes))?.count == 11)
    }

    @Test("An append that comes too late is refused, in the plan or when it is made")
    func appending() throws {
        let store = try TemporaryStore()
        try store.put([5], [])
        let changes = PlannedChanges()
        try store.environment.plan(into: changes, over: nil) { transaction in
            for key in [[5], [4]] as [[UInt8]] {
                #expect(throws: StorageError.keyOutOfOrder) {
                    try store.table.append(key.bytes, RawSpan(), in: transaction)
                }
            }
            try store.table.append([6].bytes, RawSpan(), in: transaction)
            #expect(throws: StorageError.keyOutOfOrder) {
                try store.table.append([6].bytes, RawSpan(), in: transaction)
            }
            try store.table.put([9].bytes, RawSpan(), in: transaction)
            #expect(throws: StorageError.keyOutOfOrder) {
                try store.table.append([8].bytes, RawSpan(), in: transaction)
            }
        }
        changes.sort()
        _ = try store.environment.plan(into: PlannedChanges(), over: changes) { transaction in
            #expect(throws: StorageError.keyOutOfOrder) {
                try store.table.append([8].bytes, RawSpan(), in: transaction)
            }
        }
        // Another writer was here.
        try store.put([7], [])
        #expect(throws: StorageError.keyOutOfOrder) {
            try store.environment.write { try changes.make(in: $0) }
        }
        #expect(try store.keys() == [[5], [7]])
    }

    @Test("Appended behind a key that is deleted, a key is made all the same")
    func appendingAfterDeleting() throws {
        let store = try TemporaryStore()
        try store.put([9], [])
        let changes = PlannedChanges()
        try store.environment.plan(into: changes, over: nil) { transaction in
            try store.table.delete([9].bytes, in: transaction)
            try store.table.append([5].bytes, RawSpan(), in: transaction)
            try store.table.put([9].bytes, RawSpan(), in: transaction)
            try store.table.append([10].bytes, RawSpan(), in: transaction)
        }
        try store.environment.write { try changes.make(in: $0) }
        #expect(try store.keys() == [[5], [9], [10]])
    }

    @Test("A fault while changes are made is thrown, and none of them happened")
    func faults() throws {
        let store = try TemporaryStore()
        try store.put([1], [])
        let changes = PlannedChanges()
        try store.environment.plan(into: changes, over: nil) { transaction in
            try store.table.put([2].bytes, RawSpan(), in: transaction)
            try store.table.delete([1].bytes, in: transaction)
        }
        for name in [LMDBCallName.put, .delete] {
            store.faults.fail(name, with: MDBCode.mapFull)
            #expect(throws: StorageError.mapFull) {
                try store.environment.write { try changes.make(in: $0) }
            }
        }
        #expect(try store.keys() == [[1]])
    }

    @Test("Changes are made in a direct transaction of their own store only")
    func refusals() throws {
        let (store, other) = (try TemporaryStore(), try TemporaryStore())
        let changes = PlannedChanges()
        try plan([1], in: store, into: changes)
        #expect(throws: StorageError.transactionOfAnotherStore) {
            try other.environment.write { try changes.make(in: $0) }
        }
        #expect(throws: StorageError.transactionOfAnotherStore) {
            try plan([1], in: other, into: changes)
        }
        #expect(throws: StorageError.transactionOfAnotherStore) {
            try plan([1], in: other, into: PlannedChanges(), over: changes)
        }
        _ = try store.environment.plan(into: PlannedChanges(), over: nil) { transaction in
            #expect(throws: StorageError.transactionPlanned) {
                try changes.make(in: transaction)
            }
        }
        try store.put([7], [])
        try store.environment.write { transaction in
            _ = try store.table.get([7].bytes, in: transaction) { _ in
                #expect(throws: StorageError.changedWhileLending) {
                    try changes.make(in: transaction)
                }
            }
        }
        changes.removeAll()
        try plan([1], in: other, into: changes)
        try other.environment.write { try changes.make(in: $0) }
        #expect(try other.keys().count == 1)
    }

    @Test("One thread makes changes while another reads them as its earlier layer")
    func threads() throws {
        let store = try TemporaryStore()
        var (earlier, own) = (PlannedChanges(), PlannedChanges())
        let roundsCount: UInt64 = 12
        for round in 0..<roundsCount {
            let (made, planned) = (earlier, own)
            let outcomes = Recorder()
            DispatchQueue.concurrentPerform(iterations: 2) { part in
                do {
                    if part == 0 {
                        try store.environment.write { try made.make(in: $0) }
                    } else {
                        try self.planRound(round, in: store, planned, over: made)
                    }
                } catch {
                    outcomes.append(part)
                }
            }
            #expect(outcomes.values == [])
            earlier.removeAll()
            swap(&own, &earlier)
        }
        try store.environment.write { try earlier.make(in: $0) }
        #expect(try store.keys().count == Int(roundsCount) * 100)
        let key = LMDBKey(0)
        #expect(try store.value([UInt8](copying: key.bytes)) == [UInt8(roundsCount - 1)])
        store.environment.close()
        #expect(throws: StorageError.closed) { try store.keys() }
    }

    /// Plans a hundred rows behind those of the round before, which it looks for first.
    private func planRound(
        _ round: UInt64, in store: TemporaryStore, _ changes: PlannedChanges,
        over earlier: PlannedChanges
    ) throws {
        let table = store.table
        try store.environment.plan(into: changes, over: earlier) { transaction in
            guard try table.count(in: transaction) == Int(round) * 100 else {
                throw StorageError.damaged
            }
            for number in (round * 100)..<(round + 1) * 100 {
                try table.append(LMDBKey(number).bytes, [UInt8(round)].bytes, in: transaction)
                let before = LMDBKey(number &- 1)
                let isThere = try table.contains(before.bytes, in: transaction)
                guard isThere == (number > 0) else { throw StorageError.damaged }
            }
            let zero = LMDBKey(0)
            try table.put(zero.bytes, [UInt8(round)].bytes, in: transaction)
            var count = 0
            try table.forEach(reverse: true, in: transaction) { _, _ in
                count += 1
                return true
            }
            guard count == Int(round + 1) * 100 else { throw StorageError.damaged }
        }
        changes.sort()
    }
}
