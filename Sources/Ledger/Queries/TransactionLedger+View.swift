extension TransactionLedger {
    /// Runs a question at a cut in one read transaction.
    func ask<Value: Sendable>(
        _ environment: StoreEnvironment, at cut: Cut?,
        _ question: (LedgerView, borrowing LMDBReadTransaction) throws -> Value
    ) throws -> Answer<Value> {
        try read(environment, at: cut) { view, _, transaction in
            Answer(try question(view, transaction), view)
        }
    }

    /// The code of an environment that a caller names.
    static func code(of environment: StoreEnvironment) throws(LedgerError) -> EnvironmentCode {
        guard let code = EnvironmentCode(environment) else {
            throw LedgerError(
                .invalidArgument, "the environment is not one of Apple's four; name one of them")
        }
        return code
    }

    /// Lends a view of one environment at a cut.
    func read<R>(
        _ environment: StoreEnvironment, at cut: Cut?,
        _ body: (LedgerView, borrowing LMDBReadTransaction) throws -> R
    ) throws -> R {
        try read(environment, at: cut) { view, _, transaction in try body(view, transaction) }
    }

    /// Lends also the desk at which the question is answered; it must not outlive `body`.
    func read<R>(
        _ environment: StoreEnvironment, at cut: Cut?,
        _ body: (LedgerView, QueryDesk, borrowing LMDBReadTransaction) throws -> R
    ) throws -> R {
        let code = try Self.code(of: environment)
        let now = clock()
        return try self.environment.read { transaction in
            try desks.lend { desk in
                let view = try views.view(
                    code, environment, at: cut ?? Cut(asOf: now), now: now,
                    newest: try views.newestGround(desk, in: transaction), in: transaction)
                return try body(view, desk, transaction)
            }
        }
    }
}

extension LogReader {
    /// The last event recorded by an instant; recorded instants never go back, so it bisects.
    func sequence(
        recordedBy instant: Instant, last: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> UInt64 {
        var low: UInt64 = 0
        var high = last
        while low < high {
            let middle = low + (high - low + 1) / 2
            if try fields(middle, in: transaction).recordedAt <= instant {
                low = middle
            } else {
                high = middle - 1
            }
        }
        return low
    }
}
