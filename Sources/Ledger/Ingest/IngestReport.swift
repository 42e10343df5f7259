/// What became of a run of inputs.
///
/// Counts what is durable: an input that was read but not committed, because the storage failed, is
/// in no count.
public struct IngestReport: Sendable, Hashable {
    /// One thing to look at.
    public struct Problem: Sendable, Hashable {
        /// Source and line.
        public var input: String
        /// `quarantined` or `refused`, where the input was not taken in; `claim`, where it was.
        public var kind: String
        /// Why, from a closed list.
        public var reason: String
        /// Why it would have been kept, where the reason is that there was no room for it.
        public var cause: String?
    }

    /// Where a run of sources went no further.
    public struct Stop: Sendable, Hashable {
        /// The source that could not be taken in to its end.
        public var source: String
        /// Which of its inputs is the first that was not taken in, from 1.
        public var input: Int
        /// Why, for people.
        public var reason: String

        /// Makes a stop.
        ///
        /// - Parameters:
        ///   - source: the source that could not be taken in to its end.
        ///   - input: which of its inputs is the first that was not taken in, from 1.
        ///   - reason: why, for people.
        public init(source: String, input: Int, reason: String) {
            self.source = source
            self.input = input
            self.reason = reason
        }
    }

    /// The most problems that are listed: 100,000.
    ///
    /// Those behind them are counted, so that a source of any length leaves a report of
    /// bounded size.
    public static let problemsListedMax = 100_000

    /// Inputs read: appended, duplicates, quarantined and refused together.
    public var read = 0
    /// Inputs that brought something new.
    public var appended = 0
    /// Inputs that were held already.
    public var duplicates = 0
    /// Signed data that failed verification, and is kept.
    public var quarantined = 0
    /// Input that is no signed data, and what the quarantine had no room for.
    public var refused = 0
    /// Inputs among those refused that the quarantine had no room for.
    public var notKept = 0
    /// Events appended.
    public var events: UInt64 = 0
    /// The first event appended; nil if none.
    public var firstSequence: UInt64?
    /// The last event appended; nil if none.
    public var lastSequence: UInt64?
    /// What to look at, in the order of the input; at most ``problemsListedMax``.
    public var problems: [Problem] = []
    /// Problems that the list had no room for.
    public var problemsNotListed = 0

    /// Begins with nothing.
    public init() {}

    /// Counts what became of one input.
    mutating func add(_ outcome: IngestOutcome, at location: @autoclosure () -> String) {
        read += 1
        switch outcome.ending {
        case .appended(let first, let last):
            appended += 1
            events += last - first + 1
            firstSequence = firstSequence ?? first
            lastSequence = last
        case .duplicate:
            duplicates += 1
        case .quarantined(let reason, isKept: true):
            quarantined += 1
            list(location(), "quarantined", reason.rawValue)
        case .refused(let reason, isKept: true):
            refused += 1
            list(location(), "refused", reason.rawValue)
        case .quarantined(let reason, isKept: false):
            addNotKept(location(), because: reason.rawValue)
        case .refused(let reason, isKept: false):
            addNotKept(location(), because: reason.rawValue)
        }
        if let claim = outcome.claim { list(location(), "claim", claim.rawValue) }
    }

    private mutating func addNotKept(_ input: String, because cause: String) {
        refused += 1
        notKept += 1
        list(input, "refused", QuarantineLimits.fullReason, cause: cause)
    }

    /// Lists one thing to look at, or counts it where the list is full.
    mutating func list(
        _ input: String, _ kind: String, _ reason: String, cause: String? = nil
    ) {
        guard problems.count < Self.problemsListedMax else {
            problemsNotListed += 1
            return
        }
        problems.append(Problem(input: input, kind: kind, reason: reason, cause: cause))
    }
}
