/// What one part of the log came to, for `LogWalk` to put together with the parts before it.
struct LogPart: Sendable {
    /// A record that was read, and what only the order of the log decides of it.
    struct Event: Sendable {
        let sequence: UInt64
        /// The hash of its leaf; nil where a step before says why there is none.
        let leaf: MerkleHash?
        let recordedAt: Instant
        let line: LineNumber?
        /// The greatest number of a customer and of a symbol that it names; 0 where it names none.
        let identity: UInt32
        let symbol: UInt32
    }

    /// What few events come to.
    enum Step: Sendable {
        case damage(VerificationReport.Damage)
        /// A record is missing or cannot be read.
        case unreadable
        /// An event's leaf cannot be made, and why.
        case noLeaf(String, UInt64)
        /// A symbol that an event defines, and whether its row has the event's text.
        case symbol(Symbol, isHeld: Bool, UInt64)
        /// An identity that an event defines.
        case identity(IdentityNumber, UInt64)
    }

    private(set) var events: [Event] = []
    /// Each with how many events stand before it.
    private(set) var steps: [(eventCount: Int, step: Step)] = []
    /// Counts of the report: events and evidence, without damage.
    private(set) var report = VerificationReport()
    /// Identities that events of no line name, so that their live states can be compared.
    var accounts: Set<IdentityNumber> = []
    /// Events of lines.
    var lineEventCount: UInt64 = 0
    /// Inputs that have evidence.
    var inputCount = 0
    /// Rows of `globals`, `hostKeys` and `unlined` that the events account for.
    var globalCount = 0
    var hostKeyCount = 0
    var unlinedCount = 0
    /// Rows of `customers` that events of no line account for.
    var customerEventCount = 0
    /// A purchase of the app and an account that presented it, in one number each.
    var appPresenters: Set<UInt64> = []

    init() {}

    /// A part with room for so many events: as many as the one before had.
    init(eventCount: Int) { events.reserveCapacity(eventCount) }

    /// Puts an event behind what was noted before.
    mutating func add(_ event: Event) { events.append(event) }

    /// Puts a step behind what was noted before.
    mutating func add(_ step: Step) { steps.append((events.count, step)) }

    /// Moves what a report has into the part.
    mutating func add(_ report: inout VerificationReport) {
        for damage in report.damage { add(.damage(damage)) }
        report.damage.removeAll()
        report.damageCount = 0
        self.report.merge(report)
        report = VerificationReport()
    }

    /// Adds the counts of a part, but not its events and steps.
    mutating func add(countsOf part: LogPart) {
        report.merge(part.report)
        accounts.formUnion(part.accounts)
        lineEventCount += part.lineEventCount
        inputCount += part.inputCount
        globalCount += part.globalCount
        hostKeyCount += part.hostKeyCount
        unlinedCount += part.unlinedCount
        customerEventCount += part.customerEventCount
        appPresenters.formUnion(part.appPresenters)
    }
}
