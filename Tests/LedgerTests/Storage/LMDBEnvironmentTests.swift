internal import Foundation
internal import Testing

@testable internal import Ledger

@Suite("Opening and closing")
struct LMDBEnvironmentTests {
    private func open(
        _ path: String, _ access: LMDBEnvironmentOptions.Access = .readWrite(create: true),
        configure: (inout LMDBEnvironmentOptions) -> Void = { _ in }
    ) throws -> LMDBEnvironment {
        var options = LMDBEnvironmentOptions(access: access)
        configure(&options)
        return try LMDBEnvironment.open(directory: path, options: options)
    }

    @Test("A second opening is refused, whatever path leads to the store")
    func secondOpening() throws {
        let store = try TemporaryStore()
        let path = store.directory.path
        let link = path + "-link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        defer { try? FileManager.default.removeItem(atPath: link) }
        let linkedFiles = try TemporaryDirectory()
        try FileManager.default.createSymbolicLink(
            atPath: linkedFiles.path + "/data.mdb", withDestinationPath: path + "/data.mdb")
        for other in [path, path + "/", path + "/.", link, linkedFiles.path] {
            #expect(throws: StorageError.alreadyOpenInThisProcess) { try open(other) }
        }
        store.environment.close()
        let again = try open(link)
        again.close()
    }

