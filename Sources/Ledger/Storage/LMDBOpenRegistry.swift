internal import Glibc
internal import Synchronization

/// What one file or directory is, whatever path leads to it.
struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64

    /// The identity of what a path leads to, through links; nil when there is nothing.
    init?(path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.device = UInt64(status.st_dev)
        self.inode = UInt64(status.st_ino)
    }
}

/// The environments that this process has open.
///
/// Global on purpose: a second opening in one process drops the process's file locks without any
/// error (lmdb.h, "Do not have open an LMDB database twice in the same process at the same time").
enum LMDBOpenRegistry {
    private static let open = Mutex(Set<FileIdentity>())

    /// Claims all of them, or none when one is claimed already.
    static func claim(_ identities: Set<FileIdentity>) -> Bool {
        open.withLock { open in
            guard open.isDisjoint(with: identities) else { return false }
            open.formUnion(identities)
            return true
        }
    }

    static func release(_ identities: Set<FileIdentity>) {
        open.withLock { $0.subtract(identities) }
    }
}
