/// Says that a work item refused its own request before it changed anything.
///
/// Throw it from a work closure only when neither the batch state nor the store was touched: the
/// neighbours in the same transaction are then kept as they are. The caller gets `reason`.
struct GroupCommitRefusal: Error {
    let reason: any Error
}

/// A work closure with the caller that waits for it.
struct GroupCommitItem<BatchState>: Sendable {
    /// Whether it may run while the transaction in front of its own is still being committed.
    let mayRunAhead: Bool
    /// Runs the work; may be called again in another transaction.
    let attempt: @Sendable (inout BatchState, borrowing LMDBWriteTransaction) throws -> Void
    /// Answers the caller, once: with the error, or with what the last attempt returned.
    let answer: @Sendable ((any Error)?) -> Void

    init<R: Sendable>(
        mayRunAhead: Bool,
        work: @escaping @Sendable (inout BatchState, borrowing LMDBWriteTransaction) throws -> R,
        answer: @escaping @Sendable (Result<R, any Error>) -> Void
    ) {
        self.mayRunAhead = mayRunAhead
        let latest = LatestResult<R>()
        self.attempt = { state, transaction in
            let result = try work(&state, transaction)
            latest.value.withLock { $0 = result }
        }
        self.answer = { error in
            if let error { return answer(.failure(error)) }
            // Without an error the last attempt has returned, so there is a value.
            if let result = latest.value.withLock({ $0 }) { answer(.success(result)) }
        }
    }
}

/// What the last attempt of a work closure returned.
private final class LatestResult<R: Sendable>: Sendable {
    let value = Lock<R?>(nil)
}
