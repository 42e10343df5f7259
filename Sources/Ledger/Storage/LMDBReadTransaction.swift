/// A snapshot of the store, lent by `LMDBEnvironment.read`.
struct LMDBReadTransaction: ~Copyable, LMDBTransaction {
    let handle: LMDBTransactionHandle

    /// Nothing can change through a read transaction, so nobody needs the count.
    func countLending(by step: Int) {}
}
