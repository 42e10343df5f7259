internal import Dispatch

/// The work that waits, in order, with a bound, and who does it: the writer's thread, or the
/// planner's while the writer commits a plan.
///
/// A caller first gets a place, then queues its item. Who finds no place waits for one, first come
/// first served.
final class GroupCommitQueue<BatchState>: Sendable {
    typealias Item = GroupCommitItem<BatchState>
    typealias Plan = GroupCommitPlan<BatchState>

    /// What the writer's thread does next.
    enum Job {
        /// Run these in a transaction of their own.
        case items([Item])
        /// Make what was planned.
        case plan(Plan)
        /// Run these in a transaction of their own, because their plan came to nothing.
        case itemsOfPlan([Item])
    }

    private enum Writer {
        case waiting
        /// Runs items, or will in a moment.
        case running
        /// Commits a plan, or will in a moment.
        case committing(Plan.Base)
    }

    private struct State {
        var items: [Item] = []
        /// Places given to callers that have not queued their item yet.
        var placesPromised = 0
        /// Callers that wait for a place.
        var waiters: [@Sendable () -> Void] = []
        var isShutDown = false
        /// Whether the writer's thread has ended.
        var hasEnded = false
        var writer = Writer.running
        var isPlanning = false
        /// The plan that the writer makes next; until it does, more work may be added to it.
        var ready: Plan?
        /// The plan that a waiting writer was woken for.
        var handed: Plan?
        /// The last plan that was made, if nothing was since.
        var planMade: UInt64?
        var plansCount: UInt64 = 0
        var plansMadeCount = 0
    }

    private let limits: GroupCommitLimits
    private let state = Lock(State())
    private let wakeWriter = DispatchSemaphore(value: 0)
    private let wakePlanner = DispatchSemaphore(value: 0)
    /// Two do: the changes of the plan that is being committed, and of the one that builds on it.
    private let changes = [PlannedChanges(), PlannedChanges()]

    init(limits: GroupCommitLimits) {
        self.limits = limits
    }

    /// Items that wait, without promised places, for tests and statistics.
    var itemsQueuedCount: Int { state.withLock { $0.items.count } }

    /// Plans that were made, for tests and statistics.
    var plansMadeCount: Int { state.withLock { $0.plansMadeCount } }

    // MARK: Callers

    /// Gives a place if one is free now, as it mostly is; false where the caller has to wait.
    func takePlace() -> Bool { state.withLock { takePlace(&$0) } }

    /// Asks for a place; calls `ready` when there is one, perhaps before it returns.
    func whenPlaceIsFree(_ ready: @escaping @Sendable () -> Void) {
        let isReady = state.withLock { state in
            if takePlace(&state) { return true }
            state.waiters.append(ready)
            return false
        }
        if isReady { ready() }
    }

    private func takePlace(_ state: inout State) -> Bool {
        let taken = state.items.count + state.placesPromised
        guard state.isShutDown || (state.waiters.isEmpty && taken < limits.itemsQueuedMax) else {
            return false
        }
        state.placesPromised += 1
        return true
    }

    /// Queues an item in the place that its caller got; after a shutdown, answers it with an error.
    func enqueue(_ item: Item) {
        let (isAccepted, mustWake) = state.withLock { state -> (Bool, DispatchSemaphore?) in
            state.placesPromised -= 1
            if state.isShutDown { return (false, nil) }
            state.items.append(item)
            return (true, whomToWake(&state))
        }
        mustWake?.signal()
        if !isAccepted { item.answer(StorageError.writerShutDown) }
    }

    /// Who has to wake up for what was queued; nil where whoever is awake will see it.
    private func whomToWake(_ state: inout State) -> DispatchSemaphore? {
        if state.isPlanning { return nil }
        if case .waiting = state.writer {
            state.writer = .running
            return wakeWriter
        }
        guard mayPlan(state) else { return nil }
        state.isPlanning = true
        return wakePlanner
    }

    /// Refuses everything that comes from now on.
    ///
    /// What is queued is still done.
    func shutDown() {
        let (waiters, mustWake) = state.withLock { state in
            state.isShutDown = true
            let waiters = state.waiters
            state.waiters = []
            state.placesPromised += waiters.count
            return (waiters, whomToWake(&state))
        }
        mustWake?.signal()
        // They find the queue shut down when they try to queue their item.
        for waiter in waiters { waiter() }
    }

    // MARK: The writer's thread

    /// Says that a plan was made; returns the next one if it is ready, so that the planner can go
    /// on while the callers are answered.
    func didMake(_ plan: Plan) -> Job? {
        state.withLock { state in
            state.planMade = plan.number
            state.plansMadeCount += 1
            return takeReadyPlan(&state)
        }
    }

    /// Says that a plan was not made: nothing can be built on it.
    func didNotMake() {
        state.withLock { state in
            state.planMade = nil
            state.writer = .running
        }
    }

    /// What to do next; waits while there is nothing, and returns nil after the shutdown, when
    /// everything is done.
    func nextJob() -> Job? {
        // One who comes while nobody works gets a transaction at once; it is not planned.
        var wasWaiting = false
        while true {
            let step = state.withLock { nextStep(&$0, wasWaiting: wasWaiting) }
            switch step {
            case .doJob(let job, let admitted):
                for waiter in admitted { waiter() }
                return job
            case .end:
                wakePlanner.signal()
                return nil
            case .wait(let wakesPlanner):
                if wakesPlanner { wakePlanner.signal() }
                wakeWriter.wait()
                wasWaiting = true
            }
        }
    }

