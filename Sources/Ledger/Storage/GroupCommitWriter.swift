internal import Dispatch
internal import Foundation

/// The one writer of an environment: a thread that makes every write transaction, from begin to
/// commit, for all callers that wait.
///
/// It takes everything that is queued, runs it in one transaction, commits once, then answers
/// everyone in order of submission. Nobody is answered before the commit has returned, and nobody
/// waits for a timer: a lonely caller has a commit of its own.
///
/// The rules for a work closure:
/// - It may run more than once, each time in a new transaction with a new batch state; only the last
///   run counts. It must have no other effect.
/// - It decides before it changes anything. To refuse its request without disturbing its
///   neighbours, it throws `GroupCommitRefusal` before it has touched the batch state or the store.
/// - Any other error undoes the transaction, and the neighbours run again without it.
/// - It must not call the writer: it would wait for itself.
///
/// When the map or the disk is full, the items run again one by one, so that those that fit are
/// kept and only the rest fail.
final class GroupCommitWriter<BatchState>: Sendable {
    private let environment: LMDBEnvironment
    private let queue: GroupCommitQueue<BatchState>
    private let ended = DispatchGroup()

    /// Starts the writer's thread.
    ///
    /// - Parameters:
    ///   - environment: The environment, open for writing. Nobody else in the process writes to it.
    ///   - limits: How much is taken and queued at once.
    ///   - begin: Makes the batch state at the start of a transaction that takes none up, such as counters read from
    ///     the store.
    ///   - resume: Takes up the state of the last transaction instead of `begin`, where that one was
    ///     committed and nobody has written since, in this or another process. Nil to begin anew
    ///     each time.
    ///   - finish: Runs once before each commit, for instance to put buffered rows in key order.
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
        self.environment = environment
        let queue = GroupCommitQueue<BatchState>(limits: limits)
        self.queue = queue
        let ended = ended
        ended.enter()
        let thread = Thread {
            var batch = GroupCommitBatch(
                environment: environment, begin: begin, resume: resume, finish: finish)
            while let items = queue.takeBatch() { batch.run(items) }
            ended.leave()
        }
        thread.name = "ledger-writer"
        thread.start()
    }

    deinit {
        queue.shutDown()
    }

    /// How many items wait for the writer's thread.
    var itemsQueuedCount: Int { queue.itemsQueuedCount }

    /// Runs `work` in the next write transaction, and returns its result when it is durable.
    ///
    /// Suspends first while the queue is full. Cancelling the task changes nothing: the work goes
    /// on, and its outcome is returned.
    ///
    /// - Throws: What `work` threw, or the `StorageError` that kept it from being committed.
    func perform<R: Sendable>(
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
            queue.enqueue(GroupCommitItem(work: work) { continuation.resume(with: $0) })
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
        queue.enqueue(GroupCommitItem(work: work) { answer.give($0) })
        return try answer.wait().get()
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
