internal import Dispatch

/// The work that waits, in order, with a bound, shared by callers, writer and planner.
///
/// A caller first gets a place, then queues its item. Who finds no place waits for one, first come
/// first served.
final class GroupCommitQueue<BatchState>: Sendable {
    typealias Item = GroupCommitItem<BatchState>
    typealias Plan = GroupCommitPlan<BatchState>
    typealias Job = GroupCommitState<BatchState>.Job

    private let state: Lock<GroupCommitState<BatchState>>
    private let writer = DispatchSemaphore(value: 0)
    private let planner = DispatchSemaphore(value: 0)

    init(limits: GroupCommitLimits) {
        state = Lock(GroupCommitState(limits: limits))
    }

    /// Items that wait, without promised places, for tests and statistics.
    var itemsQueuedCount: Int { state.withLock { $0.items.count } }

    /// Plans that were made, and plans that were thrown away, for tests and statistics.
    var plansCount: (made: Int, lost: Int) {
        state.withLock { ($0.plansMadeCount, $0.plansLostCount) }
    }

    private func wake(_ sleeper: GroupCommitState<BatchState>.Sleeper?) {
        switch sleeper {
        case .writer: writer.signal()
        case .planner: planner.signal()
        case nil: break
        }
    }

    // MARK: Callers

    /// Gives a place if one is free now, as it mostly is; false where the caller has to wait.
    func takePlace() -> Bool { state.withLock { $0.takePlace() } }

    /// Asks for a place; calls `ready` when there is one, perhaps before it returns.
    func whenPlaceIsFree(_ ready: @escaping @Sendable () -> Void) {
        if state.withLock({ $0.takePlace(orLater: ready) }) { ready() }
    }

    /// Queues an item in the place that its caller got; after a shutdown, answers it with an error.
    func enqueue(_ item: Item) {
        let (isAccepted, wakes) = state.withLock { $0.enqueue(item) }
        wake(wakes)
        if !isAccepted { item.answer(StorageError.writerShutDown) }
    }

    /// Refuses everything that comes from now on.
    ///
    /// What is queued is still done.
    func shutDown() {
        let (waiters, wakes) = state.withLock { $0.shutDown() }
        wake(wakes)
        // They find the queue shut down when they try to queue their item.
        for waiter in waiters { waiter() }
    }

    // MARK: The writer's thread

    /// What to do next; waits while there is nothing, and returns nil after the shutdown, when
    /// everything is done.
    func nextJob() -> Job? {
        var wasWaiting = false
        while true {
            switch state.withLock({ $0.nextStep(wasWaiting: wasWaiting) }) {
            case .doJob(let job, let admitted, let wakes):
                wake(wakes)
                for waiter in admitted { waiter() }
                return job
            case .wait(let wakes):
                wake(wakes)
                writer.wait()
                wasWaiting = true
            case .end:
                planner.signal()
                return nil
            }
        }
    }

    /// Says that a plan was made; returns the next one if it is ready, so that the planner can go
    /// on while the callers are answered.
    func didMake(_ plan: Plan) -> Job? {
        let next = state.withLock { $0.didMake(plan) }
        wake(next?.wakes)
        return next?.job
    }

    /// Says that a plan was not made: nothing can be built on it.
    func didNotMake() { state.withLock { $0.didNotMake() } }

    // MARK: The planner's thread

    /// A plan, new or to be continued, and the work to add to it; waits until there is some, and
    /// returns nil when the writer's thread has ended.
    func beginPlan() -> (plan: Plan, items: [Item])? {
        while true {
            switch state.withLock({ $0.beginPlan() }) {
            case .add(let items, let plan, let admitted):
                for waiter in admitted { waiter() }
                return (plan, items)
            case .wait: planner.wait()
            case .end: return nil
            }
        }
    }

    /// More work for a plan while the writer is busy; nil where the plan is now the writer's next
    /// job.
    func finish(_ plan: Plan) -> [Item]? {
        switch state.withLock({ $0.finish(plan) }) {
        case .add(let items, let admitted):
            for waiter in admitted { waiter() }
            return items
        case .isReady(let wakes):
            wake(wakes)
            return nil
        }
    }
}
