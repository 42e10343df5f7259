extension TransactionLedger {
    /// Folds the log as of any two instants for everybody, and counts what is true.
    ///
    /// The same reducers as in the live tables run over the log itself. The same cut gives the same
    /// answer while what is known is cut in the past and `rules` is the same.
    ///
    /// - Parameters:
    ///   - environment: the world that is replayed.
    ///   - cut: the two instants; now unless given.
    /// - Returns: how many customers, entitlements and states there are, and the sums of balances.
    /// - Throws: `StorageError`, `RecordError`, `LedgerError` (`damaged`, `invalidArgument`).
    /// - Complexity: O(events of the environment), in memory for one customer.
    public func replay(
        environment: StoreEnvironment = .production, at cut: Cut? = nil
    ) throws -> Answer<ReplaySummary> {
        let view = try frozenView(environment, at: cut)
        var summary = ReplaySummary()
        try forEachCustomer(of: view) { customer, _ in summary.add(customer, view) }
        return Answer(summary, view)
    }

    /// Writes a replay of everybody as JSON Lines: the summary, then a line for each customer.
    ///
    /// - Parameters:
    ///   - environment: the world that is replayed.
    ///   - cut: the two instants; now unless given.
    ///   - write: takes the next bytes.
    /// - Throws: as `replay`, and what `write` throws.
    /// - Complexity: twice that of `replay`.
    public func writeReplay(
        environment: StoreEnvironment = .production, at cut: Cut? = nil,
        write: @escaping (Span<UInt8>) throws -> Void
    ) throws {
        let view = try frozenView(environment, at: cut)
        var summary = ReplaySummary()
        try forEachCustomer(of: view) { customer, _ in summary.add(customer, view) }
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

extension ReplaySummary {
    fileprivate mutating func add(_ customer: CustomerAnswers, _ view: LedgerView) {
        customers += 1
        for entitlement in customer.entitlements { entitlements[entitlement.name, default: 0] += 1 }
        for status in customer.groups.flatMap(\.lines) {
            statuses[status.groupID ?? "", default: [:]][status.state, default: 0] += 1
        }
        for balance in customer.balances {
            let units = balance.facts.folded(currency: balance.currency, view).balance
            let (sum, overflow) = balances[balance.currency, default: 0]
                .addingReportingOverflow(units)
            balances[balance.currency] = overflow ? (units < 0 ? .min : .max) : sum
        }
    }
}
