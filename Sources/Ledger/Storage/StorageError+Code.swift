internal import CLMDB
internal import Glibc

extension StorageError {
    /// The error that a return code of a call means.
    init(code: Int32, call: LMDBCallName) {
        self =
            Self.lmdbError(code, call: call) ?? Self.systemError(code, call: call)
            ?? .unexpected(call: call.rawValue, code: code)
    }

    /// The error that an errno of a system call means.
    init(systemCode code: Int32, call: String) {
        self =
            switch code {
            case ENOSPC, EDQUOT: .diskFull
            case EIO: .deviceFailed
            case EACCES, EPERM: .permissionDenied
            case EROFS: .readOnlyFileSystem
            default: .unexpected(call: call, code: code)
            }
    }

    private static func lmdbError(_ code: Int32, call: LMDBCallName) -> StorageError? {
        switch code {
        case MDB_KEYEXIST: .keyExists
        case MDB_NOTFOUND where call == .tableOpen: .tableMissing
        case MDB_PAGE_NOTFOUND, MDB_CORRUPTED: .damaged
        case MDB_PANIC: .environmentFailed
        case MDB_VERSION_MISMATCH: .formatMismatch
        case MDB_INVALID: .notAStore
        case MDB_MAP_FULL: .mapFull
        case MDB_DBS_FULL: .tablesFull
        case MDB_READERS_FULL: .readersFull
        case MDB_TXN_FULL: .transactionTooLarge
        case MDB_MAP_RESIZED: .mapResized
        case MDB_INCOMPATIBLE, MDB_BAD_DBI: .tableIncompatible
        case MDB_BAD_TXN: .transactionFailed
        case MDB_BAD_VALSIZE: .sizeOutOfRange
        default: nil
        }
    }

    private static func systemError(_ code: Int32, call: LMDBCallName) -> StorageError? {
        switch code {
        case ENOSPC, EDQUOT: .diskFull
        case EIO: .deviceFailed
        case ENOMEM: .outOfMemory
        case EPERM: .permissionDenied
        case EACCES where call == .txnBegin: .openedReadOnly
        case EACCES: .permissionDenied
        case EROFS: .readOnlyFileSystem
        case ENOENT where call == .envOpen: .storeMissing
        case EEXIST where call == .envCopy: .copyTargetNotEmpty
        default: nil
        }
    }
}
