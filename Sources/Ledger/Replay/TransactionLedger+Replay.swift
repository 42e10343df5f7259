extension TransactionLedger {
    /// Folds the log as of any two instants for everybody, and counts what is true.
    ///
    /// The same reducers as in the live tables run over the log itself. The same cut gives the same
    /// answer while what is known is cut in the past and `rules` is the same, whatever the number
    /// of workers.
    ///
    /// - Parameters:
    ///   - environment: the world that is replayed.
    ///   - cut: the two instants; now unless given.
    ///   - workers: how many threads fold and count, 16 at most; one for each core unless given.
    /// - Returns: how many customers, entitlements and states there are, and the sums of balances.
    /// - Throws: `StorageError`, `RecordError`, `LedgerError` (`damaged`, `invalidArgument`).
    /// - Complexity: O(events of the log) for each 500,000 lines, in memory for the states of so many, some
    ///   2,000 bytes each, and for the heads of all lines, some 250 bytes each, where there are more.
    public func replay(
        environment: StoreEnvironment = .production, at cut: Cut? = nil, workers: Int? = nil
    ) throws -> Answer<ReplaySummary> {
        try replay(environment: environment, at: cut, ReplayDivision(workers: workers))
    }

    /// The same with the division of the work.
    func replay(
        environment: StoreEnvironment, at cut: Cut?, _ division: ReplayDivision
    ) throws -> Answer<ReplaySummary> {
        let view = try folded(frozenView(environment, at: cut), division)
        return Answer(try countEverybody(of: view, division), view)
    }

    /// Writes a replay of everybody as JSON Lines: the summary, then a line for each customer of
    /// whom anything is known.
    ///
    /// - Parameters:
    ///   - environment: the world that is replayed.
    ///   - cut: the two instants; now unless given.
    ///   - write: takes the next bytes.
    /// - Throws: as `replay`, and what `write` throws.
    /// - Complexity: as `replay`.
    public func writeReplay(
        environment: StoreEnvironment = .production, at cut: Cut? = nil,
        write: @escaping (Span<UInt8>) throws -> Void
    ) throws {
        let division = ReplayDivision()
        let view = try folded(frozenView(environment, at: cut), division)
        let summary = try countEverybody(of: view, division)
        let page = PageOutput(write: write)
        var lines = JSONLinesWriter(write: page.take)
        let answer = Answer(summary, view)
        try lines.write { json in
            answer.writeHead(to: &json)
            summary.write(to: &json)
        }
        try forEachCustomer(of: view, betweenReads: page.flush) { customer, _ in
            try lines.write { customer.write(to: &$0, view) }
        }
        try lines.finish()
        try page.flush()
    }

    /// Everything that is true of one customer at a cut, folded from the log itself.
    ///
    /// - Parameters:
    ///   - customer: whom to ask about; one of whom nothing is known has empty lists.
    ///   - environment: the world to ask in.
    ///   - cut: the two instants; now unless given.
    /// - Returns: entitlements, subscription groups and balances.
    /// - Throws: as `replay`.
    /// - Complexity: O(events of the customer).
    public func replay(
        of customer: CustomerSelector, environment: StoreEnvironment = .production,
        at cut: Cut? = nil
    ) throws -> Answer<ReplayedCustomer> {
        try ask(environment, at: cut) { view, transaction in
            let view = view.frozen
            let found = try view.lines(of: customer, in: transaction)
            let answers = try view.answers(CustomerName(), found, in: transaction)
            return ReplayedCustomer(answers, view)
        }
    }
}

extension CustomerAnswers {
    fileprivate func write(to json: inout JSONWriter, _ view: LedgerView) {
        json.member("appAccountToken", name.appAccountToken)
        json.member("appTransactionId", name.appTransactionID)
        json.array("originalTransactionIds") { json in
            for line in lines.compactMap({ view.text($0.originalTransactionID) }) {
                json.element(line)
            }
        }
        ReplayedCustomer(self, view).write(to: &json)
    }
}
