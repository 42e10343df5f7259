internal import Foundation
internal import Testing

@testable internal import Ledger

/// Every call is failed with every kind of code; the store must say so by name and stay usable.
@Suite("Faults")
struct LMDBFaultTests {
    static let meanings: [(code: Int32, error: StorageError)] = [
        (MDBCode.mapFull, .mapFull), (ENOSPC, .diskFull), (EIO, .deviceFailed),
        (ENOMEM, .outOfMemory), (MDBCode.corrupted, .damaged),
        (MDBCode.badTransaction, .transactionFailed), (MDBCode.panic, .environmentFailed),
    ]

    static let callsInUse: [LMDBCallName] = [
        .txnBegin, .txnCommit, .get, .put, .delete, .cursorOpen, .cursorGet, .tableStat,
        .tableOpen, .envInfo, .envStat, .envCopy, .readerList, .readerCheck,
    ]

    static let callsInOpening: [LMDBCallName] = [
        .envCreate, .envSetMapSize, .envSetReadersMax, .envSetTablesMax, .readerCheck,
        .envStat, .envInfo, .envFile,
    ]

    /// Uses every call once.
    private func useEverything(_ store: TemporaryStore, copyTo target: String) throws {
        _ = try store.environment.openTables(["test"])
        try store.environment.write { transaction in
            try store.table.put([2].bytes, [2].bytes, in: transaction)
            _ = try store.table.get([2].bytes, in: transaction) { $0.byteCount }
            try store.table.delete([2].bytes, in: transaction)
            _ = try store.table.count(in: transaction)
            try store.table.forEach(in: transaction) { _, _ in true }
        }
        _ = try store.environment.statistics()
        try store.environment.clearDeadReaders()
        try store.environment.copy(to: target, compacting: false)
    }

