internal import Glibc

/// A value that one thread at a time may use.
///
/// It is `pthread_mutex_t` because the thread sanitizer knows it. The sanitizer does not see
/// `Synchronization.Mutex` on Linux, which is a futex inside the standard library, and reports
/// every value in one as a race.
///
/// The lock is not recursive: taking it again inside `withLock` stops the process.
@safe struct Lock<Value>: ~Copyable, @unchecked Sendable {
    // @unchecked Sendable because the value is reached with the mutex held only.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    init(_ value: consuming sending Value) {
        unsafe self.mutex = .allocate(capacity: 1)
        unsafe self.value = .allocate(capacity: 1)
        unsafe self.mutex.initialize(to: pthread_mutex_t())
        unsafe self.value.initialize(to: value)
        var attributes = pthread_mutexattr_t()
        unsafe pthread_mutexattr_init(&attributes)
        // Its locking fails instead of waiting for itself.
        unsafe pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK))
        let code = unsafe pthread_mutex_init(mutex, &attributes)
        precondition(code == 0, "pthread_mutex_init failed with code \(code)")
        unsafe pthread_mutexattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe value.deinitialize(count: 1)
        unsafe mutex.deallocate()
        unsafe value.deallocate()
    }

    /// Lends the value to `body`, waiting while another thread has it.
    borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        let code = unsafe pthread_mutex_lock(mutex)
        precondition(code == 0, "pthread_mutex_lock failed with code \(code)")
        defer { unsafe pthread_mutex_unlock(mutex) }
        return unsafe try body(&value.pointee)
    }
}
