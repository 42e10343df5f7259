extension LedgerView {
    /// The purchases of the app that belong to a customer, by their date; `account` is the state of
    /// the customer's account.
    func appPurchases(
        of customer: CustomerLines, _ account: AccountState,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [AppPurchase] {
        var purchases: [AppPurchase] = []
        for app in appCandidates(of: customer, account) {
            // Asked first, because it is one read: most Apple Accounts have lines and no
            // AppTransaction.
            guard let purchase = try self.account(app, in: transaction).appPurchase,
                try belongs(app, to: customer, in: transaction)
            else { continue }
            purchases.append(purchase)
        }
        return purchases.sorted {
            ($0.originalPurchaseDate ?? .distantFuture, $0.digest)
                < ($1.originalPurchaseDate ?? .distantFuture, $1.digest)
        }
    }

    /// The Apple Accounts whose purchase of the app belongs to a customer.
    func apps(
        of customer: CustomerLines, _ account: AccountState,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [IdentityNumber] {
        var apps: [IdentityNumber] = []
        for app in appCandidates(of: customer, account)
        where try belongs(app, to: customer, in: transaction) {
            apps.append(app)
        }
        return apps
    }

    /// The Apple Accounts that may be a customer's: those that his lines carry, those that he
    /// presented, and the one that was named.
    private func appCandidates(
        of customer: CustomerLines, _ account: AccountState
    ) -> [IdentityNumber] {
        var candidates = Set(customer.lines.flatMap(\.owners.appTransactions))
        candidates.formUnion(account.appPresentations.map(\.other))
        if let named = customer.named { candidates.insert(named) }
        return candidates.sorted()
    }

    private func belongs(
        _ app: IdentityNumber, to customer: CustomerLines,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Bool {
        if app == customer.named { return true }
        return try owner(ofApp: app, in: transaction) == customer.owner
    }

    /// Whose an Apple Account's purchase of the app is: the owner of the first line that carries
    /// its appTransactionId and has one, else the account that presented it (P5).
    ///
    /// Where the owner was erased it is nobody's: an erasure gives nothing to others.
    func owner(
        ofApp identity: IdentityNumber,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> IdentityNumber? {
        for line in try lines(ofApp: identity, in: transaction) {
            if let owner = owner(of: line, at: asOf) { return owner }
            if line.isOrphaned(at: asOf, secondAccount: policies.secondAccount) { return nil }
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
