/// Which members an object has.
struct JSONMembers {
    /// A bit for each known key that has a value and not null, by the key's index.
    var known: UInt64 = 0
    /// Whether it has any other.
    var hasUnknown = false
}
