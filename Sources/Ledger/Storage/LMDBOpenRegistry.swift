internal import Synchronization

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
