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

    /// Adds that of one more key where it belongs.
    mutating func insert(keyFingerprint fingerprint: UInt16) {
        var (low, high) = (0, keyFingerprints.count)
        while low < high {
            let middle = (low + high) / 2
            if keyFingerprints[middle] <= fingerprint { low = middle + 1 } else { high = middle }
        }
        keyFingerprints.insert(fingerprint, at: low)
    }
}
