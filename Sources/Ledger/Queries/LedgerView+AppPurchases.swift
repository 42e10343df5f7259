extension LedgerView {
    /// The purchases of the app that belong to a customer.
    func appPurchases(
        of customer: CustomerLines, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [AppPurchase] {
        try apps(of: customer, in: transaction)
            .compactMap { try account($0, in: transaction).appPurchase }
            .sorted {
                ($0.originalPurchaseDate ?? .distantFuture, $0.digest)
                    < ($1.originalPurchaseDate ?? .distantFuture, $1.digest)
            }
    }

    /// The Apple Accounts whose purchase of the app belongs to a customer: those that his lines carry
    /// and those that he presented, as far as they are his.
    func apps(
        of customer: CustomerLines, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [IdentityNumber] {
        var candidates = Set(customer.lines.flatMap(\.owners.appTransactions))
        if let owner = customer.owner {
            let presented = try account(owner, in: transaction).appPresentations
            candidates.formUnion(presented.map(\.other))
        }
        var apps: Set<IdentityNumber> = []
        for app in candidates
        where try owner(ofApp: app, in: transaction) == customer.owner {
            apps.insert(app)
        }
        if let named = customer.named { apps.insert(named) }
        return apps.sorted()
    }

    /// Whose an Apple Account's purchase of the app is: the owner of the first line that carries its
    /// appTransactionId and has one, else the account that presented it first.
    func owner(
        ofApp identity: IdentityNumber,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> IdentityNumber? {
        for line in try lines(ofApp: identity, in: transaction) {
            if let owner = owner(of: line, at: asOf) { return owner }
        }
        return try account(identity, in: transaction)
            .presenter(at: asOf, secondAccount: policies.secondAccount)
    }

    /// The lines that carry an appTransactionId, by originalTransactionId.
    ///
    /// The index knows every event; a cut may be before those that name the identity.
    func lines(
        ofApp identity: IdentityNumber,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [LineState] {
        try states(of: try reader.lines(of: identity, in: transaction), in: transaction)
            .filter { $0.owners.appTransactions.contains(identity) }
    }
}
