/// What a head remembers of the history that it has dropped.
struct DroppedHistory: Sendable, Hashable {
    /// The head answers for this instant and every later one.
    var validFrom: Instant
    /// The latest end of a dropped period that was not cut.
    var lastExpiry: Instant?
    /// Sixteen bits of the key of every dropped purchase, ascending.
    ///
    /// A new purchase that meets one may be late evidence about it; then the full history is folded
    /// again.
    var keyFingerprints: [UInt16]
}
