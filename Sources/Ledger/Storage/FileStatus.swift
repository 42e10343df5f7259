internal import CLMDB
internal import Dispatch
// Beside Foundation, the compiler counts the members of `struct stat` as this module's.
internal import Foundation

/// What one file or directory is, whatever path leads to it.
struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
}

/// What stat(2) says of what a path leads to, through links.
struct FileStatus {
    let identity: FileIdentity
    let isDirectory: Bool
    let sizeBytes: Int
    /// Who may read, write and search it.
    let permissions: mode_t

    /// Asks for a path's status.
    ///
    /// - Throws: `directoryMissing` when there is nothing at the path, and what else stat(2) says.
    init(path: String) throws(StorageError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            switch errno {
            case ENOENT: throw .directoryMissing
            case ENOTDIR: throw .notADirectory
            case EACCES: throw .permissionDenied
            case let code: throw .unexpected(call: "stat", code: code)
            }
        }
        self.init(status)
    }

    /// Asks for an open file's status.
    init(file: Int32) throws(StorageError) {
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else {
            throw StorageError(systemCode: errno, call: "fstat")
        }
        self.init(status)
    }

    private init(_ status: stat) {
        self.identity = FileIdentity(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        self.isDirectory = status.st_mode & S_IFMT == S_IFDIR
        self.sizeBytes = Int(status.st_size)
        self.permissions = status.st_mode & 0o777
    }

    /// The `f_type` of the file system that a path leads to, as statfs(2) says.
    static func fileSystemType(path: String) throws(StorageError) -> UInt32 {
        var status = statfs()
        guard unsafe statfs(path, &status) == 0 else {
            throw .unexpected(call: "statfs", code: errno)
        }
        return UInt32(truncatingIfNeeded: status.f_type)
    }

    /// The room that is left on the file system of a path, in bytes; all there is when it cannot be
    /// told.
    static func freeBytes(path: String) -> UInt64 {
        var status = statfs()
        guard unsafe statfs(path, &status) == 0 else { return .max }
        let blocks = UInt64(status.f_bavail)
        let (bytes, overflow) = blocks.multipliedReportingOverflow(by: UInt64(status.f_bsize))
        return overflow ? .max : bytes
    }
}
