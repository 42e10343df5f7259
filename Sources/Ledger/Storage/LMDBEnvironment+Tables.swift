internal import CLMDB

extension LMDBEnvironment {
    /// Opens tables by name, in order, in one transaction that is committed; creates those that are
    /// missing when the environment is open for writing.
    ///
    /// Call it before other threads use the environment: "This function must not be called from
    /// multiple concurrent transactions in the same process" (lmdb.h, `mdb_dbi_open`).
    @available(*, noasync, message: "A write transaction belongs to one thread.")
    func openTables(_ names: [String]) throws -> [LMDBTable] {
        if options.isWritable, try !hasTables(names) {
            return try write { transaction in
                try openTables(names, in: transaction.handle, create: true)
            }
        }
        // A handle opened in a read transaction stays when that transaction is committed.
        return try readAndCommit { (handle) throws(StorageError) in
            try openTables(names, in: handle, create: false)
        }
    }

    /// Whether every table is there, without waiting for a writer.
    private func hasTables(_ names: [String]) throws(StorageError) -> Bool {
        for name in names where try existingTable(name) == nil { return false }
        return true
    }

    /// Opens a table that is there, changing nothing; nil where there is none of that name.
    func existingTable(_ name: String) throws(StorageError) -> LMDBTable? {
        do throws(StorageError) {
            return try readAndCommit { (handle) throws(StorageError) in
                try openTables([name], in: handle, create: false).first
            }
        } catch {
            if error == .tableMissing { return nil }
            throw error
        }
    }

    /// How many tables the environment has.
    func tableCount() throws(StorageError) -> Int {
        unsafe try withPointer { (pointer) throws(StorageError) in
            unsafe Int(try calls.envStat(pointer).ms_entries)
        }
    }

    private func openTables(
        _ names: [String], in handle: LMDBTransactionHandle, create: Bool
    ) throws(StorageError) -> [LMDBTable] {
        var tables: [LMDBTable] = []
        for name in names {
            let number = unsafe try handle.calls.tableOpen(
                handle.pointer, name: name, create: create)
            tables.append(LMDBTable(name: name, number: number, calls: calls))
        }
        return tables
    }
}
