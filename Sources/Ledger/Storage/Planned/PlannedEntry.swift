/// What is to happen to one key.
enum PlannedKind: UInt8 {
    case put
    /// A put of a key that follows all others of the table when its turn comes.
    case append
    case deletion
}

/// One changed key of a planned table; its bytes lie in the table's `PlannedBytes`.
struct PlannedEntry {
    /// The key's `PlannedKey.head`.
    let head: UInt64
    let keyPlace: Int
    var valuePlace: Int
    var valueCount: UInt32
    /// How many bytes the value's place has room for.
    var valueRoom: UInt32
    let hash: UInt32
    let keyCount: UInt16
    var kind: PlannedKind
}
