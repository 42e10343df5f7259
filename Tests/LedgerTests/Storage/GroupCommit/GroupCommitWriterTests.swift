internal import Glibc
internal import Testing

@testable internal import Ledger

@Suite("The group-commit writer")
struct GroupCommitWriterTests {
    /// What one batch buffers: keys to put when it finishes.
    struct Batch {
        var buffered: [[UInt8]] = []
    }

    struct Refused: Error, Equatable {}

    private func makeWriter(
        _ store: TemporaryStore, limits: GroupCommitLimits = GroupCommitLimits()
    ) throws -> GroupCommitWriter<Batch> {
        let table = store.table
        return try GroupCommitWriter(environment: store.environment, limits: limits) { _ in
            Batch()
        } finish: { batch, transaction in
            for key in batch.buffered { try table.put(key.bytes, [1].bytes, in: transaction) }
        }
    }

    /// A writer whose thread is held inside an item until `release` is called.
    private func hold(_ writer: GroupCommitWriter<Batch>) async -> (Task<Void, any Error>, Gate) {
        let gate = Gate()
        let task = Task { try await writer.perform { _, _ in gate.block() } }
        await gate.untilBlocked()
        return (task, gate)
    }

    @Test("Every one of many concurrent callers gets its own result, and it is durable")
    func concurrentCallers() async throws {
        let store = try TemporaryStore()
        let writer = try makeWriter(store)
        let table = store.table
        let results = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<500 {
                group.addTask {
                    try await writer.perform { _, transaction in
                        try table.insert(
                            LMDBKey(UInt64(number)).bytes, RawSpan(), in: transaction)
                        return number
                    }
                }
            }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(results == Set(0..<500))
        await writer.shutdown()
        store.environment.close()
        let reopened = try LMDBEnvironment.open(
            directory: store.directory.path, options: .init(access: .readOnly))
        let reopenedTable = try openTable(of: reopened)
        #expect(try reopened.read { try reopenedTable.count(in: $0) } == 500)
    }

    @Test("What waits together shares one commit, in order of submission")
    func sharedCommit() async throws {
        let store = try TemporaryStore()
        let writer = try makeWriter(store)
        let (holder, gate) = await hold(writer)
        let order = Recorder()
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<20 {
            tasks.append(
                Task {
                    try await writer.perform { batch, _ in
                        order.append(number)
                        batch.buffered.append([UInt8(number)])
                    }
                })
            while writer.itemsQueuedCount <= number { await Task.yield() }
        }
        let before = try store.environment.statistics().lastTransactionNumber
        gate.release()
        try await holder.value
        for task in tasks { try await task.value }
        #expect(try store.environment.statistics().lastTransactionNumber == before + 1)
        #expect(order.values == Array(0..<20))
        #expect(try store.keys() == (0..<20).map { [UInt8($0)] })
    }

    /// Writes without the writer, as another process does.
    private static func add(_ key: UInt64, to store: TemporaryStore) throws {
        try store.environment.write { transaction in
            try store.table.insert(LMDBKey(key).bytes, RawSpan(), in: transaction)
        }
    }

    @Test("A state is taken up again only where it was committed and nobody else has written")
    func resumedState() async throws {
        let store = try TemporaryStore()
        let table = store.table
        let log = Recorder()
        // The state is how many keys there are; the record says where each one came from.
        let writer = try GroupCommitWriter<Int>(
            environment: store.environment,
            begin: { transaction in
                log.append(0)
                return try table.count(in: transaction)
            }, resume: { _, _ in log.append(1) }, finish: { _, _ in })
        func add(_ key: UInt64, fails: Bool = false) async throws -> Int {
            try await writer.perform { count, transaction in
                #expect(try table.count(in: transaction) == count)
                try table.insert(LMDBKey(key).bytes, RawSpan(), in: transaction)
                count += 1
                if fails { throw Refused() }
                return count
            }
        }
        #expect(try await add(1) == 1)
        #expect(try await add(2) == 2)
        #expect(try await writer.perform { count, _ in count } == 2)
        #expect(try await add(3) == 3)
        #expect(log.values == [0, 1, 1, 1])
        // Whatever a transaction that is undone did to the state is gone with it.
        await #expect(throws: Refused.self) { _ = try await add(4, fails: true) }
        #expect(try await add(4) == 4)
        store.faults.fail(.txnCommit, with: ENOSPC)
        await #expect(throws: StorageError.self) { _ = try await add(5) }
        #expect(try await add(5) == 5)
        #expect(try await add(6) == 6)
        try Self.add(7, to: store)
        #expect(try await add(8) == 8)
        #expect(try await add(9) == 9)
        await writer.shutdown()
        #expect(log.values.suffix(2) == [0, 1])
    }

    @Test(
        "An item that fails is alone in failing, whether it refused at once or changed something",
        arguments: [true, false], [1, 3, 12])
    func failingItems(refusesAtOnce: Bool, failingCount: Int) async throws {
        let store = try TemporaryStore()
        let table = store.table
        let writer = try makeWriter(store)
        let (holder, gate) = await hold(writer)
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<24 {
            tasks.append(
                Task {
                    try await writer.perform { batch, transaction in
                        let fails = number < failingCount * 2 && number % 2 == 1
                        if fails, refusesAtOnce { throw GroupCommitRefusal(reason: Refused()) }
                        batch.buffered.append([1, UInt8(number)])
                        try table.put([0, UInt8(number)].bytes, RawSpan(), in: transaction)
                        if fails { throw Refused() }
                    }
                })
            while writer.itemsQueuedCount <= number { await Task.yield() }
        }
        gate.release()
        try await holder.value
        for (number, task) in tasks.enumerated() {
            if number < failingCount * 2, number % 2 == 1 {
                await #expect(throws: Refused.self) { try await task.value }
            } else {
                try await task.value
            }
        }
        let kept = (0..<24).filter { !($0 < failingCount * 2 && $0 % 2 == 1) }
        let expected = [0, 1].flatMap { part in kept.map { [UInt8(part), UInt8($0)] } }
        #expect(try store.keys() == expected)
    }

