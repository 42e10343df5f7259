internal import Dispatch

/// An answer that one thread gives and another waits for.
final class BlockingAnswer<R: Sendable>: Sendable {
    private let answer = Lock<Result<R, any Error>?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func give(_ result: Result<R, any Error>) {
        answer.withLock { $0 = result }
        isThere.signal()
    }

    /// Blocks until the answer was given.
    func wait() -> Result<R, any Error> {
        while true {
            isThere.wait()
            if let result = answer.withLock({ $0 }) { return result }
        }
    }
}
