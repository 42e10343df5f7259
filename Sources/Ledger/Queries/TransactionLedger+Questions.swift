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
        try ask(environment, at: cut) { view, transaction in
            let found = try view.lines(of: customer, in: transaction)
            return try view.entitlements(of: found, in: transaction)
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
        try ask(environment, at: cut) { view, transaction in
            let found = try view.lines(of: customer, in: transaction)
            return view.statuses(of: found).filter { groupID == nil || $0.groupID == groupID }
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
    /// Every entitlement of a customer, by name.
    func entitlements(
        of customer: CustomerLines, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [Entitlement] {
        try activeEntitlements(of: customer, in: transaction)
            .map { Entitlement($0, self) }
            .sorted { $0.name < $1.name }
    }

    /// Every entitlement of a customer, in symbols.
    func activeEntitlements(
        of customer: CustomerLines, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [ActiveEntitlement] {
        let account = try account(of: customer, in: transaction)
        // Looked up only where a rule asks for them.
        let appPurchases =
            catalog.paidApp(at: asOf) == nil
            ? [] : try appPurchases(of: customer, account, in: transaction)
        return CustomerEntitlements.active(
            lines: customer.lines, hostGrants: account.grants, appPurchases: appPurchases, at: asOf,
            catalog: catalog, policies: policies)
    }

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
        let statuses = customer.lines.compactMap {
            $0.status(at: asOf, catalog: catalog, policies: policies)
        }
        return GroupStatus.groups(of: statuses).map { SubscriptionGroupStatus($0, self) }
            .sorted { ($0.groupID ?? "") < ($1.groupID ?? "") }
    }
}
