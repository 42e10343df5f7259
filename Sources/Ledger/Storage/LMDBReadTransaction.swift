/// A snapshot of the store, lent by `LMDBEnvironment.read`.
struct LMDBReadTransaction: ~Copyable, LMDBTransaction {
    let handle: LMDBTransactionHandle

    /// The number of the state that it sees: a commit that changes anything gives a higher one.
    var number: Int { unsafe handle.calls.txnNumber(handle.pointer) }

    /// A snapshot is seen as it is.
    var planned: PlannedLayers? { nil }

    /// Nothing can change through a read transaction, so nobody needs the count.
    func countLending(by step: Int) {}
}
