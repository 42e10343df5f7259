extension TransactionLedger {
    /// What a customer may use.
    ///
    /// - Parameters:
    ///   - customer: whom to ask about; one of whom nothing is known has none.
    ///   - environment: the world to ask in.
    ///   - cut: the two instants; now unless given.
    /// - Returns: every entitlement that is active, by name.
    /// - Throws: `StorageError`, `RecordError`, `LedgerError` (`damaged`, `invalidArgument`).
    /// - Complexity: O(lines of the customer) now, O(events of the customer) at another cut; and O(catalog
    ///   and policy events), which are few.
    public func entitlements(
        of customer: CustomerSelector, environment: StoreEnvironment = .production,
        at cut: Cut? = nil
    ) throws -> Answer<[Entitlement]> {
        try read(environment, at: cut) { view, desk, transaction in
            Answer(try view.entitlements(of: customer, desk, in: transaction), view)
        }
    }

    /// The status of a customer's subscriptions, by group.
    ///
    /// - Parameters:
    ///   - customer: whom to ask about; one of whom nothing is known has none.
    ///   - groupID: only this `subscriptionGroupIdentifier`, if given.
    ///   - environment: the world to ask in.
    ///   - cut: the two instants; now unless given.
    /// - Returns: each group's best line and all its lines.
    /// - Throws: `StorageError`, `RecordError`, `LedgerError` (`damaged`, `invalidArgument`).
    /// - Complexity: O(lines of the customer) now, O(events of the customer) at another cut; and O(catalog
    ///   and policy events), which are few.
    public func subscriptionStatuses(
        of customer: CustomerSelector, in groupID: String? = nil,
        environment: StoreEnvironment = .production, at cut: Cut? = nil
    ) throws -> Answer<[SubscriptionGroupStatus]> {
        try read(environment, at: cut) { view, desk, transaction in
            let groups = try view.statuses(of: customer, desk, in: transaction)
            return Answer(groups.filter { groupID == nil || $0.groupID == groupID }, view)
        }
    }

    /// A customer's balances.
    ///
    /// - Parameters:
    ///   - customer: whom to ask about; one of whom nothing is known has none.
    ///   - currency: only this currency, if given.
    ///   - environment: the world to ask in.
    ///   - cut: the two instants; now unless given.
    /// - Returns: each currency that was ever credited or spent, by name.
    /// - Throws: `StorageError`, `RecordError`, `LedgerError` (`damaged`, `invalidArgument`).
    /// - Complexity: O(purchases and host actions of the customer).
    public func balances(
        of customer: CustomerSelector, currency: String? = nil,
        environment: StoreEnvironment = .production, at cut: Cut? = nil
    ) throws -> Answer<[Balance]> {
        try ask(environment, at: cut) { view, transaction in
            let found = try view.lines(of: customer, in: transaction)
            return try view.foldedBalances(of: found, currency: currency, in: transaction)
        }
    }
}

extension LedgerView {
    /// Every balance of a customer, by currency.
    func foldedBalances(
        of customer: CustomerLines, currency: String? = nil,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [Balance] {
        var folded: [Balance] = []
        for (symbol, facts) in try balances(of: customer, in: transaction) {
            let name = text(symbol) ?? ""
            if currency == nil || currency == name {
                folded.append(facts.folded(currency: name, self))
            }
        }
        return folded.sorted { $0.currency < $1.currency }
    }

    /// Every subscription group of a customer, by identifier.
    func statuses(of customer: CustomerLines) -> [SubscriptionGroupStatus] {
        groups(
            of: customer.lines.compactMap {
                $0.status(at: asOf, catalog: ground.catalog, policies: policies)
            })
    }

    /// The same for a customer by name, with a desk's memory.
    fileprivate func statuses(
        of selector: CustomerSelector, _ desk: QueryDesk,
        in transaction: borrowing LMDBReadTransaction
    ) throws -> [SubscriptionGroupStatus] {
        guard case .appAccountToken(let uuid) = selector else {
            return statuses(of: try lines(of: selector, in: transaction))
        }
        guard let token = AccountToken(uuid),
            let owner = try reader.identity(of: token, code, in: transaction)
        else { return [] }
        var statuses: [LineStatus] = []
        _ = try forEachLine(
            ownedBy: owner, &desk.line, &desk.cursor, in: transaction
        ) { line in
            let status = line.state.status(
                at: asOf, catalog: ground.catalog, policies: policies)
            if let status { statuses.append(status) }
        }
        return groups(of: statuses)
    }

    private func groups(of statuses: [LineStatus]) -> [SubscriptionGroupStatus] {
        GroupStatus.groups(of: statuses).map { SubscriptionGroupStatus($0, self) }
            .sorted { ($0.groupID ?? "") < ($1.groupID ?? "") }
    }
}
