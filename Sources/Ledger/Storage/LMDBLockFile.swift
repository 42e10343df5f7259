internal import CLMDB
internal import Foundation

/// The file `lock.mdb`, before liblmdb maps it.
///
/// liblmdb makes it with ftruncate(2), which takes no room on the disk, and then writes through its
/// map. On a full disk that write would stop the process (SIGBUS), be it only to read. So its room
/// is taken here first, where a full disk is an error.
enum LMDBLockFile {
    /// What liblmdb keeps before the readers, and for each of them (mdb.c: `MDB_txninfo`,
    /// `MDB_reader`).
    private static let headBytes = 128
    private static let bytesPerReader = 64

    /// Takes room for the whole file, which is made where it is missing.
    ///
    /// What is in it stays, and so does its size: other processes may have mapped it. Where the
    /// file cannot be written to, or its file system cannot take room ahead, it is left to liblmdb.
    ///
    /// Closing a descriptor of the file drops every lock that the process has on it (fcntl(2)). So
    /// the store must be claimed by the caller, and not be open yet.
    ///
    /// - Throws: `diskFull`, and what else keeps the room from being taken.
    static func takeRoom(
        in directory: String, readersMax: UInt32, mode: mode_t
    ) throws(StorageError) {
        let file = unsafe Foundation.open(
            "\(directory)/lock.mdb", O_RDWR | O_CREAT | O_CLOEXEC, mode)
        if file < 0 {
            // Else liblmdb says what it thinks of it.
            if errno == ENOSPC || errno == EDQUOT { throw .diskFull }
            return
        }
        defer { _ = Foundation.close(file) }
        var sizeBytes = try FileStatus(file: file).sizeBytes
        if sizeBytes == 0 { sizeBytes = headBytes + bytesPerReader * Int(readersMax) }
        var code: Int32
        repeat {
            code = fallocate(file, 0, 0, off_t(sizeBytes)) == 0 ? 0 : errno
        } while code == EINTR
        switch code {
        case 0, EOPNOTSUPP, ENOSYS, ENODEV: return
        default: throw StorageError(systemCode: code, call: "fallocate")
        }
    }
}
