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
        try store(key, value, flags: 0, in: transaction)
    }

    /// Adds a key; throws `keyExists` when the table has it.
    func insert(
        _ key: RawSpan, _ value: RawSpan, in transaction: borrowing LMDBWriteTransaction
    ) throws(StorageError) {
        try store(key, value, flags: MDB_NOOVERWRITE, in: transaction)
    }

    /// Adds a key behind all others, filling pages to the brim; throws `keyOutOfOrder` when it does
    /// not come last.
    func append(
        _ key: RawSpan, _ value: RawSpan, in transaction: borrowing LMDBWriteTransaction
    ) throws(StorageError) {
        do throws(StorageError) {
            try store(key, value, flags: MDB_APPEND, in: transaction)
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
            let deleted = unsafe try key.withLMDBValue { (key) throws(StorageError) in
                unsafe try handle.calls.delete(handle.pointer, number, key: key)
            }
            if deleted { transaction.countChange() }
            return deleted
        } catch {
            transaction.countChange()
            throw error
        }
    }

    /// How many entries the table has.
    func count(
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws(StorageError) -> Int {
        try check(transaction.handle)
        let handle = transaction.handle
        return unsafe try handle.calls.tableStat(handle.pointer, number).ms_entries
    }

    /// Throws unless the transaction is of the table's environment.
    func check(_ handle: LMDBTransactionHandle) throws(StorageError) {
        if handle.calls !== calls { throw .transactionOfAnotherStore }
    }

    private func find(
        _ key: RawSpan, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws(StorageError) -> MDB_val? {
        try check(transaction.handle)
        let handle = transaction.handle
        return unsafe try key.withLMDBValue { (key) throws(StorageError) in
            unsafe try handle.calls.get(handle.pointer, number, key: key)
        }
    }

    private func store(
        _ key: RawSpan, _ value: RawSpan, flags: Int32,
        in transaction: borrowing LMDBWriteTransaction
    ) throws(StorageError) {
        try check(transaction.handle)
        try transaction.refuseWhileLending()
        let handle = transaction.handle
        do throws(StorageError) {
            unsafe try key.withLMDBValue { (key) throws(StorageError) in
                unsafe try value.withLMDBValue { (value) throws(StorageError) in
                    unsafe try handle.calls.put(
                        handle.pointer, number, key: key, value: value, flags: flags)
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