    @Test("What is no store is refused by name")
    func refusals() throws {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/file"
        try Data([1]).write(to: URL(filePath: file))
        #expect(throws: StorageError.directoryMissing) { try open(directory.path + "/none") }
        #expect(throws: StorageError.notADirectory) { try open(file) }
        #expect(throws: StorageError.notADirectory) { try open(file + "/below") }
        #expect(throws: StorageError.storeMissing) {
            try open(directory.path, .readWrite(create: false))
        }
        #expect(throws: StorageError.storeMissing) { try open(directory.path, .readOnly) }
        try Data(repeating: 7, count: 8192).write(to: URL(filePath: directory.path + "/data.mdb"))
        #expect(throws: StorageError.notAStore) { try open(directory.path) }
        // A refused opening leaves no claim behind.
        #expect(throws: StorageError.notAStore) { try open(directory.path) }
    }

    @Test("A store that outgrew a map is opened with one of twice its size, and grows on")
    func outgrown() throws {
        let store = try TemporaryStore()
        let value = [UInt8](repeating: 1, count: 3_000)
        func write(_ numbers: Range<UInt64>, to environment: LMDBEnvironment) throws {
            let table = try environment.openTables(["test"])[0]
            try environment.write { transaction in
                for number in numbers {
                    try table.put(LMDBKey(number).bytes, value.bytes, in: transaction)
                }
            }
        }
        store.environment.close()
        let path = store.directory.path
        let first = try open(path) { $0.mapSizeBytes = 64 << 20 }
        try write(0..<1_000, to: first)
        first.close()
        let fileBytes = try FileStatus(path: path + "/data.mdb").sizeBytes
        #expect(fileBytes > 3 << 20)
        for access in [LMDBEnvironmentOptions.Access.readOnly, .readWrite(create: false)] {
            for mapSizeBytes in [1 << 20, fileBytes, 2 * fileBytes, 64 << 20] {
                let again = try open(path, access) { $0.mapSizeBytes = mapSizeBytes }
                #expect(
                    try again.statistics().mapSizeBytes == max(mapSizeBytes, 2 * fileBytes))
                again.close()
            }
        }
        let again = try open(path) { $0.mapSizeBytes = 1 << 20 }
        try write(1_000..<1_500, to: again)
        #expect(throws: StorageError.mapFull) { try write(1_500..<4_000, to: again) }
        again.close()
        let larger = try open(path) { $0.mapSizeBytes = 1 << 20 }
        try write(1_500..<2_000, to: larger)
        let table = try larger.openTables(["test"])[0]
        #expect(try larger.read { try table.count(in: $0) } == 2_000)
        larger.close()
    }

    /// A file system that lets a file without blocks be as long as no map can be; others end at some
    /// terabytes.
    private static let memoryFiles = "/dev/shm"

    @Test(
        "A file that is too long for any map is refused by name",
        .enabled(if: FileManager.default.isWritableFile(atPath: memoryFiles)),
        arguments: [62, 60, 50, 48])
    func tooLong(exponent: Int) throws {
        let store = try TemporaryStore()
        store.environment.close()
        let path = Self.memoryFiles + "/ledger-\(UUID().uuidString)"
        try FileManager.default.copyItem(atPath: store.directory.path, toPath: path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try #require(unsafe truncate(path + "/data.mdb", off_t(1) << exponent) == 0)
        let error = #expect(throws: StorageError.self) { try open(path) }
        guard case .addressSpaceExhausted = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(
        "An option that LMDB cannot take is refused by name",
        arguments: [0, -1, Int.max])
    func options(value: Int) throws {
        let directory = try TemporaryDirectory()
        #expect(throws: StorageError.optionOutOfRange("mapSizeBytes")) {
            try open(directory.path) { $0.mapSizeBytes = value }
        }
        #expect(throws: StorageError.optionOutOfRange("readersMax")) {
            try open(directory.path) { $0.readersMax = value }
        }
        #expect(throws: StorageError.optionOutOfRange("tablesMax")) {
            try open(directory.path) { $0.tablesMax = value }
        }
    }

    @Test(
        "Network file systems are refused by name",
        arguments: [
            (0x6969, "NFS"), (0xFF53_4D42, "CIFS"), (0x0102_1997, "9p"), (0x6573_5546, "FUSE"),
            (0x00C3_6400, "Ceph"), (0x5346_414F, "AFS"),
        ] as [(UInt32, String)])
    func networkFileSystems(type: UInt32, name: String) throws {
        let directory = try TemporaryDirectory()
        let faults = LMDBFaults()
        faults.pretendFileSystem(type)
        #expect(throws: StorageError.remoteFileSystem(name)) {
            try open(directory.path) { $0.faults = faults }
        }
    }

    @Test("After fork every begin is refused, and closing leaves the parent's store alone")
    func afterFork() throws {
        let store = try TemporaryStore()
        try store.put([1], [1])
        store.faults.pretendProcess(getpid() + 1)
        #expect(throws: StorageError.usedAfterFork) { try store.keys() }
        #expect(throws: StorageError.usedAfterFork) { try store.put([2], [2]) }
        #expect(throws: StorageError.usedAfterFork) { try store.environment.statistics() }
        store.faults.clear()
        #expect(try store.keys() == [[1]])
    }

    @Test("An opening that meets another process's is tried again, a few times")
    func contendedOpening() throws {
        for code in [EINVAL, EAGAIN] {
            let faults = LMDBFaults()
            let directory = try TemporaryDirectory()
            faults.fail(.envOpen, with: code, times: 3)
            try open(directory.path) { $0.faults = faults }.close()
            faults.fail(.envOpen, with: code, times: 100)
            #expect(throws: StorageError.openContended(code: code)) {
                try open(directory.path) { $0.faults = faults }
            }
        }
    }

    @Test("Closing waits for live transactions, and later use is refused")
    func closing() throws {
        let store = try TemporaryStore()
        try store.put([1], [1])
        try store.environment.read { transaction in
            store.environment.close()
            let isThere = try store.table.contains([1].bytes, in: transaction)
            #expect(isThere)
            #expect(throws: StorageError.alreadyOpenInThisProcess) {
                try open(store.directory.path)
            }
        }
        #expect(throws: StorageError.closed) { try store.keys() }
        #expect(throws: StorageError.closed) { try store.put([1], [1]) }
        store.environment.close()
        try open(store.directory.path).close()
    }

    @Test("A store opened for reading only reads, and refuses to write")
    func readOnly() throws {
        let store = try TemporaryStore()
        try store.put([1], [1])
        store.environment.close()
        let environment = try open(store.directory.path, .readOnly)
        let table = try environment.openTables(["test"])[0]
        #expect(try environment.read { try table.count(in: $0) } == 1)
        #expect(throws: StorageError.openedReadOnly) { try environment.write { _ in } }
        #expect(throws: StorageError.tableMissing) { try environment.openTables(["other"]) }
        environment.close()
    }

    @Test("More tables than allowed are refused")
    func tablesFull() throws {
        let store = try TemporaryStore { $0.tablesMax = 2 }
        #expect(throws: StorageError.tablesFull) {
            try store.environment.openTables(["second", "third"])
        }
        #expect(try store.environment.openTables(["second"]).count == 1)
    }

    @Test(
        "A copy holds what was committed, and needs an empty directory", arguments: [true, false])
    func copying(compacting: Bool) throws {
        let store = try TemporaryStore()
        for number in UInt8.min...UInt8.max { try store.put([number], [number]) }
        let target = try TemporaryDirectory()
        try store.environment.copy(to: target.path, compacting: compacting)
        #expect(throws: StorageError.copyTargetNotEmpty) {
            try store.environment.copy(to: target.path, compacting: compacting)
        }
        let copy = try open(target.path, .readOnly)
        let table = try copy.openTables(["test"])[0]
        #expect(try copy.read { try table.count(in: $0) } == 256)
        copy.close()
    }

    @Test("Statistics count pages, entries and the lag of the oldest reader")
    func statistics() throws {
        let store = try TemporaryStore()
        try store.put([1], [UInt8](repeating: 1, count: 10_000))
        #expect(try store.environment.statistics().readersActiveCount == 0)
        try store.environment.read { transaction in
            let table = try store.table.statistics(in: transaction)
            #expect(table.entriesCount == 1)
            #expect(table.depth == 1)
            #expect(table.overflowPagesCount == 3)
            for number in 0..<5 { try store.put([2], [UInt8(number)]) }
            let statistics = try store.environment.statistics()
            #expect(statistics.readersActiveCount == 1)
            #expect(statistics.oldestReaderLagTransactions == 5)
            #expect(statistics.mapSizeBytes == 64 << 20)
            #expect(statistics.bytesUsed > 10_000)
        }
        #expect(try store.environment.statistics().oldestReaderLagTransactions == 0)
        #expect(LMDBEnvironment.libraryVersion.hasPrefix("0.9."))
    }
}
