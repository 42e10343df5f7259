internal import Glibc
internal import Synchronization

/// A number of the process that runs, which only the C library's fork() changes: a child of a bare
/// clone() is not noticed.
///
/// Every transaction asks for it, and asking the kernel is a system call. So a child of fork()
/// counts one on before fork() returns in it.
enum ProcessNumber {
    private static let forks = Atomic<pid_t>(0)

    /// False where the C library had no memory for the handler; then the kernel is asked.
    private static let isWatching: Bool = {
        // Made before any fork: a child may not wait for an initializer.
        _ = forks.load(ordering: .relaxed)
        return pthread_atfork(nil, nil, { ProcessNumber.countFork() }) == 0
    }()

    private static func countFork() { forks.add(1, ordering: .relaxed) }

    static var current: pid_t { isWatching ? forks.load(ordering: .relaxed) : getpid() }
}
