internal import Glibc
internal import Synchronization

/// An open LMDB environment: one directory with `data.mdb` and `lock.mdb`.
///
/// Any number of threads may read at once; one transaction at a time writes, over all processes.
/// Reads are lent to a closure and must not be nested.
@safe
final class LMDBEnvironment: Sendable {
    let options: LMDBEnvironmentOptions
    let calls: LMDBCalls
    let directory: String
    // An MDB_env may be used from any thread (MDB_NOTLS; lmdb.h). The gate keeps every use of it
    // before its closing.
    private nonisolated(unsafe) let pointer: OpaquePointer
    private let identities: Set<FileIdentity>
    private let processIdentifier: pid_t
    private let gate = LMDBTransactionGate(
        exclusiveWaitMillisecondsMax: LMDBEnvironment.remapWaitMillisecondsMax)
    private let pool = LMDBReaderPool()

    /// A disk with less room than this counts as full, in bytes.
    static let diskFullBytes: UInt64 = 1 << 16

    /// How long a transaction that finds the file grown by another process waits for the other
    /// transactions of this process to end, in milliseconds.
    static let remapWaitMillisecondsMax = 2_000

    /// Takes over an environment that `open` has opened.
    init(
        pointer: OpaquePointer, directory: String, options: LMDBEnvironmentOptions,
        calls: LMDBCalls,
        identities: Set<FileIdentity>
    ) {
        unsafe self.pointer = unsafe pointer
        self.directory = directory
        self.options = options
        self.calls = calls
        self.identities = identities
        self.processIdentifier = options.currentProcess
    }

    deinit {
        close()
    }

    /// Closes the environment: at once when no transaction is live, else when the last one ends.
    ///
    /// Every later use throws `closed`.
    func close() {
        if gate.close() { closeNow() }
    }

    private func closeNow() {
        // After fork() the child must leave the parent's reader slots and locks alone.
        guard options.currentProcess == processIdentifier else { return }
        while let idle = unsafe pool.take() {
            unsafe calls.txnAbort(idle)
        }
        LMDBOpenRegistry.release(identities) { unsafe calls.envClose(pointer) }
    }

    /// True when the disk has hardly any room left.
    var isDiskFull: Bool { FileStatus.freeBytes(path: directory) < Self.diskFullBytes }

    // MARK: Transactions

    /// Lends a snapshot of the store to `body`.
    ///
    /// Keep it short: while it lives, pages that are freed are not used again, and the file grows.
    func read<R>(_ body: (borrowing LMDBReadTransaction) throws -> R) throws -> R {
        let pointer = unsafe try begin(beginReading)
        defer { unsafe endReading(pointer) }
        let transaction = LMDBReadTransaction(
            handle: unsafe LMDBTransactionHandle(pointer: pointer, calls: calls))
        return try body(transaction)
    }

    /// Begins the write transaction, waiting for another writer to end.
    @available(*, noasync, message: "A write transaction belongs to one thread.")
    func beginWriting() throws(StorageError) -> LMDBWriteTransaction {
        guard options.isWritable else { throw .openedReadOnly }
        let pointer = unsafe try begin { () throws(StorageError) in
            unsafe try beginUnpooled(readOnly: false)
        }
        return LMDBWriteTransaction(
            handle: unsafe LMDBTransactionHandle(pointer: pointer, calls: calls),
            environment: self)
    }

    /// Runs `body` in a write transaction and commits it; undoes it when `body` throws.
    @available(*, noasync, message: "A write transaction belongs to one thread.")
    func write<R>(_ body: (borrowing LMDBWriteTransaction) throws -> R) throws -> R {
        let transaction = try beginWriting()
        let result = try body(transaction)
        try transaction.commit()
        return result
    }