    @Test("A refusal thrown after a change is not believed: the change is undone")
    func falseRefusal() async throws {
        let store = try TemporaryStore()
        let table = store.table
        let writer = try makeWriter(store)
        await #expect(throws: Refused.self) {
            try await writer.perform { _, transaction in
                try table.put([1].bytes, RawSpan(), in: transaction)
                throw GroupCommitRefusal(reason: Refused())
            }
        }
        try await writer.perform { batch, _ in batch.buffered.append([2]) }
        #expect(try store.keys() == [[2]])
    }

    @Test(
        "A batch that is too much is done again item by item, and only what does not fit fails",
        arguments: [MDBCode.mapFull, ENOSPC])
    func tooMuch(code: Int32) async throws {
        let store = try TemporaryStore()
        let writer = try makeWriter(store)
        let (holder, gate) = await hold(writer)
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<6 {
            tasks.append(
                Task {
                    try await writer.perform { batch, _ in batch.buffered.append([UInt8(number)]) }
                })
            while writer.itemsQueuedCount <= number { await Task.yield() }
        }
        // The shared commit fails, then the first of the single ones. The holder's passes.
        store.faults.fail(.txnCommit, with: code, callsToPass: 1, times: 2)
        gate.release()
        try await holder.value
        let expected: StorageError = code == ENOSPC ? .diskFull : .mapFull
        await #expect(throws: expected) { try await tasks[0].value }
        for task in tasks.dropFirst() { try await task.value }
        #expect(try store.keys() == (1..<6).map { [UInt8($0)] })
    }

    @Test("A failed commit answers all of its items, and the store must be opened again")
    func failedCommit() async throws {
        let store = try TemporaryStore()
        try store.put([9], [9])
        let writer = try makeWriter(store)
        store.faults.fail(.txnCommit, with: EIO)
        await #expect(throws: StorageError.deviceFailed) {
            try await writer.perform { batch, _ in batch.buffered.append([1]) }
        }
        await #expect(throws: StorageError.environmentFailed) {
            try await writer.perform { batch, _ in batch.buffered.append([2]) }
        }
        #expect(throws: StorageError.environmentFailed) { try store.keys() }
        await writer.shutdown()
        store.environment.close()
        let reopened = try LMDBEnvironment.open(
            directory: store.directory.path, options: .init(access: .readOnly))
        let table = try openTable(of: reopened)
        #expect(try reopened.read { try table.count(in: $0) } == 1)
    }

    @Test("The queue never holds more than its limit, and everybody is served in the end")
    func boundedQueue() async throws {
        let store = try TemporaryStore()
        let limits = GroupCommitLimits(itemsPerCommitMax: 3, itemsQueuedMax: 5)
        let writer = try makeWriter(store, limits: limits)
        let queued = Recorder()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                group.addTask {
                    try await writer.perform { batch, _ in
                        queued.append(writer.itemsQueuedCount)
                        batch.buffered.append([UInt8(number)])
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(queued.values.allSatisfy { $0 <= 5 })
        #expect(try store.keys().count == 60)
    }

    @Test("A shutdown does what is queued, then refuses")
    func shutdownDrains() async throws {
        let store = try TemporaryStore()
        let writer = try makeWriter(store)
        let (holder, gate) = await hold(writer)
        let queued = Task { try await writer.perform { batch, _ in batch.buffered.append([1]) } }
        while writer.itemsQueuedCount < 1 { await Task.yield() }
        let shutdown = Task { await writer.shutdown() }
        gate.release()
        await shutdown.value
        try await holder.value
        try await queued.value
        await #expect(throws: StorageError.writerShutDown) {
            try await writer.perform { _, _ in }
        }
        #expect(try store.keys() == [[1]])
    }

    @Test("A cancelled caller still gets its acknowledgement")
    func cancellation() async throws {
        let store = try TemporaryStore()
        let writer = try makeWriter(store)
        let (holder, gate) = await hold(writer)
        let task = Task { try await writer.perform { batch, _ in batch.buffered.append([1]) } }
        while writer.itemsQueuedCount < 1 { await Task.yield() }
        task.cancel()
        gate.release()
        try await holder.value
        try await task.value
        #expect(try store.keys() == [[1]])
    }

    @Test("A blocking caller is answered as an asynchronous one is")
    func blockingCaller() throws {
        let store = try TemporaryStore()
        let writer = try makeWriter(store)
        let answer = try writer.performAndWait { batch, _ in
            batch.buffered.append([7])
            return 7
        }
        #expect(answer == 7)
        #expect(throws: Refused.self) {
            try writer.performAndWait { _, _ in throw GroupCommitRefusal(reason: Refused()) }
        }
        writer.shutdownAndWait()
        #expect(throws: StorageError.writerShutDown) { try writer.performAndWait { _, _ in } }
        #expect(try store.keys() == [[7]])
    }

    @Test("After fork a caller is told, instead of waiting for a thread that is not there")
    func afterFork() async throws {
        let store = try TemporaryStore()
        let writer = try makeWriter(store)
        store.faults.pretendProcess(getpid() + 1)
        await #expect(throws: StorageError.usedAfterFork) { try await writer.perform { _, _ in } }
        store.faults.clear()
    }

    private func openTable(of environment: LMDBEnvironment) throws -> LMDBTable {
        try environment.openTables(["test"])[0]
    }
}
