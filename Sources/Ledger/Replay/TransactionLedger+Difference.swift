/// The two cuts whose answers are compared.
public struct DifferenceHead: Sendable, Hashable {
    /// The world that was asked about.
    public let environment: StoreEnvironment
    /// When it was so.
    public let asOf: Instant
    /// What was known first counts up to this instant.
    public let knownAt: Instant
    /// What was known then counts up to this instant.
    public let andKnownAt: Instant
    /// The last event that the first answer could use.
    public let sequence: UInt64
    /// The last event that the second answer could use.
    public let andSequence: UInt64
    /// The version of the fold.
    public let rules: Int
    /// False while a commit could still fall at or before one of the two instants.
    public let isFinal: Bool

    init(_ before: LedgerView, _ after: LedgerView) {
        environment = before.environment
        asOf = before.asOf
        knownAt = before.knownAt
        andKnownAt = after.knownAt
        sequence = before.sequence
        andSequence = after.sequence
        rules = FoldRules.version
        isFinal = before.isFinal && after.isFinal
    }

    func write(to json: inout JSONWriter) {
        json.member("environment", environment.rawValue)
        json.member("asOf", asOf)
        json.member("knownAt", knownAt)
        json.member("andKnownAt", andKnownAt)
        json.member("sequence", sequence)
        json.member("andSequence", andSequence)
        json.member("rules", rules)
        json.member("final", isFinal)
    }
}

extension TransactionLedger {
    /// What changed in the ledger's view of one instant between two states of knowledge.
    ///
    /// - Parameters:
    ///   - asOf: the instant that both views are about.
    ///   - first: what was known first.
    ///   - then: what was known then.
    ///   - customer: only this customer, if given.
    ///   - environment: the world to ask in.
    ///   - body: told every customer of whom something else is true, as they come: accounts by token,
    ///     then lines and purchases of the app that nobody owns.
    /// - Returns: the resolved cuts.
    /// - Throws: `StorageError`, `RecordError`, `LedgerError` (`damaged`, `invalidArgument`), and what
    ///   `body` throws.
    /// - Complexity: twice that of a replay, in time and in memory; of one customer, O(events of the
    ///   customer).
    @discardableResult
    public func differences(
        asOf: Instant, knownAt first: Cut.Knowledge, andKnownAt then: Cut.Knowledge,
        of customer: CustomerSelector? = nil, environment: StoreEnvironment = .production,
        _ body: (CustomerDifference) throws -> Void
    ) throws -> DifferenceHead {
        let before = try frozenView(environment, at: Cut(asOf: asOf, knowledge: first))
        let after = try frozenView(environment, at: Cut(asOf: asOf, knowledge: then))
        if let customer {
            if let difference = try difference(of: customer, before, after) { try body(difference) }
            return DifferenceHead(before, after)
        }
        // Told outside of the read transaction: whoever is slow must not keep a snapshot open.
        var page: [CustomerDifference] = []
        try forEachCustomer(
            of: [before, after],
            betweenReads: {
                for difference in page { try body(difference) }
                page.removeAll(keepingCapacity: true)
            },
            { answers, _ in
                if let difference = CustomerDifference(answers[0], before, answers[1], after) {
                    page.append(difference)
                }
            })
        return DifferenceHead(before, after)
    }

    /// Writes what changed as JSON Lines: the two cuts, then a line for each customer.
    ///
    /// - Parameters:
    ///   - asOf: the instant that both views are about.
    ///   - first: what was known first.
    ///   - then: what was known then.
    ///   - customer: only this customer, if given.
    ///   - environment: the world to ask in.
    ///   - write: takes the next bytes.
    /// - Throws: as `differences`, and what `write` throws.
    /// - Complexity: as `differences`.
    public func writeDifferences(
        asOf: Instant, knownAt first: Cut.Knowledge, andKnownAt then: Cut.Knowledge,
        of customer: CustomerSelector? = nil, environment: StoreEnvironment = .production,
        write: @escaping (Span<UInt8>) throws -> Void
    ) throws {
        var lines = JSONLinesWriter(write: write)
        // Asked once, so that the head is about what the lines are about.
        let before = try frozenView(environment, at: Cut(asOf: asOf, knowledge: first))
        let after = try frozenView(environment, at: Cut(asOf: asOf, knowledge: then))
        try lines.write { DifferenceHead(before, after).write(to: &$0) }
        try differences(
            asOf: asOf, knownAt: .sequence(before.sequence), andKnownAt: .sequence(after.sequence),
            of: customer, environment: environment
        ) { difference in
            try lines.write { difference.write(to: &$0) }
        }
        try lines.finish()
    }

    /// What changed about one customer: whom the name means by what was known in each case.
    private func difference(
        of customer: CustomerSelector, _ before: LedgerView, _ after: LedgerView
    ) throws -> CustomerDifference? {
        try environment.read { transaction in
            let answers = try [before, after].map { view in
                let found = try view.lines(of: customer, in: transaction)
                let token = try found.owner.flatMap {
                    try view.reader.identityText($0, in: transaction)
                }
                return try view.answers(
                    CustomerName(appAccountToken: token), found, in: transaction)
            }
            return CustomerDifference(answers[0], before, answers[1], after)
        }
    }
}
