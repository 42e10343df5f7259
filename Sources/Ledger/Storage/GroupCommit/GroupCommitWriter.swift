internal import Dispatch
internal import Foundation

/// The one writer of an environment: a thread that makes every write transaction, from begin to
/// commit, for all callers that wait.
///
/// It takes everything that is queued, runs it in one transaction, commits once, then answers
/// everyone in order of submission. Nobody is answered before the commit has returned, and nobody
/// waits for a timer: a lonely caller has a commit of its own.
///
/// Where more work comes while it commits, a second thread plans the next transaction meanwhile:
/// what it is going to change, over what is committed and what the plan in front will add. The
/// writer then only makes the changes. A plan that turns out not to hold, because the one in front
/// of it failed or another process has written, is thrown away, and its work runs as if there had
/// been none.
///
/// The rules for a work closure:
/// - It may run more than once, each time in a new transaction with a new batch state; only the last
///   run counts. It must have no other effect.
/// - It decides before it changes anything. To refuse its request without disturbing its
///   neighbours, it throws `GroupCommitRefusal` before it has touched the batch state or the store.
/// - Any other error undoes the transaction, and the neighbours run again without it.
/// - It must not call the writer: it would wait for itself.
/// - Only work that tells nobody what it saw before it is answered may run ahead: what it sees may
///   never be committed.
///
/// When the map or the disk is full, the items run again one by one, so that those that fit are
/// kept and only the rest fail.
final class GroupCommitWriter<BatchState>: Sendable {
    private let environment: LMDBEnvironment
    private let queue: GroupCommitQueue<BatchState>
    private let ended = DispatchGroup()
    /// Whether the state can go from one transaction to the next, as a plan needs.
    private let mayPlan: Bool

    /// Starts the writer's threads.
    ///
    /// - Parameters:
    ///   - environment: The environment, open for writing. Nobody else in the process writes to it.
    ///   - limits: How much is taken and queued at once.
    ///   - begin: Makes the batch state at the start of a transaction that takes none up, such as
    ///     counters read from the store.
    ///   - resume: Takes up the state of the last transaction instead of `begin`, where that one was
    ///     committed or is planned, and nobody has written since, in this or another process. Nil to
    ///     begin anew each time, and never to plan.
    ///   - finish: Runs once before each commit, for instance to put buffered rows in key order; in a
    ///     plan behind each piece of work that is added to it.
    /// - Throws: `optionOutOfRange` for a limit below one.
    init(
        environment: LMDBEnvironment, limits: GroupCommitLimits = GroupCommitLimits(),
        begin: @escaping @Sendable (borrowing LMDBWriteTransaction) throws -> BatchState,
        resume: (@Sendable (inout BatchState, borrowing LMDBWriteTransaction) throws -> Void)? =
            nil,
        finish:
            @escaping @Sendable (inout BatchState, borrowing LMDBWriteTransaction) throws ->
            Void
    ) throws(StorageError) {
        guard limits.itemsPerCommitMax > 0 else { throw .optionOutOfRange("itemsPerCommitMax") }
        guard limits.itemsQueuedMax > 0 else { throw .optionOutOfRange("itemsQueuedMax") }
        guard limits.itemsPerPieceMax > 0 else { throw .optionOutOfRange("itemsPerPieceMax") }
        self.environment = environment
        let queue = GroupCommitQueue<BatchState>(limits: limits)
        self.queue = queue
        mayPlan = resume != nil
        let batch = SharedBatch(
            GroupCommitBatch(environment: environment, begin: begin, resume: resume, finish: finish)
        )
        start("ledger-writer") { Self.write(queue, batch, environment) }
        if mayPlan { start("ledger-planner") { Self.plan(queue, batch) } }
    }

