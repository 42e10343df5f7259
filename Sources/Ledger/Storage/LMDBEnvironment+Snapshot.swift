internal import CLMDB

extension LMDBEnvironment {
    /// Holds the newest state of a directory's store while `body` runs, without reading any page
    /// but the two meta pages, which the caller has checked.
    ///
    /// Other processes may write meanwhile: LMDB uses no page again that the held state has. The
    /// store is not open for anything else, and must not be open in this process. `body` is given
    /// the number of the transaction that made the state.
    static func withSnapshot<R>(
        of directory: String, options: LMDBEnvironmentOptions,
        _ body: (_ transactionNumber: Int) throws(StorageError) -> R
    ) throws(StorageError) -> R {
        let directoryIdentity = try checkDirectory(directory, options: options)
        guard LMDBOpenRegistry.claim([directoryIdentity]) else { throw .alreadyOpenInThisProcess }
        defer { LMDBOpenRegistry.release([directoryIdentity]) }
        let identities = try fileIdentities(in: directory)
        guard LMDBOpenRegistry.claim(identities) else { throw .alreadyOpenInThisProcess }
        let calls = options.makeCalls()
        let pointer: OpaquePointer
        do throws(StorageError) {
            unsafe pointer = try openPointer(directory, options: options, calls: calls)
        } catch {
            LMDBOpenRegistry.release(identities)
            throw error
        }
        defer { LMDBOpenRegistry.release(identities) { unsafe calls.envClose(pointer) } }
        let transaction = unsafe try calls.txnBegin(pointer, readOnly: true)
        defer { unsafe calls.txnAbort(transaction) }
        return try body(unsafe calls.txnNumber(transaction))
    }
}
