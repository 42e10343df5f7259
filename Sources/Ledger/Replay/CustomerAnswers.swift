/// Who a row of a replay or an export is about: an account, or a line or a purchase of the app that
/// nobody owns; an account that was erased has no name.
struct CustomerName: Sendable, Hashable {
    /// `appAccountToken`; nil for a line without an owner, and where it was erased.
    var appAccountToken: String?
    /// Only of a purchase of the app without an owner.
    var appTransactionID: String?
    /// Only of a line without an owner.
    var originalTransactionID: String?
}

/// Everything that is true of one customer at a cut.
struct CustomerAnswers {
    var name: CustomerName
    var lines: [LineState]
    var entitlements: [Entitlement]
    var groups: [SubscriptionGroupStatus]
    var balances: [CurrencyBalance]

    /// One balance, and what moved it.
    struct CurrencyBalance {
        var currency: String
        var facts: CustomerBalance
    }

    /// Nil where nothing was known of the customer.
    fileprivate var ifAny: CustomerAnswers? {
        lines.isEmpty && entitlements.isEmpty && balances.isEmpty ? nil : self
    }
}

extension TransactionLedger {
    /// Visits every customer of an environment at a cut: accounts by token, then erased ones in the
    /// order in which they were erased, then the lines that nobody owns by originalTransactionId, then
    /// the Apple Accounts of which nothing is known but a purchase of the app.
    ///
    /// The order depends on nothing but the customers' own names, so that the same cut gives the same
    /// bytes, and evidence in another order the same rows.
    ///
    /// - Complexity: O(events of the environment), in memory for one customer.
    func forEachCustomer(
        of view: LedgerView, betweenReads: () throws -> Void = {},
        _ body: (CustomerAnswers, borrowing LMDBReadTransaction) throws -> Void
    ) throws {
        try forEachCustomer(of: [view], betweenReads: betweenReads) { answers, transaction in
            for answer in answers { if let answer { try body(answer, transaction) } }
        }
    }

    /// Visits every customer at several cuts of one environment at once; nil stands for a cut at which
    /// nothing was true of the customer.
    func forEachCustomer(
        of views: [LedgerView], betweenReads: () throws -> Void = {},
        _ body: ([CustomerAnswers?], borrowing LMDBReadTransaction) throws -> Void
    ) throws {
        guard let latest = views.max(by: { $0.sequence < $1.sequence }) else { return }
        func visit(
            _ number: IdentityNumber, _ token: String?, _ transaction: borrowing LMDBReadTransaction
        ) throws {
            let name = CustomerName(appAccountToken: token)
            try Self.visit(
                views.map { view in
                    let customer = CustomerLines(
                        owner: number, lines: try view.owned(by: number, in: transaction))
                    return try view.answers(name, customer, in: transaction).ifAny
                }, body, transaction)
        }
        try forEachIdentity(.appAccountToken, of: latest, betweenReads: betweenReads) {
            token, number, transaction in
            try visit(number, token, transaction)
        }
        try forEachErasedAccount(of: latest, betweenReads: betweenReads) { number, transaction in
            try visit(number, nil, transaction)
        }
        try forEachLine(of: latest, betweenReads: betweenReads) { line, transaction in
            try Self.visit(
                views.map { view in
                    let line =
                        view.sequence == latest.sequence
                        ? line : try view.fullLine(line.line, in: transaction)
                    return try line.flatMap { try view.answers(ifUnowned: $0, in: transaction) }
                }, body, transaction)
        }
        if views.allSatisfy({ $0.catalog.paidApp(at: $0.asOf) == nil }) { return }
        try forEachIdentity(.appTransactionID, of: latest, betweenReads: betweenReads) {
            text, number, transaction in
            let name = CustomerName(appTransactionID: text)
            try Self.visit(
                views.map { try $0.answers(name, ifUnownedApp: number, in: transaction) }, body,
                transaction)
        }
    }

    private static func visit(
        _ answers: [CustomerAnswers?],
        _ body: ([CustomerAnswers?], borrowing LMDBReadTransaction) throws -> Void,
        _ transaction: borrowing LMDBReadTransaction
    ) throws {
        if answers.contains(where: { $0 != nil }) { try body(answers, transaction) }
    }
}

extension LedgerView {
    /// What is true of a line that nobody owns; nil where somebody does.
    fileprivate func answers(
        ifUnowned line: LineState, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> CustomerAnswers? {
        guard owner(of: line, at: asOf) == nil else { return nil }
        let name = CustomerName(originalTransactionID: text(line.originalTransactionID))
        return try answers(name, CustomerLines(owner: nil, lines: [line]), in: transaction)
    }

    /// What is true of an Apple Account of which nothing is known but a purchase of the app; nil where
    /// more is known, or nothing.
    fileprivate func answers(
        _ name: CustomerName, ifUnownedApp app: IdentityNumber,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> CustomerAnswers? {
        guard try lines(ofApp: app, in: transaction).isEmpty,
            try owner(ofApp: app, in: transaction) == nil
        else { return nil }
        let customer = CustomerLines(owner: nil, lines: [], named: app, standsForLines: true)
        return try answers(name, customer, in: transaction).ifAny
    }
}

extension LedgerView {
    /// Everything that is true of a customer.
    func answers(
        _ name: CustomerName, _ customer: CustomerLines,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> CustomerAnswers {
        var balances: [CustomerAnswers.CurrencyBalance] = []
        for (symbol, facts) in try self.balances(of: customer, in: transaction) {
            balances.append(
                CustomerAnswers.CurrencyBalance(currency: text(symbol) ?? "", facts: facts))
        }
        return CustomerAnswers(
            name: name, lines: customer.lines,
            entitlements: try entitlements(of: customer, in: transaction),
            groups: statuses(of: customer),
            balances: balances.sorted { $0.currency < $1.currency })
    }
}
