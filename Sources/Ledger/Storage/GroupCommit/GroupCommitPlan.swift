/// A transaction that is planned while the one before it is being committed.
struct GroupCommitPlan<BatchState>: Sendable {
    /// The transaction that a plan builds on, where that one is not committed yet.
    struct Base: Sendable {
        let planNumber: UInt64
        let changes: PlannedChanges
        /// The number of the state that there is once it is committed.
        let stateNumber: Int
    }

    /// Why a plan cannot be made.
    struct Stale: Error {}

    /// Counts the plans of a writer.
    let number: UInt64
    let base: Base?
    let changes: PlannedChanges
    /// The work that it is the plan of, in order.
    private(set) var items: [GroupCommitItem<BatchState>] = []
    /// The items at these places refused, and changed nothing.
    var refusals: [Int: any Error] = [:]
    /// Whether the items have to run without a plan.
    private(set) var isGivenUp = false
    /// The number of the state that it was planned over, that of the base included.
    private var stateNumberBefore: Int?

    init(number: UInt64, base: Base?, changes: PlannedChanges) {
        self.number = number
        self.base = base
        self.changes = changes
        stateNumberBefore = base?.stateNumber
    }

    /// The number of the state that there is once the plan is committed; a transaction that changes
    /// nothing makes none.
    var stateNumber: Int? { stateNumberBefore.map { $0 + (changes.isEmpty ? 0 : 1) } }

    /// Takes in work; returns its first place.
    mutating func add(_ more: [GroupCommitItem<BatchState>]) -> Int {
        defer { items += more }
        return items.count
    }

    mutating func giveUp() { isGivenUp = true }

    /// Answers the callers: with what their items returned or why they refused, or with an error for
    /// all.
    func answer(_ error: StorageError? = nil) {
        for (place, item) in items.enumerated() { item.answer(error ?? refusals[place]) }
    }

    /// Says which state a snapshot showed in front of the plan's own changes.
    ///
    /// - Throws: `Stale` where somebody else has written: another process.
    mutating func begin(overState snapshot: Int) throws(Stale) {
        guard let before = stateNumberBefore else {
            stateNumberBefore = snapshot
            return
        }
        if snapshot == before { return }
        // The base may still be on its way into the file.
        guard let base, !base.changes.isEmpty, snapshot == before - 1 else { throw Stale() }
    }

    /// What the next plan builds on while this one is being committed.
    var asBase: Base? {
        guard !isGivenUp, let stateNumber else { return nil }
        return Base(planNumber: number, changes: changes, stateNumber: stateNumber)
    }
}
