internal import CLMDB

/// Changes of a table in a planned transaction: what LMDB would refuse is refused as it would, and
/// the rest is kept in memory.
extension LMDBTable {
    /// The longest value that LMDB takes, in bytes.
    private static let valueBytesMax = 0xFFFF_FFFF

    /// How a key is to be changed; the same as LMDB's flags.
    enum Storing {
        case put
        case insert
        case append

        var flags: Int32 {
            switch self {
            case .put: 0
            case .insert: MDB_NOOVERWRITE
            case .append: MDB_APPEND
            }
        }
    }

    /// Plans to set the value of a key.
    ///
    /// Not inlined, so that the other way is as short as without it.
    @inline(never)
    func plan(
        _ key: RawSpan, _ value: RawSpan, _ storing: Storing, in layers: PlannedLayers,
        of transaction: borrowing LMDBWriteTransaction
    ) throws(StorageError) {
        guard (1...PageLayout.keyBytesMax).contains(key.byteCount),
            value.byteCount <= Self.valueBytesMax
        else { throw .sizeOutOfRange }
        switch storing {
        case .put: break
        case .insert:
            if try contains(key, in: transaction) { throw .keyExists }
        case .append:
            if try !isLast(key, in: layers, of: transaction) { throw .keyExists }
        }
        let table = layers.own.tableToChange(number)
        unsafe key.withUnsafeBytes { key in
            unsafe value.withUnsafeBytes { value in
                let key = unsafe PlannedKey(key)
                if storing == .append {
                    unsafe table.rows.append(key, value)
                } else {
                    unsafe table.rows.put(key, value)
                }
            }
        }
    }

    /// Plans to remove a key; false when there is none.
    @inline(never)
    func planDeletion(
        _ key: RawSpan, in layers: PlannedLayers, of transaction: borrowing LMDBWriteTransaction
    ) throws(StorageError) -> Bool {
        guard try contains(key, in: transaction) else { return false }
        let table = layers.own.tableToChange(number)
        unsafe key.withUnsafeBytes { table.rows.delete(unsafe PlannedKey($0)) }
        return true
    }

    /// Whether a key comes behind all others.
    ///
    /// The last one is sought once: each append that follows knows it.
    private func isLast(
        _ key: RawSpan, in layers: PlannedLayers, of transaction: borrowing LMDBWriteTransaction
    ) throws(StorageError) -> Bool {
        let known = unsafe key.withUnsafeBytes {
            layers.own.table(number)?.rows.isLast(unsafe PlannedKey($0))
        }
        if let known { return known }
        var cursor = try openCursor(in: transaction)
        return try !cursor.last() || key.isAfter(cursor.key)
    }
}
