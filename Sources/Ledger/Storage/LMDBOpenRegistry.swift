/// The environments that this process has open.
///
/// Global on purpose: a second opening in one process drops the process's file locks without any
/// error (lmdb.h, "Do not have open an LMDB database twice in the same process at the same time").
enum LMDBOpenRegistry {
    private static let open = Lock(Set<FileIdentity>())

    /// Claims all of them, or none when one is claimed already.
    static func claim(_ identities: Set<FileIdentity>) -> Bool {
        open.withLock { open in
            guard open.isDisjoint(with: identities) else { return false }
            open.formUnion(identities)
            return true
        }
    }

    /// Gives a claim back after `close`, as one step: the files may have been deleted, and then
    /// their identities are free for new files as soon as they are closed.
    static func release(_ identities: Set<FileIdentity>, after close: () -> Void = {}) {
        open.withLock { open in
            close()
            open.subtract(identities)
        }
    }
}
