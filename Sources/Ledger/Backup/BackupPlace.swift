internal import Foundation

/// Where a backup is made: a directory of another name beside the one it becomes, so that what was
/// cut short is never taken for a backup.
struct BackupPlace {
    /// What the name of a directory that is not a backup yet has in it.
    static let partialMark = ".partial."

    /// The directory that the backup becomes.
    let target: String
    /// The directory that it is made in.
    let partial: String

    /// Makes the directory, after checking that nothing is in the backup's way.
    ///
    /// - Throws: `LedgerError.Code.invalidArgument` where the target is not an empty directory, or lies
    ///   within the ledger's, `StorageError.directoryMissing` where there is none to hold it, and what else the file system
    ///   says.
    init(target path: String, ofLedgerAt ledger: String) throws {
        // A link to an empty directory stays a link.
        let url = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath()
        target = url.path
        try Self.checkIsFree(target)
        let parent = url.deletingLastPathComponent().path
        guard try FileStatus(path: parent).isDirectory else { throw StorageError.notADirectory }
        try Self.checkIsOutside(of: ledger, parent)
        var name = "\(parent)/.\(url.lastPathComponent)\(Self.partialMark)XXXXXX".utf8CString
        let isMade = unsafe name.withUnsafeMutableBufferPointer { name in
            guard let start = name.baseAddress else { return false }
            return unsafe mkdtemp(start) != nil
        }
        guard isMade else { throw Self.failure("mkdtemp", errno) }
        partial = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Throws where a path leads into the ledger's directory, which holds the ledger's own files
    /// alone.
    private static func checkIsOutside(of ledger: String, _ path: String) throws {
        let identity = try FileStatus(path: ledger).identity
        var url = URL(fileURLWithPath: path)
        while true {
            if try FileStatus(path: url.path).identity == identity {
                throw LedgerError(
                    .invalidArgument,
                    "the directory lies within the ledger's; name one outside of it")
            }
            if url.path == "/" { return }
            url.deleteLastPathComponent()
        }
    }

    /// Throws unless there is nothing at a path, or an empty directory.
    private static func checkIsFree(_ path: String) throws {
        do {
            guard try FileStatus(path: path).isDirectory else { throw StorageError.notADirectory }
        } catch StorageError.directoryMissing {
            return
        }
        guard try FileManager.default.contentsOfDirectory(atPath: path).isEmpty else {
            throw LedgerError(
                .invalidArgument, "the directory is not empty; name a new or an empty one")
        }
    }

    /// Gives the finished directory its name, for good.
    ///
    /// - Parameter permissions: of the directory, where there was none before.
    /// - Throws: `LedgerError.Code.invalidArgument` where something has come in its way, and what
    ///   else the file system says.
    func publish(permissions: mode_t) throws {
        let mode = (try? FileStatus(path: target))?.permissions ?? permissions
        guard unsafe chmod(partial, mode) == 0 else { throw Self.failure("chmod", errno) }
        try LMDBEnvironment.synchronize(partial)
        guard unsafe rename(partial, target) == 0 else {
            if errno == ENOTEMPTY || errno == EEXIST {
                throw LedgerError(
                    .invalidArgument, "the directory is not empty any more; name another one")
            }
            throw Self.failure("rename", errno)
        }
        try LMDBEnvironment.synchronize(
            URL(fileURLWithPath: target).deletingLastPathComponent().path)
    }

    /// Removes what was made.
    func discard() {
        try? FileManager.default.removeItem(atPath: partial)
    }

    static func failure(_ call: String, _ code: Int32) -> StorageError {
        switch code {
        case ENOENT: .directoryMissing
        case EACCES, EPERM: .permissionDenied
        case EROFS: .readOnlyFileSystem
        default: StorageError(systemCode: code, call: call)
        }
    }
}
