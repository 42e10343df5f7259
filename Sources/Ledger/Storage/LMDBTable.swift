internal import CLMDB

/// A named table of an environment: byte keys in order, each with one byte value.
///
/// Bytes are lent to a closure and never leave it. A write transaction refuses to change anything
/// while it lends.
struct LMDBTable: Sendable {
    let name: String
    let number: MDB_dbi
    /// Whose table it is.
    let calls: LMDBCalls

    /// Lends the value of a key to `body`; nil when there is no such key.
    func get<R>(
        _ key: RawSpan, in transaction: borrowing some LMDBTransaction & ~Copyable,
        _ body: (RawSpan) throws -> R
    ) throws -> R? {
        guard let value = unsafe try find(key, in: transaction) else { return nil }
        transaction.countLending(by: 1)
        defer { transaction.countLending(by: -1) }
        return try body(unsafe RawSpan(_unsafeBytes: value.buffer))
    }

    /// True when the table has the key.
    func contains(
        _ key: RawSpan, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws(StorageError) -> Bool {
        unsafe try find(key, in: transaction) != nil
    }

    /// Sets the value of a key, new or not.
    func put(
        _ key: RawSpan, _ value: RawSpan, in transaction: borrowing LMDBWriteTransaction
    ) throws(StorageError) {
        try store(key, value, .put, in: transaction)
    }

    /// Adds a key; throws `keyExists` when the table has it.
    func insert(
        _ key: RawSpan, _ value: RawSpan, in transaction: borrowing LMDBWriteTransaction
    ) throws(StorageError) {
        try store(key, value, .insert, in: transaction)
    }

    /// Adds a key behind all others, filling pages to the brim; throws `keyOutOfOrder` when it does
    /// not come last.
    ///
    /// A planned one throws at once too, and once more when it is made, should the store have got
    /// another last key meanwhile.
    func append(
        _ key: RawSpan, _ value: RawSpan, in transaction: borrowing LMDBWriteTransaction
    ) throws(StorageError) {
        do throws(StorageError) {
            try store(key, value, .append, in: transaction)
        } catch {
            throw error == .keyExists ? .keyOutOfOrder : error
        }
    }

    /// Removes a key; false when there is none.
    @discardableResult
    func delete(
        _ key: RawSpan, in transaction: borrowing LMDBWriteTransaction
    ) throws(StorageError) -> Bool {
        try check(transaction.handle)
        try transaction.refuseWhileLending()
        let handle = transaction.handle
        do throws(StorageError) {
            let deleted: Bool
            if let layers = transaction.planned {
                deleted = try planDeletion(key, in: layers, of: transaction)
            } else {
                deleted = unsafe try key.withLMDBValue { (key) throws(StorageError) in
                    unsafe try handle.calls.delete(handle.pointer, number, key: key)
                }
            }
            if deleted { transaction.countChange() }
            return deleted
        } catch {
            transaction.countChange()
            throw error
        }
    }

    /// How many entries the table has.
    ///
    /// - Complexity: O(1); in a planned transaction, a lookup for each key whose change is planned.
    func count(
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws(StorageError) -> Int {
        try check(transaction.handle)
        let handle = transaction.handle
        let count = unsafe try handle.calls.tableStat(handle.pointer, number).ms_entries
        guard let layers = transaction.planned else { return count }
        return try count
            + layers.countDifference(in: number) { (key) throws(StorageError) in
                unsafe try lookUp(key, in: handle) != nil
            }
    }

    /// Throws unless the transaction is of the table's environment.
    func check(_ handle: LMDBTransactionHandle) throws(StorageError) {
        if handle.calls !== calls { throw .transactionOfAnotherStore }
    }

    private func find(
        _ key: RawSpan, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws(StorageError) -> MDB_val? {
        try check(transaction.handle)
        if let layers = transaction.planned {
            switch layers.find(key, in: number) {
            case .value(let value): return unsafe value
            case .deleted: return nil
            case .unchanged: break
            }
        }
        return unsafe try lookUp(key, in: transaction.handle)
    }

    /// What the transaction's handle sees.
    private func lookUp(
        _ key: RawSpan, in handle: LMDBTransactionHandle
    ) throws(StorageError) -> MDB_val? {
        unsafe try key.withLMDBValue { (key) throws(StorageError) in
            unsafe try handle.calls.get(handle.pointer, number, key: key)
        }
    }

    private func store(
        _ key: RawSpan, _ value: RawSpan, _ storing: Storing,
        in transaction: borrowing LMDBWriteTransaction
    ) throws(StorageError) {
        try check(transaction.handle)
        try transaction.refuseWhileLending()
        let handle = transaction.handle
        do throws(StorageError) {
            if let layers = transaction.planned {
                try plan(key, value, storing, in: layers, of: transaction)
            } else {
                unsafe try key.withLMDBValue { (key) throws(StorageError) in
                    unsafe try value.withLMDBValue { (value) throws(StorageError) in
                        unsafe try handle.calls.put(
                            handle.pointer, number, key: key, value: value, flags: storing.flags)
                    }
                }
            }
        } catch {
            // LMDB finds an existing key before it touches a page.
            if error != .keyExists { transaction.countChange() }
            throw error
        }
        transaction.countChange()
    }
}
