/// The work that waits, and who does what of it: the writer's thread, or the planner's while the
/// writer commits a plan.
///
/// It knows no threads: each step says who has to be woken for it. `GroupCommitQueue` shares it
/// between them.
struct GroupCommitState<BatchState> {
    typealias Item = GroupCommitItem<BatchState>
    typealias Plan = GroupCommitPlan<BatchState>
    /// Tells a caller who waited that there is a place for its item.
    typealias Admission = @Sendable () -> Void

    /// Who may be asleep.
    enum Sleeper: Sendable, Hashable {
        case writer, planner
    }

    enum Writer {
        case waiting
        /// Runs items, or will in a moment.
        case running
        /// Commits a plan, or will in a moment.
        case committing(Plan.Base)
    }

    let limits: GroupCommitLimits
    var items: [Item] = []
    /// Places given to callers that have not queued their item yet.
    private var placesPromised = 0
    /// Callers that wait for a place.
    private var waiters: [Admission] = []
    private(set) var isShutDown = false
    /// Whether the writer's thread has ended.
    var hasEnded = false
    var writer = Writer.running
    /// Whether the planner's thread plans, or was woken for it.
    var isPlanning = false
    /// The plan that the writer makes next; until it does, more work may be added to it.
    var ready: Plan?
    /// The plan that a waiting writer was woken for.
    var handed: Plan?
    /// The last plan that was made, if nothing was since.
    var planMade: UInt64?
    var plansCount: UInt64 = 0
    /// Plans that were made, and that were thrown away.
    var plansMadeCount = 0
    var plansLostCount = 0
    /// Two do: the changes of the plan that is being committed, and of the one that builds on it.
    let changes = [PlannedChanges(), PlannedChanges()]

    init(limits: GroupCommitLimits) {
        self.limits = limits
    }

    // MARK: Callers

    /// Gives a place if one is free now.
    mutating func takePlace() -> Bool {
        let taken = items.count + placesPromised
        guard isShutDown || (waiters.isEmpty && taken < limits.itemsQueuedMax) else { return false }
        placesPromised += 1
        return true
    }

    /// Gives a place now, or later to the caller who is then told.
    mutating func takePlace(orLater admission: @escaping Admission) -> Bool {
        if takePlace() { return true }
        waiters.append(admission)
        return false
    }

    /// Queues an item in the place that its caller got; false after a shutdown.
    mutating func enqueue(_ item: Item) -> (isAccepted: Bool, wakes: Sleeper?) {
        placesPromised -= 1
        if isShutDown { return (false, nil) }
        items.append(item)
        return (true, whomToWake())
    }

    /// Refuses everything that comes from now on; who waits for a place finds that out by itself.
    mutating func shutDown() -> (waiters: [Admission], wakes: Sleeper?) {
        isShutDown = true
        let told = waiters
        waiters = []
        placesPromised += told.count
        return (told, whomToWake())
    }

    /// Who has to wake up for what was queued; nil where whoever is awake will see it.
    private mutating func whomToWake() -> Sleeper? {
        if isPlanning { return nil }
        if case .waiting = writer {
            writer = .running
            return .writer
        }
        return wakePlanner()
    }

    /// The planner, if it sleeps and there is something to plan.
    mutating func wakePlanner() -> Sleeper? {
        guard !isPlanning, mayPlan else { return nil }
        isPlanning = true
        return .planner
    }

    // MARK: Taking

    /// Takes items from the front, as far as they are of a kind.
    mutating func take(upTo countMax: Int, while isOfKind: (Item) -> Bool) -> [Item] {
        let most = items.prefix(countMax)
        let count = most.firstIndex { !isOfKind($0) } ?? most.count
        let taken = Array(items.prefix(count))
        items.removeFirst(count)
        return taken
    }

    /// Promises the places that are free to those who wait for one; they have to be told.
    mutating func admit() -> [Admission] {
        let free = limits.itemsQueuedMax - items.count - placesPromised
        let admitted = Array(waiters.prefix(max(0, free)))
        waiters.removeFirst(admitted.count)
        placesPromised += admitted.count
        return admitted
    }
}
