import Glibc
import Synchronization

/// Waiting for more to come, until somebody says stop.
struct FollowWait {
    /// How long to wait before looking again, in milliseconds.
    private static let pauseMilliseconds: Int32 = 200

    /// Set by the signals; there is one set of signals in a process.
    private static let hasStopSignal = Atomic(false)

    /// From now on SIGINT and SIGTERM stop the waiting, and not the process.
    init() {
        // Read once, so that the handler meets a value that is there.
        _ = Self.hasStopSignal.load(ordering: .relaxed)
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for number in [SIGINT, SIGTERM] {
            _ = signal(number) { _ in FollowWait.hasStopSignal.store(true, ordering: .relaxed) }
            unsafe sigaddset(&signals, number)
        }
        // Whoever started the process may have blocked them.
        _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Whether a signal has come.
    var isStopped: Bool { Self.hasStopSignal.load(ordering: .relaxed) }

    /// Waits for a while.
    ///
    /// - Returns: whether to go on.
    /// - Throws: `ConsoleError.readerIsGone` when nobody reads standard output any more.
    func wait() throws(ConsoleError) -> Bool {
        // An error is reported without being asked for.
        var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        let count = unsafe poll(&output, 1, Self.pauseMilliseconds)
        if count > 0, Int32(output.revents) & POLLERR != 0 { throw .readerIsGone }
        return !isStopped
    }
}