    private func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let ended = ended
        ended.enter()
        let thread = Thread {
            // The kernel has the name of a thread that runs already only.
            Thread.current.name = name
            body()
            ended.leave()
        }
        thread.start()
    }

    /// What both threads use, by turns.
    private final class SharedBatch: Sendable {
        let value: Lock<GroupCommitBatch<BatchState>>

        init(_ batch: sending GroupCommitBatch<BatchState>) { value = Lock(batch) }
    }

    /// What the writer's thread does.
    private static func write(
        _ queue: GroupCommitQueue<BatchState>, _ batch: SharedBatch, _ environment: LMDBEnvironment
    ) {
        var next = queue.nextJob()
        while let job = next {
            next = nil
            switch job {
            case .items(let items): batch.value.withLock { $0.run(items) }
            case .itemsOfPlan(let items): batch.value.withLock { $0.runAgain(items) }
            case .plan(let plan):
                switch plan.make(in: environment) {
                case .made:
                    next = queue.didMake(plan)
                    plan.answer()
                case .mustRunAgain:
                    giveUp(queue, batch)
                    batch.value.withLock { $0.runAgain(plan.items) }
                case .failed(let error):
                    giveUp(queue, batch)
                    plan.answer(error)
                }
            }
            next = next ?? queue.nextJob()
        }
    }

    /// Forgets the state of a plan that was not made, before anything new can be planned.
    private static func giveUp(_ queue: GroupCommitQueue<BatchState>, _ batch: SharedBatch) {
        batch.value.withLock { $0.forgetState() }
        queue.didNotMake()
    }

    /// What the planner's thread does.
    private static func plan(_ queue: GroupCommitQueue<BatchState>, _ batch: SharedBatch) {
        while let (begun, work) = queue.beginPlan() {
            var (plan, items) = (begun, Optional(work))
            while let more = items {
                batch.value.withLock { $0.add(more, to: &plan) }
                items = queue.finish(plan)
            }
        }
    }

    deinit {
        queue.shutDown()
    }

    /// How many items wait for the writer's thread.
    var itemsQueuedCount: Int { queue.itemsQueuedCount }

    /// How many transactions were planned while the one before was being committed: those that were
    /// made so, and those that were thrown away.
    var plansCount: (made: Int, lost: Int) { queue.plansCount }

    /// Runs `work` in the next write transaction, and returns its result when it is durable.
    ///
    /// Suspends first while the queue is full. Cancelling the task changes nothing: the work goes
    /// on, and its outcome is returned.
    ///
    /// - Parameters:
    ///   - mayRunAhead: Whether the work may run while the transaction in front of its own is still
    ///     being committed.
    ///   - work: What to do.
    /// - Returns: What `work` returned.
    /// - Throws: What `work` threw, or the `StorageError` that kept it from being committed.
    func perform<R: Sendable>(
        mayRunAhead: Bool = false,
        _ work: @escaping @Sendable (inout BatchState, borrowing LMDBWriteTransaction) throws -> R
    ) async throws -> R {
        // After fork() there is no writer thread to wait for.
        try environment.checkUsable()
        if !queue.takePlace() {
            await withCheckedContinuation { continuation in
                queue.whenPlaceIsFree { continuation.resume() }
            }
        }
        return try await withCheckedThrowingContinuation { continuation in
            queue.enqueue(item(mayRunAhead, work) { continuation.resume(with: $0) })
        }
    }

    /// Runs `work` as `perform` does, and blocks the calling thread until it is durable.
    @available(*, noasync, message: "Use perform, which does not block a thread.")
    func performAndWait<R: Sendable>(
        _ work: @escaping @Sendable (inout BatchState, borrowing LMDBWriteTransaction) throws -> R
    ) throws -> R {
        try environment.checkUsable()
        let place = DispatchSemaphore(value: 0)
        queue.whenPlaceIsFree { place.signal() }
        place.wait()
        let answer = BlockingAnswer<R>()
        queue.enqueue(item(false, work) { answer.give($0) })
        return try answer.wait().get()
    }

    private func item<R: Sendable>(
        _ mayRunAhead: Bool,
        _ work:
            @escaping @Sendable (inout BatchState, borrowing LMDBWriteTransaction) throws -> R,
        answer: @escaping @Sendable (Result<R, any Error>) -> Void
    ) -> GroupCommitItem<BatchState> {
        GroupCommitItem(mayRunAhead: mayRunAhead && mayPlan, work: work, answer: answer)
    }

    /// Does what is queued, then ends the thread.
    ///
    /// Later work is answered with `writerShutDown`.
    func shutdown() async {
        queue.shutDown()
        await withCheckedContinuation { continuation in
            ended.notify(queue: .global()) { continuation.resume() }
        }
    }

    /// Shuts down as `shutdown` does, and blocks the calling thread meanwhile.
    @available(*, noasync, message: "Use shutdown, which does not block a thread.")
    func shutdownAndWait() {
        queue.shutDown()
        ended.wait()
    }
}
