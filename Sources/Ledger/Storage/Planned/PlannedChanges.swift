internal import CLMDB

/// The changes that planned transactions make in memory, until a transaction makes them in the store.
///
/// `LMDBEnvironment.plan` fills it, `sort` ends that, and `make` empties nothing: the changes may be
/// read as the earlier layer of the next plan while another thread makes them.
final class PlannedChanges: @unchecked Sendable {
    // @unchecked Sendable because one thread at a time changes it, and from `sort` to `removeAll`
    // all threads only read.

    /// How much memory `removeAll` keeps for the next plan, in bytes.
    static let keptBytesMax = 8 << 20

    /// By number of the table.
    private var tables: [PlannedTable?] = []
    private let seed = PlannedKey.makeSeed()
    /// Whose changes these are; nil before the first plan.
    private var calls: LMDBCalls?

    init() {}

    /// True when nothing is to be changed.
    var isEmpty: Bool { tables.allSatisfy { ($0?.rows.count ?? 0) == 0 } }

    /// How many bytes of keys and values are held, replaced values among them.
    var byteCount: Int { tables.reduce(0) { $0 + ($1?.rows.byteCount ?? 0) } }

    /// How much memory is held, in bytes.
    var capacityBytes: Int { tables.reduce(0) { $0 + ($1?.rows.capacityBytes ?? 0) } }

    /// Forgets all changes.
    ///
    /// Keeps the memory, unless that is more than `keptBytesMax`.
    func removeAll() {
        calls = nil
        if capacityBytes > Self.keptBytesMax {
            tables.removeAll()
        } else {
            for table in tables { table?.rows.removeAll() }
        }
    }

    /// Puts the changes of every table in key order.
    ///
    /// Called by the thread that planned, before others read. Once sorted, changes nothing.
    func sort() {
        for table in tables { table?.sort() }
    }

    /// Makes all changes in a transaction that changes the store: one call a changed key, table by
    /// table, in key order.
    ///
    /// When it throws, some may have been made: the transaction is to be given up. Throws
    /// `keyOutOfOrder` where a key that was appended does not come last, because the store is not
    /// the one that was planned for.
    func make(in transaction: borrowing LMDBWriteTransaction) throws(StorageError) {
        if transaction.planned != nil { throw .transactionPlanned }
        try check(transaction.handle.calls)
        try transaction.refuseWhileLending()
        sort()
        for number in tables.indices {
            try tables[number]?.rows.make(MDB_dbi(number), in: transaction)
        }
    }

    /// Throws where the changes are those of another store.
    func check(_ calls: LMDBCalls) throws(StorageError) {
        if let held = self.calls, held !== calls { throw .transactionOfAnotherStore }
    }

    /// Makes the changes those of this store, unless they are those of another one.
    func claim(for calls: LMDBCalls) throws(StorageError) {
        try check(calls)
        self.calls = calls
    }

    /// The changes of a table, if there may be any.
    func table(_ number: MDB_dbi) -> PlannedTable? {
        Int(number) < tables.count ? tables[Int(number)] : nil
    }

    /// The changes of a table, to add some.
    func tableToChange(_ number: MDB_dbi) -> PlannedTable {
        if let table = table(number) { return table }
        while tables.count <= Int(number) { tables.append(nil) }
        let table = PlannedTable(seed: seed)
        tables[Int(number)] = table
        return table
    }
}
