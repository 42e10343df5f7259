/// A transaction that can be read, of either kind.
///
/// Code that reads is written once, for
/// `borrowing some LMDBTransaction & ~Copyable`.
protocol LMDBTransaction: ~Copyable {
    /// The transaction's handle, for tables and cursors only.
    var handle: LMDBTransactionHandle { get }
    /// The changes that come before what the handle sees, in a planned transaction; else nil.
    var planned: PlannedLayers? { get }
    /// Told when bytes of the transaction are lent to a closure (+1), and when they come back (-1).
    func countLending(by step: Int)
}

/// A transaction as liblmdb knows it.
///
/// Lives only inside the transaction that owns it.
@safe
struct LMDBTransactionHandle {
    let pointer: OpaquePointer
    let calls: LMDBCalls
}
