internal import CLMDB

/// How full an environment is, and who reads it, at one moment.
struct LMDBStatistics: Sendable, Hashable {
    /// Size of the map, in bytes: the most that the file may grow to.
    let mapSizeBytes: Int
    let pageSizeBytes: Int
    /// Pages from the start of the file to the last one in use, free ones among them.
    let pagesUsedCount: Int
    /// Number of the newest committed transaction.
    let lastTransactionNumber: Int
    let readersMax: Int
    /// Snapshots that are open now, over all processes; pooled ones at rest do not count.
    let readersActiveCount: Int
    /// How many transactions the oldest open snapshot is behind; zero without any.
    let oldestReaderLagTransactions: Int

    /// Bytes from the start of the file to the last page in use.
    var bytesUsed: Int { pagesUsedCount * pageSizeBytes }
}

/// How large a table is.
struct LMDBTableStatistics: Sendable, Hashable {
    let entriesCount: Int
    let depth: Int
    let branchPagesCount: Int
    let leafPagesCount: Int
    let overflowPagesCount: Int
}

extension LMDBEnvironment {
    /// The version of liblmdb that the process runs with.
    static var libraryVersion: String {
        let version = LMDBCalls.version
        return "\(version.major).\(version.minor).\(version.patch)"
    }

    /// What the environment looks like now.
    func statistics() throws(StorageError) -> LMDBStatistics {
        unsafe try withPointer { (pointer) throws(StorageError) in
            let info = unsafe try calls.envInfo(pointer)
            let stat = unsafe try calls.envStat(pointer)
            let lastTransaction = unsafe info.me_last_txnid
            let snapshots = snapshotNumbers(in: unsafe try calls.readerList(pointer))
            let oldest = snapshots.min() ?? lastTransaction
            return unsafe LMDBStatistics(
                mapSizeBytes: info.me_mapsize, pageSizeBytes: Int(stat.ms_psize),
                pagesUsedCount: info.me_last_pgno + 1,
                lastTransactionNumber: lastTransaction, readersMax: Int(info.me_maxreaders),
                readersActiveCount: snapshots.count,
                oldestReaderLagTransactions: max(0, lastTransaction - oldest))
        }
    }

    /// Frees the reader slots of processes that are gone; returns how many there were.
    @discardableResult
    func clearDeadReaders() throws(StorageError) -> Int {
        unsafe try withPointer { (pointer) throws(StorageError) in
            unsafe try calls.readerCheck(pointer)
        }
    }

    /// The snapshots in liblmdb's listing: lines of process, thread and transaction number, the
    /// last one "-" for a slot at rest, below a heading.
    private func snapshotNumbers(in listing: String) -> [Int] {
        listing.split(separator: "\n").compactMap { line in
            let columns = line.split(separator: " ")
            return columns.count == 3 ? Int(columns[2]) : nil
        }
    }
}

extension LMDBTable {
    /// How large the table is in a snapshot: what is only planned has no pages yet.
    func statistics(
        in transaction: borrowing LMDBReadTransaction
    ) throws(StorageError) -> LMDBTableStatistics {
        try check(transaction.handle)
        let handle = transaction.handle
        let stat = unsafe try handle.calls.tableStat(handle.pointer, number)
        return LMDBTableStatistics(
            entriesCount: stat.ms_entries, depth: Int(stat.ms_depth),
            branchPagesCount: stat.ms_branch_pages, leafPagesCount: stat.ms_leaf_pages,
            overflowPagesCount: stat.ms_overflow_pages)
    }

    /// How large a page of the table is.
    func pageSizeBytes(
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws(StorageError) -> Int {
        try check(transaction.handle)
        let handle = transaction.handle
        return Int(unsafe try handle.calls.tableStat(handle.pointer, number).ms_psize)
    }
}
