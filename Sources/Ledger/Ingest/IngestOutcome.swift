/// What became of one input, as the writer's turn returns it.
struct IngestOutcome: Sendable, Hashable {
    /// Where the input ended up.
    enum Ending: Sendable, Hashable {
        /// These events were appended.
        case appended(first: UInt64, last: UInt64)
        /// Everything that it says is held, by this event or one with it.
        case duplicate(of: UInt64)
        /// Verification refused it; the quarantine holds it, or had no room.
        case quarantined(RefusalReason, isKept: Bool)
        /// It is no signed data; the quarantine holds it, or had no room.
        case refused(InputRefusal, isKept: Bool)
    }

    var ending: Ending
    /// Counts beside the ending, never instead of it.
    var claim: PresentationClaim?

    init(ending: Ending, claim: PresentationClaim? = nil) {
        self.ending = ending
        self.claim = claim
    }

    /// What the log says of a verified input.
    init(_ appended: LedgerBatch.Appended) {
        switch appended.outcome {
        case .appended(let first, let last):
            self.init(ending: .appended(first: first, last: last), claim: appended.claim)
        case .duplicate(let sequence):
            self.init(ending: .duplicate(of: sequence), claim: appended.claim)
        }
    }
}