    @Test(
        "A call that fails is an error by name, and what was stored is there", arguments: callsInUse
    )
    func everyCall(call: LMDBCallName) throws {
        for (code, error) in Self.meanings {
            let store = try TemporaryStore()
            try store.put([1], [1])
            let target = try TemporaryDirectory()
            store.faults.fail(call, with: code)
            #expect(throws: error, "\(call.rawValue) with \(code)") {
                try useEverything(store, copyTo: target.path)
            }
            store.faults.clear()
            let isFatal =
                error == .damaged || error == .environmentFailed
                || (call == .txnCommit && error == .deviceFailed)
            if isFatal {
                #expect(throws: StorageError.environmentFailed) { try store.keys() }
                #expect(throws: StorageError.environmentFailed) { try store.put([3], [3]) }
                store.environment.close()
                let reopened = try LMDBEnvironment.open(
                    directory: store.directory.path, options: .init(access: .readOnly))
                let table = try reopened.openTables(["test"])[0]
                #expect(try reopened.read { try table.contains([1].bytes, in: $0) })
            } else {
                #expect(try store.value([1]) == [1])
                try store.put([3], [3])
            }
        }
    }

    @Test("An opening that fails leaves nothing behind", arguments: callsInOpening)
    func everyCallOfOpening(call: LMDBCallName) throws {
        let directory = try TemporaryDirectory()
        var options = LMDBEnvironmentOptions(access: .readWrite(create: true))
        let faults = LMDBFaults()
        options.faults = faults
        faults.fail(call, with: EIO)
        #expect(throws: StorageError.deviceFailed) {
            try LMDBEnvironment.open(directory: directory.path, options: options)
        }
        try LMDBEnvironment.open(directory: directory.path, options: options).close()
    }

    @Test(
        "An environment that cannot be opened says why",
        arguments: [
            (EACCES, .permissionDenied), (EROFS, .readOnlyFileSystem), (ENOSPC, .diskFull),
            (MDBCode.versionMismatch, .formatMismatch), (MDBCode.invalid, .notAStore),
            (ENOMEM, .addressSpaceExhausted(mapSizeBytes: 1 << 38)), (EIO, .deviceFailed),
            (EMFILE, .unexpected(call: "mdb_env_open", code: EMFILE)),
        ] as [(Int32, StorageError)])
    func opening(code: Int32, error: StorageError) throws {
        let directory = try TemporaryDirectory()
        var options = LMDBEnvironmentOptions(access: .readWrite(create: true))
        let faults = LMDBFaults()
        options.faults = faults
        faults.fail(.envOpen, with: code)
        #expect(throws: error) {
            try LMDBEnvironment.open(directory: directory.path, options: options)
        }
    }

    @Test("A grown map is adopted by reads and writes, new or renewed", arguments: [true, false])
    func mapResized(pooled: Bool) throws {
        let store = try TemporaryStore()
        if pooled { _ = try store.keys() }
        store.faults.fail(pooled ? .txnRenew : .txnBegin, with: MDBCode.mapResized)
        #expect(try store.keys() == [])
        store.faults.fail(.txnBegin, with: MDBCode.mapResized)
        try store.put([1], [1])
        #expect(try store.keys() == [[1]])
    }

    @Test("A read inside a read that finds the map grown gives up instead of waiting for itself")
    func mapResizedWhileReading() throws {
        let store = try TemporaryStore()
        try store.environment.read { _ in
            store.faults.fail(.txnBegin, with: MDBCode.mapResized)
            #expect(throws: StorageError.mapResized) { try store.keys() }
        }
        #expect(try store.keys() == [])
    }

    @Test("Full reader slots are cleared of the dead once, then named")
    func readersFull() throws {
        let store = try TemporaryStore()
        store.faults.fail(.txnBegin, with: MDBCode.readersFull)
        #expect(try store.keys() == [])
        let small = try TemporaryStore { $0.readersMax = 2 }
        try small.environment.read { _ in
            try small.environment.read { _ in
                #expect(throws: StorageError.readersFull) { try small.keys() }
                return
            }
            return
        }
        #expect(try small.keys() == [])
    }

    @Test("A full map loses nothing, and small writes go on")
    func mapFull() throws {
        let store = try TemporaryStore(mapSizeBytes: 256 << 10)
        try store.put([1], [1])
        #expect(throws: StorageError.mapFull) {
            try store.environment.write { transaction in
                for number in 0..<1_000 {
                    try store.table.put(
                        LMDBKey(UInt64(number)).bytes, [UInt8](repeating: 1, count: 1_000).bytes,
                        in: transaction)
                }
            }
        }
        #expect(try store.keys() == [[1]])
        try store.put([2], [2])
        #expect(try store.keys() == [[1], [2]])
    }

    @Test("A transaction that failed inside cannot be committed")
    func swallowedFailure() throws {
        let store = try TemporaryStore(mapSizeBytes: 256 << 10)
        #expect(throws: StorageError.transactionFailed) {
            try store.environment.write { transaction in
                for number in 0..<1_000 {
                    try? store.table.put(
                        LMDBKey(UInt64(number)).bytes, [UInt8](repeating: 1, count: 1_000).bytes,
                        in: transaction)
                }
            }
        }
        #expect(try store.keys() == [])
    }

    @Test("Every error says what to do, and no two say the same")
    func descriptions() {
        let errors =
            Self.meanings.map(\.error) + [
                .directoryMissing, .notADirectory, .storeMissing, .permissionDenied,
                .readOnlyFileSystem, .remoteFileSystem("NFS"), .alreadyOpenInThisProcess,
                .openContended(code: 22), .notAStore, .truncated, .formatMismatch,
                .addressSpaceExhausted(mapSizeBytes: 1), .optionOutOfRange("x"), .tableMissing,
                .tableIncompatible, .tablesFull, .closed, .usedAfterFork, .openedReadOnly,
                .readersFull, .mapResized, .transactionOfAnotherStore, .changedWhileLending,
                .transactionPlanned, .sizeOutOfRange, .keyExists, .keyOutOfOrder,
                .transactionTooLarge, .writerShutDown, .copyTargetNotEmpty,
                .unexpected(call: "mdb_get", code: 1),
            ]
        let texts = Set(errors.map(\.description))
        #expect(texts.count == errors.count)
        #expect(!texts.contains("The store failed."))
    }
}
