/// The two instants of a question.
public struct Cut: Sendable, Hashable {
    /// How what was known is cut.
    public enum Knowledge: Sendable, Hashable {
        /// Every event of the log counts.
        case everything
        /// Events recorded by this instant.
        case recordedAt(Instant)
        /// Events up to this sequence.
        case sequence(UInt64)
    }

    /// When something was so.
    public var asOf: Instant
    /// What may be used to say so.
    public var knowledge: Knowledge

    /// Asks what was so at an instant, from what was known.
    public init(asOf: Instant, knowledge: Knowledge = .everything) {
        self.asOf = asOf
        self.knowledge = knowledge
    }
}

extension Cut {
    /// Asks what the ledger itself would have answered at an instant: so then, and known then.
    public static func asAt(_ instant: Instant) -> Cut {
        Cut(asOf: instant, knowledge: .recordedAt(instant))
    }
}
