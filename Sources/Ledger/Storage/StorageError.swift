/// Why the store could not do what was asked.
///
/// Every case is one cause and says what to do about it. No case holds a key, a value or a path.
public enum StorageError: Error, Hashable, Sendable {
    // Opening
    /// The directory does not exist.
    case directoryMissing
    /// The path names something that is not a directory.
    case notADirectory
    /// The directory has no data file, or an empty one, and making one was not asked for.
    case storeMissing
    /// The process may not read or write the directory or its files.
    case permissionDenied
    /// The files lie on a file system that is mounted read-only.
    case readOnlyFileSystem
    /// The directory lies on a file system that LMDB cannot lock or map; the name is its kind.
    case remoteFileSystem(String)
    /// This process has this store open already.
    case alreadyOpenInThisProcess
    /// Another process opened or closed the store again and again at the same moment.
    case openContended(code: Int32)
    /// The file is not an LMDB data file.
    case notAStore
    /// The data file ends before what its newest state needs.
    case truncated
    /// The file was written by another, incompatible LMDB format.
    case formatMismatch
    /// The address space has no room for the map.
    case addressSpaceExhausted(mapSizeBytes: Int)
    /// An option is outside the range that LMDB can take; the name is the option's.
    case optionOutOfRange(String)
    /// A table is not in the store, and the store was opened for reading only.
    case tableMissing
    /// The table was made with other settings, or its handle is not valid here.
    case tableIncompatible
    /// More tables were opened than `tablesMax` allows.
    case tablesFull

    // Using
    /// The store was closed.
    case closed
    /// The store was opened before `fork()` and is used after it.
    case usedAfterFork
    /// The store was opened for reading only.
    case openedReadOnly
    /// An earlier fault makes the open store unfit for use.
    case environmentFailed
    /// A page of the file cannot be what it says it is.
    case damaged
    /// The pages of the file break a rule that LMDB's own pages keep; found before LMDB used them.
    case pageDamaged(PageDamage)
    /// All reader slots are taken by live processes.
    case readersFull
    /// Another process grew the file, and a transaction of this process did not end in time.
    case mapResized
    /// A table was used with a transaction of another store.
    case transactionOfAnotherStore
    /// A transaction was told to change the store while it lent bytes of it to a closure.
    case changedWhileLending
    /// Planned changes were to be made in a transaction that only plans.
    case transactionPlanned
    /// A key is empty or too long, or a value is too long.
    case sizeOutOfRange
    /// The key exists already.
    case keyExists
    /// An appended key does not follow the last key.
    case keyOutOfOrder
    /// The transaction failed earlier and can only be given up.
    case transactionFailed
    /// The transaction changes more pages than one transaction can hold.
    case transactionTooLarge
    /// The writer was shut down.
    case writerShutDown

    // The machine
    /// The map has no room for more data.
    case mapFull
    /// The disk, or the quota on it, has no room for more data.
    case diskFull
    /// The device reported a fault.
    case deviceFailed
    /// The process ran out of memory.
    case outOfMemory
    /// The directory for a copy holds a store already.
    case copyTargetNotEmpty
    /// A call failed in a way that has no name here; `code` is LMDB's or the system's.
    case unexpected(call: String, code: Int32)
}

extension StorageError: CustomStringConvertible {
    /// What happened, and what to do.
    public var description: String {
        openingDescription ?? useDescription ?? machineDescription
    }

