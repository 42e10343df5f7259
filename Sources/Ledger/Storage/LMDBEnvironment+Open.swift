internal import CLMDB
internal import Glibc

extension LMDBEnvironment {
    /// How often an opening that met another process's opening or closing is tried.
    private static let openAttemptsMax = 5
    private static let openRetryMicroseconds: UInt32 = 10_000
    /// Files are for the user and the group of the process.
    private static let fileMode: mode_t = 0o660

    /// Opens the environment in a directory that exists, on a local file system.
    ///
    /// - Throws: `StorageError` when the directory, its file system, its files or the options do not
    ///   allow it, or when this process has the environment open already.
    static func open(
        directory: String, options: LMDBEnvironmentOptions
    ) throws(StorageError) -> LMDBEnvironment {
        let directoryIdentity = try checkDirectory(directory, options: options)
        // The directory is claimed while its files may be made. Afterwards the files are claimed,
        // which stay what they are for as long as liblmdb has them open.
        guard LMDBOpenRegistry.claim([directoryIdentity]) else { throw .alreadyOpenInThisProcess }
        defer { LMDBOpenRegistry.release([directoryIdentity]) }
        try checkDataFile(in: directory, options: options)
        try checkMetaPages(in: directory)
        let identities = try fileIdentities(in: directory)
        guard LMDBOpenRegistry.claim(identities) else { throw .alreadyOpenInThisProcess }
        do throws(StorageError) {
            return try openClaimed(directory, options: options, identities: identities)
        } catch {
            LMDBOpenRegistry.release(identities)
            throw error
        }
    }

    private static func openClaimed(
        _ directory: String, options: LMDBEnvironmentOptions, identities: Set<FileIdentity>
    ) throws(StorageError) -> LMDBEnvironment {
        let calls = options.makeCalls()
        let pointer = unsafe try openPointer(directory, options: options, calls: calls)
        var created: Set<FileIdentity> = []
        do throws(StorageError) {
            let found = try fileIdentities(in: directory).subtracting(identities)
            guard LMDBOpenRegistry.claim(found) else { throw .alreadyOpenInThisProcess }
            created = found
            unsafe try checkExtent(of: pointer, calls: calls)
            return unsafe LMDBEnvironment(
                pointer: pointer, directory: directory, options: options, calls: calls,
                identities: identities.union(created))
        } catch {
            LMDBOpenRegistry.release(created) { unsafe calls.envClose(pointer) }
            throw error
        }
    }

    static func fileIdentities(
        in directory: String
    ) throws(StorageError) -> Set<FileIdentity> {
        var identities: Set<FileIdentity> = []
        for name in ["data.mdb", "lock.mdb"] {
            do throws(StorageError) {
                identities.insert(try FileStatus(path: "\(directory)/\(name)").identity)
            } catch {
                guard error == .directoryMissing else { throw error }
            }
        }
        return identities
    }

    /// Throws unless the path is a directory on a file system that LMDB can use.
    static func checkDirectory(
        _ directory: String, options: LMDBEnvironmentOptions
    ) throws(StorageError) -> FileIdentity {
        let status = try FileStatus(path: directory)
        guard status.isDirectory else { throw .notADirectory }
        let type = options.fileSystemType(seen: try FileStatus.fileSystemType(path: directory))
        if let name = RemoteFileSystem.name(ofType: type) { throw .remoteFileSystem(name) }
        return status.identity
    }

    /// Unless a new store may be made, there must be a data file with something in it.
    private static func checkDataFile(
        in directory: String, options: LMDBEnvironmentOptions
    ) throws(StorageError) {
        if options.access == .readWrite(create: true) { return }
        do throws(StorageError) {
            guard try FileStatus(path: "\(directory)/data.mdb").sizeBytes > 0 else {
                throw .storeMissing
            }
        } catch {
            throw error == .directoryMissing ? .storeMissing : error
        }
    }

    /// Throws unless the two pages that liblmdb reads at opening are whole; it believes what they
    /// say.
    private static func checkMetaPages(in directory: String) throws(StorageError) {
        guard try dataFileSizeBytes(in: directory) > 0 else { return }
        _ = try PageCheck.metaPages(directory: directory)
    }

    /// How long the data file is; 0 where a new store is made.
    private static func dataFileSizeBytes(in directory: String) throws(StorageError) -> Int {
        do throws(StorageError) {
            return try FileStatus(path: "\(directory)/data.mdb").sizeBytes
        } catch {
            guard error == .directoryMissing else { throw error }
            return 0
        }
    }

