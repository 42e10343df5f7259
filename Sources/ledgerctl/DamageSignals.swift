import Glibc

/// What LMDB does with a damaged file that it cannot notice: it follows a wrong number out of the
/// map, or finds that something cannot be, and the process is ended by a signal.
///
/// Only `verify` and `rebuild` look at every page first. Whoever ran another command must be told
/// what to do, too.
@safe
enum DamageSignals {
    static let numbers = [SIGSEGV, SIGBUS, SIGABRT]

    /// What was to be done with each of them, by its number: the process may print where it was.
    private nonisolated(unsafe) static let actionsBefore =
        UnsafeMutablePointer<sigaction>.allocate(capacity: Int(numbers.max() ?? 0) + 1)

    /// From now on these signals say what to do before they do what they would have done.
    static func explain() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for number in numbers {
            unsafe sigaddset(&signals, number)
            let before = unsafe actionsBefore + Int(number)
            unsafe before.initialize(to: sigaction())
            var action = sigaction()
            unsafe action.__sigaction_handler.sa_handler = { DamageSignals.tell($0) }
            _ = unsafe sigaction(number, &action, before)
        }
        // Whoever started the process may have blocked them; then they would end it unheard.
        _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Nothing may be called here that takes a lock or memory.
    private static func tell(_ number: Int32) {
        let text: StaticString = """
            ledgerctl: ended by a signal; if it had a ledger open, its file may be damaged: run verify

            """
        _ = unsafe write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
        // It comes again when the handler is left.
        _ = unsafe sigaction(number, actionsBefore + Int(number), nil)
        raise(number)
    }
}
