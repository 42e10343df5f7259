/// Bounds of a group-commit writer.
struct GroupCommitLimits: Sendable {
    static let itemsPerCommitMaxDefault = 10_000
    static let itemsQueuedMaxDefault = 20_000

    /// Work items that one transaction takes at most.
    ///
    /// 10,000 small items stay far below the 131,071
    /// dirty pages after which liblmdb spills pages to the file.
    var itemsPerCommitMax = Self.itemsPerCommitMaxDefault
    /// Work items that are added to a plan at once.
    ///
    /// Behind each piece it is asked how large the plan has become.
    var itemsPerPieceMax = 64
    /// A plan that holds so many bytes of keys and values takes no more work: 16 MiB.
    var bytesPerPlanMax = 16 << 20
    /// Work items that wait at most.
    ///
    /// Further callers are suspended before theirs is queued.
    var itemsQueuedMax = Self.itemsQueuedMaxDefault
}
