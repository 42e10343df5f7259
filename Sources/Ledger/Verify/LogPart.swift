/// What one part of the log came to, for `LogWalk` to put together with the parts before it.
struct LogPart: Sendable {
    /// What was found or has to be checked in the order of the log.
    enum Step: Sendable {
        case damage(VerificationReport.Damage)
        /// A record is missing or cannot be read.
        case unreadable
        /// The hash of an event's leaf.
        case leaf(MerkleHash, UInt64)
        /// An event's leaf cannot be made, and why.
        case noLeaf(String, UInt64)
        /// When an event was recorded.
        case recorded(Instant, UInt64)
        /// A symbol that an event defines, and whether its row has the event's text.
        case symbol(Symbol, isHeld: Bool, UInt64)
        /// An identity that an event defines.
        case identity(IdentityNumber, UInt64)
        /// The line of an event.
        case line(LineNumber, UInt64)
    }

    var steps: [Step] = []
    /// Counts of the report: events and evidence, without damage.
    private(set) var report = VerificationReport()
    /// Identities that events of no line name, so that their live states can be compared.
    var accounts: Set<IdentityNumber> = []
    /// Inputs that have evidence.
    var inputCount = 0
    /// Rows of `globals`, `hostKeys` and `unlined` that the events account for.
    var globalCount = 0
    var hostKeyCount = 0
    var unlinedCount = 0
    /// Rows of `customers` that they account for: a line and an identity in one number each.
    var customerLines: Set<UInt64> = []
    var customerEventCount = 0
    /// A purchase of the app and an account that presented it, in one number each.
    var appPresenters: Set<UInt64> = []

    init() {}

    /// A part with room for so many steps: as many as the one before had.
    init(stepCount: Int) { steps.reserveCapacity(stepCount) }

    /// Moves what a report has into the part.
    mutating func add(_ report: inout VerificationReport) {
        for damage in report.damage { steps.append(.damage(damage)) }
        report.damage.removeAll()
        report.damageCount = 0
        self.report.merge(report)
        report = VerificationReport()
    }

    /// Adds the counts of a part, but not its steps.
    mutating func add(countsOf part: LogPart) {
        report.merge(part.report)
        accounts.formUnion(part.accounts)
        inputCount += part.inputCount
        globalCount += part.globalCount
        hostKeyCount += part.hostKeyCount
        unlinedCount += part.unlinedCount
        customerLines.formUnion(part.customerLines)
        customerEventCount += part.customerEventCount
        appPresenters.formUnion(part.appPresenters)
    }
}
