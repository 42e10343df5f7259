internal import CLMDB
internal import Glibc
internal import Synchronization

/// One environment's door to liblmdb: one method per C function, the only file that calls any.
///
/// Each method turns a return code into a `StorageError`. A fault after which LMDB's state in
/// memory cannot be trusted is remembered in `hasFailed`.
final class LMDBCalls: Sendable {
    /// True after a fault that only opening again can end.
    let hasFailed = Atomic(false)

    #if DEBUG
        private let faults: LMDBFaults?

        init(faults: LMDBFaults?) {
            self.faults = faults
        }
    #endif

    // MARK: Environment

    func envCreate() throws(StorageError) -> OpaquePointer {
        var environment: OpaquePointer?
        try check(.envCreate) { unsafe mdb_env_create(&environment) }
        guard let environment = unsafe environment else { throw .outOfMemory }
        return unsafe environment
    }

    func envSetMapSize(_ environment: OpaquePointer, bytes: Int) throws(StorageError) {
        try check(.envSetMapSize) { unsafe mdb_env_set_mapsize(environment, bytes) }
    }

    func envSetReadersMax(_ environment: OpaquePointer, _ count: UInt32) throws(StorageError) {
        try check(.envSetReadersMax) { unsafe mdb_env_set_maxreaders(environment, count) }
    }

    func envSetTablesMax(_ environment: OpaquePointer, _ count: UInt32) throws(StorageError) {
        try check(.envSetTablesMax) { unsafe mdb_env_set_maxdbs(environment, count) }
    }

    /// Opens the environment and returns LMDB's code, because the caller retries some of them.
    func envOpen(
        _ environment: OpaquePointer, directory: String, flags: Int32, mode: mode_t
    ) -> Int32 {
        unsafe injected(.envOpen)
            ?? mdb_env_open(environment, directory, UInt32(bitPattern: flags), mode)
    }

    func envClose(_ environment: OpaquePointer) {
        unsafe mdb_env_close(environment)
    }

    func envInfo(_ environment: OpaquePointer) throws(StorageError) -> MDB_envinfo {
        var info = unsafe MDB_envinfo()
        try check(.envInfo) { unsafe mdb_env_info(environment, &info) }
        return unsafe info
    }

    func envStat(_ environment: OpaquePointer) throws(StorageError) -> MDB_stat {
        var stat = MDB_stat()
        try check(.envStat) { unsafe mdb_env_stat(environment, &stat) }
        return stat
    }

    /// The descriptor of the data file; liblmdb's own, not to be closed.
    func envFile(_ environment: OpaquePointer) throws(StorageError) -> Int32 {
        var file: Int32 = -1
        try check(.envFile) { unsafe mdb_env_get_fd(environment, &file) }
        return file
    }

    func envCopy(
        _ environment: OpaquePointer, to directory: String, compacting: Bool
    ) throws(StorageError) {
        let flags = compacting ? UInt32(MDB_CP_COMPACT) : 0
        try check(.envCopy) { unsafe mdb_env_copy2(environment, directory, flags) }
    }

    /// Frees the reader slots of processes that are gone; returns how many there were.
    @discardableResult
    func readerCheck(_ environment: OpaquePointer) throws(StorageError) -> Int {
        var dead: Int32 = 0
        try check(.readerCheck) { unsafe mdb_reader_check(environment, &dead) }
        return Int(dead)
    }

    /// LMDB's listing of the reader slots, as text: process, thread, transaction id or "-".
    func readerList(_ environment: OpaquePointer) throws(StorageError) -> String {
        var text = ""
        if let code = injected(.readerList) { throw failure(.readerList, code) }
        // mdb_reader_list returns what the callback returned, or a negative value.
        let code = unsafe withUnsafeMutablePointer(to: &text) { text in
            unsafe mdb_reader_list(
                environment,
                { line, context in
                    guard let line = unsafe line, let context = unsafe context else { return 0 }
                    let text = unsafe context.assumingMemoryBound(to: String.self)
                    unsafe text.pointee += unsafe String(cString: line)
                    return 0
                }, text)
        }
        if code < 0 { throw failure(.readerList, code) }
        return text
    }

    static var version: (major: Int, minor: Int, patch: Int) {
        var major: Int32 = 0
        var minor: Int32 = 0
        var patch: Int32 = 0
        _ = unsafe mdb_version(&major, &minor, &patch)
        return (Int(major), Int(minor), Int(patch))
    }

    // MARK: Transactions

    func txnBegin(
        _ environment: OpaquePointer, readOnly: Bool
    ) throws(StorageError) -> OpaquePointer {
        var transaction: OpaquePointer?
        let flags = readOnly ? UInt32(MDB_RDONLY) : 0
        try check(.txnBegin) { unsafe mdb_txn_begin(environment, nil, flags, &transaction) }
        guard let transaction = unsafe transaction else { throw .outOfMemory }
        return unsafe transaction
    }

    /// The number of the state that a reading transaction sees, or a writing one makes.
    func txnNumber(_ transaction: OpaquePointer) -> Int {
        unsafe mdb_txn_id(transaction)
    }

    func txnRenew(_ transaction: OpaquePointer) throws(StorageError) {
        try check(.txnRenew) { unsafe mdb_txn_renew(transaction) }
    }

    func txnReset(_ transaction: OpaquePointer) {
        unsafe mdb_txn_reset(transaction)
    }

