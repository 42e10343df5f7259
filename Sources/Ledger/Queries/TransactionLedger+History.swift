extension TransactionLedger {
    /// Every event about a customer, in the order of the log.
    ///
    /// - Parameters:
    ///   - customer: whom to ask about; one of whom nothing is known has none.
    ///   - environment: the world to ask in.
    ///   - cut: only what was known is cut; `asOf` says who owned the lines.
    /// - Returns: the events of the lines that the customer owns, and the host's own about him.
    /// - Throws: `StorageError`, `RecordError`, `LedgerError` (`damaged`, `invalidArgument`).
    /// - Complexity: O(events of the customer).
    public func history(
        of customer: CustomerSelector, environment: StoreEnvironment = .production,
        at cut: Cut? = nil
    ) throws -> Answer<[RecordedEvent]> {
        try ask(environment, at: cut) { view, transaction in
            let found = try view.lines(of: customer, in: transaction)
            var sequences: Set<UInt64> = []
            for line in found.lines {
                sequences.formUnion(
                    try view.reader.eventSequences(
                        of: line.line, through: view.sequence, in: transaction))
            }
            let identities = try view.identities(of: found, in: transaction)
            for identity in identities {
                sequences.formUnion(
                    try view.reader.eventSequences(
                        of: identity, through: view.sequence, in: transaction))
            }
            return try sequences.sorted().map {
                try view.event($0, in: transaction)
            }
        }
    }
}

extension LedgerView {
    /// One event with its texts.
    func event(
        _ sequence: UInt64, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> RecordedEvent {
        let fields = try reader.fields(sequence, in: transaction)
        let identities = try identityTexts(of: fields, in: transaction)
        return try RecordedEvent(
            fields, sequence: sequence,
            names: EventNames(
                symbol: symbols.text, identity: { identities[$0] }))
    }

    /// The texts of the identities that an event names; an erased one has none, and one that the
    /// ledger made up for a purchase of the app without an appTransactionId is not shown.
    private func identityTexts(
        of fields: EventFields, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [IdentityNumber: String] {
        var texts: [IdentityNumber: String] = [:]
        for identity in fields.identities {
            guard let named = try reader.identity(of: identity, in: transaction),
                named.kind != .appPurchase
            else { continue }
            texts[identity] = named.text
        }
        return texts
    }

    /// The identities whose own events belong to a customer: the owner, the Apple Accounts of his
    /// lines, and those whose purchase of the app is his.
    func identities(
        of customer: CustomerLines, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Set<IdentityNumber> {
        let account = try account(of: customer, in: transaction)
        var identities = Set(try apps(of: customer, account, in: transaction))
        if let owner = customer.owner { identities.insert(owner) }
        for line in customer.lines { identities.formUnion(line.owners.appTransactions) }
        return identities
    }

    /// A line's appTransactionId; of several the lowest, so that the order of arrival does not
    /// show.
    func appTransactionID(
        of line: LineState, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> String? {
        var lowest: String?
        for identity in line.owners.appTransactions {
            guard let text = try reader.identityText(identity, in: transaction) else { continue }
            lowest = min(lowest ?? text, text)
        }
        return lowest
    }
}