    /// Creates and opens the handle, trying again when another process interferes: "Opening a
    /// database can fail if another process is opening or closing it at exactly the same time"
    /// (lmdb.h).
    static func openPointer(
        _ directory: String, options: LMDBEnvironmentOptions, calls: LMDBCalls
    ) throws(StorageError) -> OpaquePointer {
        let mapSizeBytes = try options.mapSizeInWholePages(
            holding: try dataFileSizeBytes(in: directory))
        var lastCode: Int32 = 0
        for _ in 0..<openAttemptsMax {
            let pointer = unsafe try prepared(
                directory, options: options, mapSizeBytes: mapSizeBytes, calls: calls)
            lastCode = unsafe calls.envOpen(
                pointer, directory: directory, flags: options.openFlags, mode: fileMode)
            if lastCode == 0 {
                do throws(StorageError) {
                    unsafe try calls.readerCheck(pointer)
                    return unsafe pointer
                } catch {
                    unsafe calls.envClose(pointer)
                    throw error
                }
            }
            // A handle whose opening failed can only be closed (lmdb.h, mdb_env_open).
            unsafe calls.envClose(pointer)
            guard lastCode == EINVAL || lastCode == EAGAIN else { break }
            usleep(openRetryMicroseconds)
        }
        switch lastCode {
        case EINVAL, EAGAIN: throw .openContended(code: lastCode)
        case ENOMEM: throw .addressSpaceExhausted(mapSizeBytes: mapSizeBytes)
        default: throw StorageError(code: lastCode, call: .envOpen)
        }
    }

    /// A handle with its limits set, not open yet, and room for its lock file.
    private static func prepared(
        _ directory: String, options: LMDBEnvironmentOptions, mapSizeBytes: Int, calls: LMDBCalls
    ) throws(StorageError) -> OpaquePointer {
        guard let readersMax = UInt32(exactly: options.readersMax), readersMax > 0 else {
            throw .optionOutOfRange("readersMax")
        }
        guard let tablesMax = UInt32(exactly: options.tablesMax), tablesMax > 0 else {
            throw .optionOutOfRange("tablesMax")
        }
        try LMDBLockFile.takeRoom(in: directory, readersMax: readersMax, mode: fileMode)
        let pointer = unsafe try calls.envCreate()
        do throws(StorageError) {
            unsafe try calls.envSetMapSize(pointer, bytes: mapSizeBytes)
            unsafe try calls.envSetReadersMax(pointer, readersMax)
            unsafe try calls.envSetTablesMax(pointer, tablesMax)
            return unsafe pointer
        } catch {
            unsafe calls.envClose(pointer)
            throw error
        }
    }
}

extension LMDBEnvironmentOptions {
    /// Readers are not tied to threads.
    ///
    /// Nothing that weakens durability or lets stray writes reach
    /// the file is ever set.
    fileprivate var openFlags: Int32 {
        isWritable ? MDB_NOTLS : MDB_NOTLS | MDB_RDONLY
    }

    /// The map size that is asked for, or what a file needs that is as long already.
    fileprivate func mapSizeInWholePages(
        holding fileSizeBytes: Int
    ) throws(StorageError) -> Int {
        let pageSizeBytes = Int(sysconf(Int32(_SC_PAGESIZE)))
        let (needed, isTooLong) = fileSizeBytes.multipliedReportingOverflow(
            by: Self.mapSizeFileMultiple)
        let (padded, overflow) = max(mapSizeBytes, needed).addingReportingOverflow(
            pageSizeBytes - 1)
        guard !isTooLong else { throw .addressSpaceExhausted(mapSizeBytes: .max) }
        guard mapSizeBytes > 0, !overflow else {
            throw .optionOutOfRange("mapSizeBytes")
        }
        return padded - padded % pageSizeBytes
    }

    #if DEBUG
        func makeCalls() -> LMDBCalls { LMDBCalls(faults: faults) }

        fileprivate func fileSystemType(seen: UInt32) -> UInt32 { faults?.fileSystemType ?? seen }

        /// The process that runs, or the one that a test pretends.
        var currentProcess: pid_t { faults?.processIdentifier ?? ProcessNumber.current }
    #else
        func makeCalls() -> LMDBCalls { LMDBCalls() }

        fileprivate func fileSystemType(seen: UInt32) -> UInt32 { seen }

        /// The process that runs.
        var currentProcess: pid_t { ProcessNumber.current }
    #endif
}
