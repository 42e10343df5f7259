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

/// What every answer prints beside itself.
struct AnswerHead {
    var environment: EnvironmentCode
    var asOf: Instant
    var knownAt: Instant
    var sequence: UInt64
    /// False while a commit could still fall at or before the knowledge cut.
    var isFinal: Bool

    func write(to json: inout JSONWriter) {
        json.member("environment", environment.environment?.rawValue)
        json.member("asOf", asOf)
        json.member("knownAt", knownAt)
        json.member("sequence", sequence)
        json.member("rules", FoldRules.version)
        json.member("final", isFinal)
    }
}
