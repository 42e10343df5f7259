internal import Synchronization

/// The one transaction that may change the store, on the thread that began it.
///
/// It ends once: by `commit()`, or by going away, which undoes everything.
struct LMDBWriteTransaction: ~Copyable, LMDBTransaction {
    let handle: LMDBTransactionHandle
    private let environment: LMDBEnvironment
    private let ended = Atomic(false)
    private let changes = Atomic(0)
    private let lendings = Atomic(0)

    /// Takes over a transaction that has passed the environment's gate.
    init(handle: LMDBTransactionHandle, environment: LMDBEnvironment) {
        self.handle = handle
        self.environment = environment
    }

    deinit {
        if !ended.load(ordering: .relaxed) {
            unsafe handle.calls.txnAbort(handle.pointer)
            environment.leave()
        }
    }

    /// The number that the state gets if it is committed: one more than that of the state before.
    ///
    /// A transaction that changes nothing or is undone uses up no number.
    var number: Int { unsafe handle.calls.txnNumber(handle.pointer) }

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
