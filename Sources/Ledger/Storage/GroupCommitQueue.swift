internal import Dispatch

/// The work that waits for the writer's thread, in order, with a bound.
///
/// A caller first gets a place, then queues its item. Who finds no place waits for one, first come
/// first served.
final class GroupCommitQueue<BatchState>: Sendable {
    private struct State {
        var items: [GroupCommitItem<BatchState>] = []
        /// Places given to callers that have not queued their item yet.
        var placesPromised = 0
        /// Callers that wait for a place.
        var waiters: [@Sendable () -> Void] = []
        var isWriterIdle = false
        var isShutDown = false
    }

    private let limits: GroupCommitLimits
    private let state = Lock(State())
    private let wake = DispatchSemaphore(value: 0)

    init(limits: GroupCommitLimits) {
        self.limits = limits
    }

    /// Items that wait, without promised places, for tests and statistics.
    var itemsQueuedCount: Int { state.withLock { $0.items.count } }

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
    func enqueue(_ item: GroupCommitItem<BatchState>) {
        let (isAccepted, mustWake) = state.withLock { state in
            state.placesPromised -= 1
            if state.isShutDown { return (false, false) }
            state.items.append(item)
            defer { state.isWriterIdle = false }
            return (true, state.isWriterIdle)
        }
        if mustWake { wake.signal() }
        if !isAccepted { item.answer(StorageError.writerShutDown) }
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
            defer { state.isWriterIdle = false }
            return (waiters, state.isWriterIdle)
        }
        if mustWake { wake.signal() }
        // They find the queue shut down when they try to queue their item.
        for waiter in waiters { waiter() }
    }

    /// Takes what is queued, up to the limit of a commit; waits while there is nothing.
    ///
    /// Nil after the shutdown, when everything was taken. For the writer's thread only.
    func takeBatch() -> [GroupCommitItem<BatchState>]? {
        while true {
            let (batch, admitted, isFinished) = state.withLock { takeBatch(&$0) }
            for waiter in admitted { waiter() }
            if !batch.isEmpty { return batch }
            if isFinished { return nil }
            wake.wait()
        }
    }

    private func takeBatch(
        _ state: inout State
    ) -> (
        batch: [GroupCommitItem<BatchState>], admitted: [@Sendable () -> Void], isFinished: Bool
    ) {
        let count = min(state.items.count, limits.itemsPerCommitMax)
        if count == 0 {
            state.isWriterIdle = !state.isShutDown
            return ([], [], state.isShutDown)
        }
        let batch = Array(state.items.prefix(count))
        state.items.removeFirst(count)
        let free = limits.itemsQueuedMax - state.items.count - state.placesPromised
        let admitted = Array(state.waiters.prefix(max(0, free)))
        state.waiters.removeFirst(admitted.count)
        state.placesPromised += admitted.count
        return (batch, admitted, false)
    }
}
