internal import CLMDB

extension LMDBEnvironment {
    /// Throws when the file ends before a page that its newest state uses.
    ///
    /// Touching such a page through the map would stop the process (SIGBUS). The last page that was
    /// ever given out need not be in a whole file: LMDB does not write pages that were taken and
    /// freed in one transaction. So a file that is short is whole when all that it lacks is free.
    ///
    /// - Throws: `truncated`, `damaged`, and `openContended` when other processes commit so fast that
    ///   no state can be read.
    /// - Complexity: One fstat(2), unless the file is short; then the length of the free list.
    static func checkExtent(
        of pointer: OpaquePointer, calls: LMDBCalls
    ) throws(StorageError) {
        let pageSizeBytes = unsafe Int(try calls.envStat(pointer).ms_psize)
        guard pageSizeBytes > 0 else { throw .damaged }
        let lastPage = unsafe try calls.envInfo(pointer).me_last_pgno
        // Asked after the last page, because a commit writes its pages before its meta page.
        let file = unsafe try calls.envFile(pointer)
        let pagesPresentCount = try FileStatus(file: file).sizeBytes / pageSizeBytes
        if (0..<pagesPresentCount).contains(lastPage) { return }
        let pages = LMDBPageFile(
            file: file, pageSizeBytes: pageSizeBytes, pagesPresentCount: pagesPresentCount)
        // The transaction keeps other processes from using its state's pages for something else.
        let transaction = unsafe try calls.txnBegin(pointer, readOnly: true)
        defer { unsafe calls.txnAbort(transaction) }
        let state = try pages.state(transactionNumber: unsafe calls.txnNumber(transaction))
        guard try pages.isEveryMissingPageFree(in: state) else { throw .truncated }
    }
}
