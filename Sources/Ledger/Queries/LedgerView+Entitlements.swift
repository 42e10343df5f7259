extension LedgerView {
    /// Every entitlement of a customer, by name.
    func entitlements(
        of customer: CustomerLines, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [Entitlement] {
        var gathering = EntitlementGathering()
        try gather(customer, &gathering, in: transaction) { _ in }
        return finish(&gathering)
    }

    /// The same for a customer by name, with a desk's memory.
    ///
    /// What the host asks on every request is about an account by its token: its lines are looked
    /// at one after the other, and none is kept.
    func entitlements(
        of selector: CustomerSelector, _ desk: QueryDesk,
        in transaction: borrowing LMDBReadTransaction
    ) throws -> [Entitlement] {
        guard case .appAccountToken(let uuid) = selector,
            ground.catalog.paidApp(at: asOf) == nil
        else {
            // The rule for purchases of the app asks about lines that were looked at before.
            return try entitlements(of: try lines(of: selector, in: transaction), in: transaction)
        }
        guard let token = AccountToken(uuid),
            let owner = try reader.identity(of: token, code, in: transaction)
        else { return [] }
        desk.useCatalog(of: ground)
        return try entitlements(
            of: owner, &desk.line, &desk.cursor, &desk.entitlements, in: transaction)
    }

    private func entitlements(
        of owner: IdentityNumber, _ line: inout LineSheet, _ cursor: inout LMDBCursor?,
        _ gathering: inout EntitlementGathering, in transaction: borrowing LMDBReadTransaction
    ) throws -> [Entitlement] {
        gathering.begin(at: asOf, policies: policies)
        let isEventful = try forEachLine(
            ownedBy: owner, passingOverQuietFrom: gathering.quietest, &line, &cursor,
            in: transaction
        ) { line in
            gathering.add(line.state)
        }
        if isEventful { gathering.add(try account(owner, in: transaction).grants) }
        return finish(&gathering)
    }

    /// Gathers what a customer may use, and visits the status of each subscription on the way.
    func gather(
        _ customer: CustomerLines, _ gathering: inout EntitlementGathering,
        in transaction: borrowing some LMDBTransaction & ~Copyable, _ body: (LineStatus) -> Void
    ) throws {
        let account = try account(of: customer, in: transaction)
        gathering.begin(at: asOf, catalog: ground.catalog, policies: policies)
        gathering.add(account.grants)
        // Looked up only where a rule asks for them.
        if ground.catalog.paidApp(at: asOf) != nil {
            gathering.add(try appPurchases(of: customer, account, in: transaction))
        }
        for line in customer.lines {
            if let status = gathering.add(line) { body(status) }
        }
    }

    private func finish(_ gathering: inout EntitlementGathering) -> [Entitlement] {
        var entitlements: [Entitlement] = []
        gathering.finish { entitlements.append(entitlement($0)) }
        if entitlements.count > 1 { entitlements.sort { $0.name < $1.name } }
        return entitlements
    }
}