    private var openingDescription: String? {
        switch self {
        case .directoryMissing:
            "The directory does not exist. Create it, or correct the path."
        case .notADirectory:
            "The path does not name a directory. A store is a directory; correct the path."
        case .storeMissing:
            "data.mdb is missing or empty. Correct the path; if data was stored there, stop and "
                + "restore it from a backup."
        case .permissionDenied:
            "The process may not read or write the store. Give its user access to the directory, "
                + "data.mdb and lock.mdb; readers need to write lock.mdb too."
        case .readOnlyFileSystem:
            "The file system is read-only. Open the store for reading only, or remount it."
        case .remoteFileSystem(let kind):
            "The directory is on \(kind), where locks and maps are not reliable. "
                + "Move the store to a local file system."
        case .alreadyOpenInThisProcess:
            "This process has the store open already, and a second opening would drop its locks. "
                + "Share the open store, or close it first."
        case .openContended(let code):
            "Opening failed several times while other processes opened or closed the store "
                + "(code \(code)). Try again."
        case .notAStore:
            "data.mdb is not an LMDB file, or it is cut short. Restore it from a backup."
        case .truncated:
            "data.mdb ends before data that was stored. Stop, keep a copy of it, and restore from a "
                + "backup."
        case .formatMismatch:
            "data.mdb was written in another LMDB format. Export it with the LMDB version that "
                + "wrote it, and import it here."
        case .addressSpaceExhausted(let mapSizeBytes):
            "The address space has no room for a map of \(mapSizeBytes) bytes. "
                + "Lower the map size, or raise the process's address-space limit."
        case .optionOutOfRange(let option):
            "The option \(option) is out of range. Give a positive value that LMDB can take."
        case .tableMissing:
            "A table is not in the store. Open the store for writing once, so that it is created."
        case .tableIncompatible:
            "A table has other settings than expected. The store was written by other software."
        case .tablesFull:
            "More tables were opened than allowed. Raise tablesMax."
        default:
            nil
        }
    }

    private var useDescription: String? {
        switch self {
        case .closed:
            "The store was closed. Open it again."
        case .usedAfterFork:
            "The store was opened before fork(). Open it in the child process, after fork()."
        case .openedReadOnly:
            "The store was opened for reading only. Open it for writing."
        case .environmentFailed:
            "An earlier fault makes the open store unfit for use. Close it, look for the cause, "
                + "and open it again."
        case .damaged:
            "The data file is damaged. Stop, keep a copy of it, and restore from a backup."
        case .pageDamaged(let damage):
            "The data file is damaged: \(damage). Stop, keep a copy of it, and restore from a backup."
        case .readersFull:
            "All reader slots are in use. End long reads, or raise readersMax in every process."
        case .mapResized:
            "Another process grew the file while transactions of this process stayed open. "
                + "End them and try again; do not begin a read inside another."
        case .transactionOfAnotherStore:
            "A table was used with a transaction of another store. Use tables and transactions "
                + "of one store together."
        case .changedWhileLending:
            "The store was to be changed while its bytes were lent to a closure. Copy what is "
                + "needed, leave the closure, then change the store."
        case .transactionPlanned:
            "Planned changes were to be made in a transaction that only plans. Make them in one "
                + "that writes."
        case .sizeOutOfRange:
            "A key must have 1 to 511 bytes, and a value less than 4 GiB. Shorten it."
        case .keyExists:
            "The key exists already. Read it first, or replace it on purpose."
        case .keyOutOfOrder:
            "An appended key must follow the last key. Append in order, or put instead."
        case .transactionFailed:
            "The transaction failed earlier. Abort it and do the work again in a new one."
        case .transactionTooLarge:
            "The transaction changes too many pages. Split the work into smaller transactions."
        case .writerShutDown:
            "The writer was shut down. Open the store again to write."
        default:
            nil
        }
    }

    private var machineDescription: String {
        switch self {
        case .mapFull:
            "The map is full; nothing that was stored is lost. Open the store with a larger map "
                + "size."
        case .diskFull:
            "The disk or its quota is full; nothing that was stored is lost. Make room and try "
                + "again."
        case .deviceFailed:
            "The device reported a fault. Check the disk, then open the store again."
        case .outOfMemory:
            "The process ran out of memory. Give it more, or do less at once."
        case .copyTargetNotEmpty:
            "The directory holds a store already. Copy into an empty directory."
        case .unexpected(let call, let code):
            "\(call) failed with code \(code). Look the code up in lmdb.h or errno.h."
        default:
            "The store failed."
        }
    }
}

extension StorageError {
    /// Whether the error says that the data file is not as it was written.
    public var isDamage: Bool {
        switch self {
        case .pageDamaged, .damaged, .truncated, .notAStore: true
        default: false
        }
    }
}
