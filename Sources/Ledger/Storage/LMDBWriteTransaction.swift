internal import Synchronization

/// A transaction that changes the store, on the thread that began it: the one that may change it
/// now, or a planned one.
///
/// The one that may change it now is *direct*. It ends once: by `commit()`, or by going away, which
/// undoes everything.
///
/// A *planned* one is lent by `LMDBEnvironment.plan`. It sees a snapshot, before that the changes
/// that are being committed meanwhile, and before those its own, which go into memory. It has
/// nothing to commit or to undo: `PlannedChanges.make` makes its changes in a direct one.
struct LMDBWriteTransaction: ~Copyable, LMDBTransaction {
    let handle: LMDBTransactionHandle
    let planned: PlannedLayers?
    private let environment: LMDBEnvironment
    /// True for a planned one from the beginning: what lends it ends its snapshot.
    private let ended: Atomic<Bool>
    private let changes = Atomic(0)
    private let lendings = Atomic(0)

    /// Takes over a transaction that has passed the environment's gate.
    init(handle: LMDBTransactionHandle, environment: LMDBEnvironment) {
        self.handle = handle
        self.planned = nil
        self.environment = environment
        self.ended = Atomic(false)
    }

    /// A transaction that plans its changes before a snapshot that the environment keeps.
    init(
        planning planned: PlannedLayers, before snapshot: LMDBTransactionHandle,
        environment: LMDBEnvironment
    ) {
        self.handle = snapshot
        self.planned = planned
        self.environment = environment
        self.ended = Atomic(true)
    }

    deinit {
        if !ended.load(ordering: .relaxed) {
            unsafe handle.calls.txnAbort(handle.pointer)
            environment.leave()
        }
    }

    /// The number that the state gets if it is committed: one more than that of the state before.
    ///
    /// A transaction that changes nothing or is undone uses up no number. A planned one has the
    /// number that follows its snapshot's.
    var number: Int {
        let number = unsafe handle.calls.txnNumber(handle.pointer)
        return planned == nil ? number : number + 1
    }

    /// How many changes were made, or failed after they may have begun.
    var changeCount: Int { changes.load(ordering: .relaxed) }

    /// Makes all changes durable and visible.
    ///
    /// When it throws, none of them happened.
    consuming func commit() throws(StorageError) {
        // LMDB frees the handle whether the commit succeeds or not.
        ended.store(true, ordering: .relaxed)
        defer { environment.leave() }
        unsafe try handle.calls.txnCommit(handle.pointer) { environment.isDiskFull }
    }

    /// Lends what is committed: the snapshot of a planned transaction.
    ///
    /// A direct one lends its own view, which is that of the last commit before its first change
    /// only. Changes are refused meanwhile. No cursor may be kept from it.
    func withCommitted<R>(
        _ body: (borrowing LMDBReadTransaction) throws -> R
    ) rethrows -> R {
        countLending(by: 1)
        defer { countLending(by: -1) }
        let committed = LMDBReadTransaction(handle: handle)
        return try body(committed)
    }

    func countLending(by step: Int) {
        // One thread: a plain addition, without a locked instruction.
        lendings.store(lendings.load(ordering: .relaxed) &+ step, ordering: .relaxed)
    }

    /// Throws while bytes are lent: a change could move them.
    func refuseWhileLending() throws(StorageError) {
        if lendings.load(ordering: .relaxed) != 0 { throw .changedWhileLending }
    }

    func countChange() {
        changes.store(changes.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    }
}