    private enum Step {
        case doJob(Job, admitted: [@Sendable () -> Void])
        case wait(wakesPlanner: Bool)
        case end
    }

    private func nextStep(_ state: inout State, wasWaiting: Bool) -> Step {
        if let job = takeReadyPlan(&state) { return .doJob(job, admitted: []) }
        state.writer = .waiting
        if state.isPlanning { return .wait(wakesPlanner: false) }
        guard let first = state.items.first else {
            if !state.isShutDown { return .wait(wakesPlanner: false) }
            state.hasEnded = true
            return .end
        }
        if wasWaiting || !first.mayRunAhead {
            (state.writer, state.planMade) = (.running, nil)
            let items = take(&state, upTo: limits.itemsPerCommitMax) { _ in true }
            return .doJob(.items(items), admitted: admit(&state))
        }
        // Work has gathered: from now on it is planned while the writer commits.
        state.isPlanning = true
        return .wait(wakesPlanner: true)
    }

    private func takeReadyPlan(_ state: inout State) -> Job? {
        guard let plan = state.handed.take() ?? state.ready.take() else { return nil }
        state.writer = whatWriterDoes(with: plan, state)
        if case .committing = state.writer { return .plan(plan) }
        return .itemsOfPlan(plan.items)
    }

    /// A plan is made if it holds, and if that which it builds on was made.
    private func whatWriterDoes(with plan: Plan, _ state: State) -> Writer {
        guard let next = plan.asBase, plan.base.map({ $0.planNumber == state.planMade }) ?? true
        else { return .running }
        return .committing(next)
    }

    // MARK: The planner's thread

    /// A plan, new or to be continued, and the work to add to it; waits until there is some, and
    /// returns nil when the writer's thread has ended.
    func beginPlan() -> (plan: Plan, items: [Item])? {
        while true {
            let (begun, admitted, hasEnded) = state.withLock { state in
                let begun = beginPlan(&state)
                return (begun, begun == nil ? [] : admit(&state), state.hasEnded)
            }
            for waiter in admitted { waiter() }
            if let begun { return begun }
            if hasEnded { return nil }
            wakePlanner.wait()
        }
    }

    private func beginPlan(_ state: inout State) -> (plan: Plan, items: [Item])? {
        guard state.isPlanning || mayPlan(state) else { return nil }
        state.isPlanning = true
        let plan = state.ready.take() ?? newPlan(&state)
        return (plan, takeForPlan(&state, plan))
    }

    private func newPlan(_ state: inout State) -> Plan {
        state.plansCount += 1
        var base: Plan.Base?
        if case .committing(let plan) = state.writer { base = plan }
        let changes = changes[Int(state.plansCount % 2)]
        changes.removeAll()
        return Plan(number: state.plansCount, base: base, changes: changes)
    }

    /// Whether the work that waits may be planned now: behind a plan that is being committed.
    private func mayPlan(_ state: State) -> Bool {
        guard case .committing = state.writer, let first = state.items.first,
            first.mayRunAhead
        else { return false }
        return state.ready.map(hasRoom) ?? true
    }

    private func hasRoom(_ plan: Plan) -> Bool {
        !plan.isGivenUp && plan.items.count < limits.itemsPerCommitMax
    }

    /// More work for a plan while the writer is busy; nil where the plan is now the writer's next
    /// job.
    func finish(_ plan: Plan) -> [Item]? {
        let (more, admitted, mustWake) = state.withLock { state in
            if case .waiting = state.writer {
                state.isPlanning = false
                state.handed = plan
                state.writer = whatWriterDoes(with: plan, state)
                return ([Item]?.none, [@Sendable () -> Void](), true)
            }
            let more = hasRoom(plan) ? takeForPlan(&state, plan) : []
            if !more.isEmpty { return (more, admit(&state), false) }
            state.isPlanning = false
            state.ready = plan
            return (nil, [], false)
        }
        for waiter in admitted { waiter() }
        if mustWake { wakeWriter.signal() }
        return more
    }

    private func takeForPlan(_ state: inout State, _ plan: Plan) -> [Item] {
        take(&state, upTo: limits.itemsPerCommitMax - plan.items.count) { $0.mayRunAhead }
    }

    // MARK: Taking

    /// Takes items from the front, as far as they are of a kind.
    private func take(
        _ state: inout State, upTo countMax: Int, while isOfKind: (Item) -> Bool
    ) -> [Item] {
        let most = state.items.prefix(countMax)
        let count = most.firstIndex { !isOfKind($0) } ?? most.count
        let taken = Array(state.items.prefix(count))
        state.items.removeFirst(count)
        return taken
    }

    /// Promises the places that are free to those who wait for one; they have to be told.
    private func admit(_ state: inout State) -> [@Sendable () -> Void] {
        let free = limits.itemsQueuedMax - state.items.count - state.placesPromised
        let admitted = Array(state.waiters.prefix(max(0, free)))
        state.waiters.removeFirst(admitted.count)
        state.placesPromised += admitted.count
        return admitted
    }
}