    /// Lends `body` a transaction that puts its changes into `changes`, before a snapshot of the
    /// store and the `earlier` changes, which may be in the snapshot already.
    ///
    /// `changes` is empty, or holds what was planned before the same `earlier` ones. The `earlier`
    /// ones have been sorted; other threads may make them meanwhile. When `body` throws, what it
    /// changed stays in `changes`.
    func plan<R>(
        into changes: PlannedChanges, over earlier: PlannedChanges?,
        _ body: (borrowing LMDBWriteTransaction) throws -> R
    ) throws -> R {
        guard options.isWritable else { throw StorageError.openedReadOnly }
        try changes.claim(for: calls)
        try earlier?.check(calls)
        let pointer = unsafe try begin(beginReading)
        defer { unsafe endReading(pointer) }
        let transaction = LMDBWriteTransaction(
            planning: PlannedLayers(own: changes, earlier: earlier),
            before: unsafe LMDBTransactionHandle(pointer: pointer, calls: calls),
            environment: self)
        return try body(transaction)
    }

    /// Lends a read transaction to `body`, and commits it instead of laying it to rest.
    func readAndCommit<R>(
        _ body: (LMDBTransactionHandle) throws(StorageError) -> R
    ) throws(StorageError) -> R {
        let pointer = unsafe try begin { () throws(StorageError) in
            unsafe try beginUnpooled(readOnly: true)
        }
        defer { leave() }
        let handle = unsafe LMDBTransactionHandle(pointer: pointer, calls: calls)
        let result: R
        do throws(StorageError) {
            result = try body(handle)
        } catch {
            unsafe calls.txnAbort(pointer)
            throw error
        }
        unsafe try calls.txnCommit(pointer) { false }
        return result
    }

    /// Lends the environment's handle to `body`, and holds closing back meanwhile.
    func withPointer<R>(
        _ body: (OpaquePointer) throws(StorageError) -> R
    ) throws(StorageError) -> R {
        try enter()
        defer { leave() }
        return unsafe try body(pointer)
    }

    /// Passes the gate, after asking whether the environment may be used at all.
    private func enter() throws(StorageError) {
        try checkUsable()
        try gate.enter()
    }

    /// Throws after fork(), and after a fault that only opening again can end.
    func checkUsable() throws(StorageError) {
        if options.currentProcess != processIdentifier { throw .usedAfterFork }
        if calls.hasFailed.load(ordering: .acquiring) { throw .environmentFailed }
    }

    /// Gives back what `enter` took.
    func leave() {
        if gate.leave() { closeNow() }
    }

    /// Passes the gate and begins a transaction; once more after adopting a grown map.
    private func begin(
        _ start: () throws(StorageError) -> OpaquePointer
    ) throws(StorageError) -> OpaquePointer {
        try enter()
        do throws(StorageError) {
            return unsafe try start()
        } catch {
            leave()
            guard error == .mapResized else { throw error }
        }
        try remap()
        try enter()
        do throws(StorageError) {
            return unsafe try start()
        } catch {
            leave()
            throw error
        }
    }

    private func beginReading() throws(StorageError) -> OpaquePointer {
        guard let idle = unsafe pool.take() else {
            return unsafe try beginUnpooled(readOnly: true)
        }
        do throws(StorageError) {
            unsafe try calls.txnRenew(idle)
            return unsafe idle
        } catch {
            unsafe calls.txnAbort(idle)
            throw error
        }
    }

    private func endReading(_ transaction: OpaquePointer) {
        unsafe calls.txnReset(transaction)
        if unsafe !pool.give(transaction) { unsafe calls.txnAbort(transaction) }
        leave()
    }

    /// Begins a new transaction; once more after freeing the reader slots of dead processes.
    private func beginUnpooled(readOnly: Bool) throws(StorageError) -> OpaquePointer {
        do throws(StorageError) {
            return unsafe try calls.txnBegin(pointer, readOnly: readOnly)
        } catch {
            guard error == .readersFull else { throw error }
        }
        unsafe try calls.readerCheck(pointer)
        return unsafe try calls.txnBegin(pointer, readOnly: readOnly)
    }

    /// Adopts the size that another process gave the file.
    ///
    /// No transaction of this process may be live meanwhile, because the map moves (lmdb.h,
    /// `mdb_env_set_mapsize`).
    private func remap() throws(StorageError) {
        let turn = gate.beginExclusive()
        if turn == .doneByAnother { return }
        defer { if gate.endExclusive() { closeNow() } }
        switch turn {
        case .granted: unsafe try calls.envSetMapSize(pointer, bytes: 0)
        case .closed: throw .closed
        case .refused, .doneByAnother: throw .mapResized
        }
    }
}
