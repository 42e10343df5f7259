extension TransactionLedger {
    /// Purchases that the app reported as pending or cancelled, and what became of them.
    ///
    /// A pending one waits until its transaction comes, or until a day has passed: approval of an
    /// Ask to Buy request is possible for about that long. It grants nothing meanwhile.
    ///
    /// - Parameters:
    ///   - customer: whom to ask about; one of whom nothing is known has none.
    ///   - environment: the world to ask in.
    ///   - cut: the two instants; now unless given.
    /// - Returns: each attempt, by its instant.
    /// - Throws: `StorageError`, `RecordError`, `LedgerError` (`damaged`, `invalidArgument`).
    /// - Complexity: O(events of the customer).
    public func attempts(
        of customer: CustomerSelector, environment: StoreEnvironment = .production,
        at cut: Cut? = nil
    ) throws -> Answer<[PurchaseAttempt]> {
        try ask(environment, at: cut) { view, transaction in
            let found = try view.lines(of: customer, in: transaction)
            return try view.attempts(of: found, in: transaction)
        }
    }
}

extension LedgerView {
    /// Every attempt of a customer by `asOf`, by its instant.
    func attempts(
        of customer: CustomerLines, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [PurchaseAttempt] {
        guard let owner = customer.owner else { return [] }
        var attempts: [(sequence: UInt64, fields: EventFields)] = []
        for sequence in try reader.eventSequences(
            of: owner, through: self.sequence, in: transaction)
        {
            let fields = try reader.fields(sequence, in: transaction)
            if fields.kind == .attempt, fields.effectiveAt <= asOf {
                attempts.append((sequence, fields))
            }
        }
        if attempts.isEmpty { return [] }
        attempts.sort {
            ($0.fields.effectiveAt, $0.sequence) < ($1.fields.effectiveAt, $1.sequence)
        }
        let bought = try purchases(of: customer, in: transaction)
        return attempts.map { attempt in
            let (state, facts) = outcome(of: attempt, among: attempts, bought: bought)
            return PurchaseAttempt(
                productID: text(attempt.fields.product), state: state,
                effectiveAt: attempt.fields.effectiveAt,
                key: attempt.fields.idempotencyKey.map { String(decoding: $0, as: UTF8.self) },
                transactionID: text(facts?.transactionID),
                events: [attempt.sequence] + (facts.map { [$0.sequence] } ?? []))
        }
    }

    /// What had become of an attempt by `asOf`.
    private func outcome(
        of attempt: (sequence: UInt64, fields: EventFields),
        among attempts: [(sequence: UInt64, fields: EventFields)], bought: [PurchaseFacts]
    ) -> (PurchaseAttempt.State, PurchaseFacts?) {
        guard isPending(attempt.fields) else { return (.cancelled, nil) }
        let start = attempt.fields.effectiveAt
        let end = start.advanced(byMilliseconds: PurchaseAttempt.pendingMillisecondsMax)
        let purchase = bought.first { facts in
            guard facts.product == attempt.fields.product, let date = facts.purchaseDate else {
                return false
            }
            return start <= date && date <= min(end, asOf)
        }
        if let purchase { return (.purchased, purchase) }
        let isCancelled = attempts.contains { other in
            other.fields.product == attempt.fields.product && !isPending(other.fields)
                && start <= other.fields.effectiveAt && attempt.sequence < other.sequence
                && other.fields.effectiveAt <= end
        }
        if isCancelled { return (.cancelled, nil) }
        return (asOf < end ? .pending : .lapsed, nil)
    }

    private func isPending(_ fields: EventFields) -> Bool {
        fields.outcome == BuiltInSymbols.pending
    }

    /// Everything that the customer's lines hold, the earliest purchase first.
    private func purchases(
        of customer: CustomerLines, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [PurchaseFacts] {
        var facts: [PurchaseFacts] = []
        for head in customer.lines {
            guard let line = try fullLine(head.line, in: transaction) else { continue }
            facts += line.purchases.compactMap(\.versions.current)
        }
        return facts.sorted {
            ($0.purchaseDate ?? .distantFuture, $0.transactionID?.bits ?? .max)
                < ($1.purchaseDate ?? .distantFuture, $1.transactionID?.bits ?? .max)
        }
    }
}