    func txnAbort(_ transaction: OpaquePointer) {
        unsafe mdb_txn_abort(transaction)
    }

    /// Commits.
    ///
    /// The handle is gone afterwards, whatever happened.
    ///
    /// liblmdb 0.9 reports a write that was cut short as EIO (`mdb_page_flush`), and a disk that
    /// fills up cuts a write short. So `isDiskFull` is asked before EIO is believed.
    func txnCommit(
        _ transaction: OpaquePointer, isDiskFull: () -> Bool
    ) throws(StorageError) {
        if let code = injected(.txnCommit) {
            unsafe mdb_txn_abort(transaction)
            throw failure(.txnCommit, code)
        }
        let code = unsafe mdb_txn_commit(transaction)
        if code == EIO, isDiskFull() { throw failure(.txnCommit, ENOSPC) }
        if code != 0 { throw failure(.txnCommit, code) }
    }

    // MARK: Tables

    func tableOpen(
        _ transaction: OpaquePointer, name: String, create: Bool
    ) throws(StorageError) -> MDB_dbi {
        var handle: MDB_dbi = 0
        let flags = create ? UInt32(MDB_CREATE) : 0
        try check(.tableOpen) { unsafe mdb_dbi_open(transaction, name, flags, &handle) }
        return handle
    }

    func tableStat(
        _ transaction: OpaquePointer, _ table: MDB_dbi
    ) throws(StorageError) -> MDB_stat {
        var stat = MDB_stat()
        try check(.tableStat) { unsafe mdb_stat(transaction, table, &stat) }
        return stat
    }

    /// The value of a key, or nil.
    ///
    /// The bytes are LMDB's and live as long as the transaction
    /// neither ends nor changes anything.
    func get(
        _ transaction: OpaquePointer, _ table: MDB_dbi, key: MDB_val
    ) throws(StorageError) -> MDB_val? {
        var key = unsafe key
        var value = unsafe MDB_val()
        let code = unsafe injected(.get) ?? mdb_get(transaction, table, &key, &value)
        if code == MDB_NOTFOUND { return nil }
        if code != 0 { throw failure(.get, code) }
        return unsafe value
    }

    func put(
        _ transaction: OpaquePointer, _ table: MDB_dbi, key: MDB_val, value: MDB_val, flags: Int32
    ) throws(StorageError) {
        var key = unsafe key
        var value = unsafe value
        try check(.put) {
            unsafe mdb_put(transaction, table, &key, &value, UInt32(bitPattern: flags))
        }
    }

    /// Deletes a key; false when there is none.
    func delete(
        _ transaction: OpaquePointer, _ table: MDB_dbi, key: MDB_val
    ) throws(StorageError) -> Bool {
        var key = unsafe key
        let code = unsafe injected(.delete) ?? mdb_del(transaction, table, &key, nil)
        if code == MDB_NOTFOUND { return false }
        if code != 0 { throw failure(.delete, code) }
        return true
    }

    // MARK: Cursors

    func cursorOpen(
        _ transaction: OpaquePointer, _ table: MDB_dbi
    ) throws(StorageError) -> OpaquePointer {
        var cursor: OpaquePointer?
        try check(.cursorOpen) { unsafe mdb_cursor_open(transaction, table, &cursor) }
        guard let cursor = unsafe cursor else { throw .outOfMemory }
        return unsafe cursor
    }

    /// Takes a cursor of a reading transaction that has ended into another one.
    func cursorRenew(
        _ transaction: OpaquePointer, _ cursor: OpaquePointer
    ) throws(StorageError) {
        try check(.cursorRenew) { unsafe mdb_cursor_renew(transaction, cursor) }
    }

    func cursorClose(_ cursor: OpaquePointer) {
        unsafe mdb_cursor_close(cursor)
    }

    /// Moves the cursor; false when there is no such entry.
    func cursorGet(
        _ cursor: OpaquePointer, key: inout MDB_val, value: inout MDB_val,
        operation: MDB_cursor_op
    ) throws(StorageError) -> Bool {
        let code =
            unsafe injected(.cursorGet) ?? mdb_cursor_get(cursor, &key, &value, operation)
        if code == MDB_NOTFOUND { return false }
        if code != 0 { throw failure(.cursorGet, code) }
        return true
    }

    // MARK: Codes

    /// Makes the call, or fails it as a test asks, and throws what its code means.
    @inline(__always)
    private func check(_ name: LMDBCallName, _ call: () -> Int32) throws(StorageError) {
        let code = injected(name) ?? call()
        if code != 0 { throw failure(name, code) }
    }

    @inline(__always)
    private func injected(_ name: LMDBCallName) -> Int32? {
        #if DEBUG
            faults?.next(name)
        #else
            nil
        #endif
    }

    /// The error of a code, remembering the ones after which the environment is unfit for use.
    private func failure(_ name: LMDBCallName, _ code: Int32) -> StorageError {
        let error = StorageError(code: code, call: name)
        let isFatal =
            switch error {
            case .environmentFailed, .damaged: true
            case .mapFull, .diskFull, .transactionFailed, .transactionTooLarge, .outOfMemory: false
            // Any other failed commit may have left pages that were not written: after a failed
            // fdatasync the kernel may have dropped them.
            default: name == .txnCommit
            }
        if isFatal { hasFailed.store(true, ordering: .releasing) }
        return error
    }
}
