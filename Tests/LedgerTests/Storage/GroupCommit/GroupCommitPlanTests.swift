internal import Foundation
internal import Testing

@testable internal import Ledger

@Suite("Transactions planned while the one before is committed")
struct GroupCommitPlanTests {
    struct Refused: Error, Equatable {}

    /// What a work found: the table's counter and the state's, which must be one number.
    struct Found: Sendable, Hashable {
        var stored: UInt64
        var held: UInt64
    }

    /// How a work ends.
    enum Ending: CaseIterable, Sendable {
        case refusesAtOnce, failsAfterChange, adds
    }

    /// A writer whose state is a counter that is also in the table.
    private static func makeWriter(
        _ store: TemporaryStore, limits: GroupCommitLimits = GroupCommitLimits()
    ) throws -> GroupCommitWriter<UInt64> {
        let table = store.table
        return try GroupCommitWriter<UInt64>(
            environment: store.environment, limits: limits,
            begin: { try stored(table, in: $0) },
            resume: { _, _ in },
            finish: { _, _ in })
    }

    private static let counterKey: [UInt8] = [0xFF]

    private static func stored(
        _ table: LMDBTable, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> UInt64 {
        try table.get(counterKey.bytes, in: transaction) { value in
            var reader = ByteReader(value)
            return try reader.read(UInt64.self)
        } ?? 0
    }

    /// What is committed of the counter.
    private static func stored(_ store: TemporaryStore) throws -> UInt64 {
        try store.environment.read { try stored(store.table, in: $0) }
    }

    private static func store(
        _ counter: UInt64, _ table: LMDBTable, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        let value = ByteWriter.bytes(of: counter)
        try table.put(counterKey.bytes, value.bytes, in: transaction)
    }

    /// Adds one to the counter, and a key of its own.
    private static func add(
        _ number: Int, ending: Ending, mayRunAhead: Bool, to store: TemporaryStore,
        by writer: GroupCommitWriter<UInt64>
    ) async throws -> Found {
        let table = store.table
        return try await writer.perform(mayRunAhead: mayRunAhead) { held, transaction in
            if ending == .refusesAtOnce { throw GroupCommitRefusal(reason: Refused()) }
            let found = Found(stored: try stored(table, in: transaction), held: held)
            held += 1
            try Self.store(held, table, in: transaction)
            let key = LMDBKey(UInt64(number))
            try table.insert(
                key.bytes, [UInt8](repeating: 7, count: number % 90).bytes, in: transaction)
            if ending == .failsAfterChange { throw Refused() }
            return found
        }
    }

    /// How many keys there are beside the counter.
    private static func keyCount(_ store: TemporaryStore) throws -> Int {
        try store.keys().count { $0 != counterKey }
    }

    @Test(
        "Work of many callers is done once each and in a row, whatever refuses, fails or runs ahead",
        arguments: 1...6)
    func manyCallers(seed: UInt64) async throws {
        let store = try TemporaryStore()
        var random = SeededGenerator(seed: seed)
        let limits = GroupCommitLimits(
            itemsPerCommitMax: [1, 3, 10_000].randomElement(using: &random) ?? 1,
            itemsQueuedMax: [2, 64, 20_000].randomElement(using: &random) ?? 64)
        let writer = try Self.makeWriter(store, limits: limits)
        // Of some seeds nothing fails, so that plans are not thrown away all the time.
        let badShare = seed % 3 == 0 ? 0 : 20
        let kinds: [(Ending, Bool)] = (0..<1_200).map { _ in
            let isBad = Int.random(in: 0..<100, using: &random) < badShare
            let ending: Ending =
                isBad ? [.refusesAtOnce, .failsAfterChange].randomElement(using: &random)! : .adds
            return (ending, Int.random(in: 0..<10, using: &random) > 0)
        }
        let found = try await withThrowingTaskGroup(of: [Found].self) { group in
            for caller in 0..<24 {
                group.addTask {
                    var found: [Found] = []
                    for number in stride(from: caller, to: kinds.count, by: 24) {
                        let (ending, mayRunAhead) = kinds[number]
                        do {
                            found.append(
                                try await Self.add(
                                    number, ending: ending, mayRunAhead: mayRunAhead, to: store,
                                    by: writer))
                            #expect(ending == .adds, "seed \(seed)")
                        } catch {
                            #expect(error is Refused && ending != .adds, "seed \(seed): \(error)")
                        }
                    }
                    return found
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        let count = kinds.count { $0.0 == .adds }
        #expect(found.count == count)
        #expect(found.allSatisfy { $0.stored == $0.held }, "seed \(seed)")
        // Each one saw what all in front of it had done, and no two the same.
        #expect(Set(found.map(\.stored)) == Set(0..<UInt64(count)), "seed \(seed)")
        #expect(try Self.keyCount(store) == count)
        #expect(writer.plansCount.made > 0, "seed \(seed)")
        await writer.shutdown()
    }

    @Test(
        "Of work whose commit fails now and then, what is answered well is durable, and nothing else",
        arguments: 1...4)
    func failingCommits(seed: UInt64) async throws {
        let store = try TemporaryStore()
        let writer = try Self.makeWriter(store)
        let code = seed.isMultiple(of: 2) ? ENOSPC : MDBCode.mapFull
        let done = Recorder()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for caller in 0..<16 {
                group.addTask {
                    for number in stride(from: caller, to: 800, by: 16) {
                        if number % 53 == Int(seed) {
                            store.faults.fail(
                                .txnCommit, with: code, callsToPass: number % 3,
                                times: 1 + number % 2)
                        }
                        do {
                            let found = try await Self.add(
                                number, ending: .adds, mayRunAhead: true, to: store, by: writer)
                            #expect(found.stored == found.held, "seed \(seed)")
                            done.append(number)
                        } catch let error as StorageError {
                            #expect(error == .diskFull || error == .mapFull)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        store.faults.clear()
        let keys = try store.keys().filter { $0 != Self.counterKey }
        let expected = done.values.sorted().map { number in
            [UInt8](copying: LMDBKey(UInt64(number)).bytes)
        }
        #expect(keys == expected, "seed \(seed)")
        #expect(writer.plansCount.made > 0, "seed \(seed)")
        let last = try await Self.add(
            9_999, ending: .adds, mayRunAhead: true, to: store, by: writer)
        #expect(last == Found(stored: UInt64(expected.count), held: UInt64(expected.count)))
        await writer.shutdown()
    }

    @Test("Plans are thrown away where another process writes in between, and nothing is lost")
    func anotherProcess() async throws {
        let store = try TemporaryStore()
        let writer = try Self.makeWriter(store)
        let foreignCount = 60
        let foreign = Task.detached {
            // Without the writer, as another process does.
            for number in 0..<foreignCount {
                try Self.addWithoutWriter(number, store)
                try await Task.sleep(for: .milliseconds(2))
            }
        }
        let found = try await withThrowingTaskGroup(of: [Found].self) { group in
            for caller in 0..<16 {
                group.addTask {
                    var found: [Found] = []
                    for number in stride(from: caller, to: 1_600, by: 16) {
                        found.append(
                            try await Self.add(
                                number, ending: .adds, mayRunAhead: true, to: store, by: writer))
                    }
                    return found
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        try await foreign.value
        #expect(found.allSatisfy { $0.stored == $0.held })
        #expect(Set(found.map(\.stored)).count == 1_600)
        #expect(try Self.keyCount(store) == 1_600 + foreignCount)
        #expect(try Self.stored(store) == UInt64(1_600 + foreignCount))
        #expect(writer.plansCount.made > 0)
        await writer.shutdown()
    }

    private static func addWithoutWriter(_ number: Int, _ store: TemporaryStore) throws {
        try store.environment.write { transaction in
            let counter = try stored(store.table, in: transaction)
            try Self.store(counter + 1, store.table, in: transaction)
            let key = LMDBKey(UInt64(1_000_000 + number))
            try store.table.insert(key.bytes, RawSpan(), in: transaction)
        }
    }

    @Test("A commit that fails for good answers its work and that of the plan behind it")
    func failedForGood() async throws {
        let store = try TemporaryStore()
        let writer = try Self.makeWriter(store)
        let answered = try await withThrowingTaskGroup(of: [StorageError?].self) { group in
            for caller in 0..<8 {
                group.addTask {
                    var answers: [StorageError?] = []
                    for number in stride(from: caller, to: 400, by: 8) {
                        if number == 200 { store.faults.fail(.txnCommit, with: EIO) }
                        do {
                            _ = try await Self.add(
                                number, ending: .adds, mayRunAhead: true, to: store, by: writer)
                            answers.append(nil)
                        } catch let error as StorageError {
                            answers.append(error)
                        }
                    }
                    return answers
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(answered.count == 400)
        #expect(answered.contains(.deviceFailed))
        #expect(answered.allSatisfy { [nil, .deviceFailed, .environmentFailed].contains($0) })
        await writer.shutdown()
        store.environment.close()
        #expect(try Self.countReopened(store) == 1 + answered.count { $0 == nil })
    }

    private static func countReopened(_ store: TemporaryStore) throws -> Int {
        let reopened = try LMDBEnvironment.open(
            directory: store.directory.path, options: .init(access: .readOnly))
        let table = try reopened.openTables(["test"])[0]
        return try reopened.read { try table.count(in: $0) }
    }

    @Test("A shutdown does what is planned and queued, then refuses")
    func shutdown() async throws {
        let store = try TemporaryStore()
        let writer = try Self.makeWriter(store)
        let answered = await withTaskGroup(of: Bool.self) { group in
            for caller in 0..<16 {
                group.addTask {
                    for number in stride(from: caller, to: 100_000, by: 16) {
                        do {
                            _ = try await Self.add(
                                number, ending: .adds, mayRunAhead: true, to: store, by: writer)
                        } catch {
                            return error as? StorageError == .writerShutDown
                        }
                        if number > 500, caller == 0 { await writer.shutdown() }
                    }
                    return false
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answered == [Bool](repeating: true, count: 16))
        #expect(try Int(Self.stored(store)) == Self.keyCount(store))
    }
}
