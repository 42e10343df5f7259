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
    /// order in which they were erased, then the lines that nobody owns by originalTransactionId,
    /// then the Apple Accounts of which nothing is known but a purchase of the app.
    ///
    /// The order depends on nothing but the customers' own names, so that the same cut gives the
    /// same bytes, and evidence in another order the same rows. A view that is not folded yet is
    /// folded first.
    ///
    /// - Complexity: O(events of the log), in memory for the heads of all lines.
    func forEachCustomer(
        of view: LedgerView, betweenReads: () throws -> Void = {},
        _ body: (CustomerAnswers, borrowing LMDBReadTransaction) throws -> Void
    ) throws {
        try forEachCustomer(of: [view], betweenReads: betweenReads) { answers, transaction in
            for answer in answers { if let answer { try body(answer, transaction) } }
        }
    }

    /// Visits every customer at several cuts of one environment at once; nil stands for a cut at
    /// which nothing was true of the customer.
    func forEachCustomer(
        of views: [LedgerView], betweenReads: () throws -> Void = {},
        _ body: ([CustomerAnswers?], borrowing LMDBReadTransaction) throws -> Void
    ) throws {
        guard let latest = views.max(by: { $0.sequence < $1.sequence }) else { return }
        let views = try views.map { $0.folded == nil ? try folded($0, ReplayDivision()) : $0 }
        func visit(
            _ number: IdentityNumber, _ token: String?, _ transaction: borrowing LMDBReadTransaction
        ) throws {
            let name = CustomerName(appAccountToken: token)
            try Self.visit(
                views.map { view in
                    guard let customer = try view.account(ifKnown: number, in: transaction) else {
                        return nil
                    }
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
        try forEachLineNumber(of: latest, betweenReads: betweenReads) { number, transaction in
            try Self.visit(
                views.map { view in
                    guard let customer = try view.line(ifUnowned: number, in: transaction) else {
                        return nil
                    }
                    let original = customer.lines.first?.originalTransactionID
                    let name = CustomerName(originalTransactionID: view.text(original))
                    return try view.answers(name, customer, in: transaction)
                }, body, transaction)
        }
        if views.allSatisfy({ $0.catalog.paidApp(at: $0.asOf) == nil }) { return }
        try forEachIdentity(.appTransactionID, of: latest, betweenReads: betweenReads) {
            text, number, transaction in
            let name = CustomerName(appTransactionID: text)
            try Self.visit(
                views.map { view in
                    guard let customer = try view.app(ifUnowned: number, in: transaction) else {
                        return nil
                    }
                    return try view.answers(name, customer, in: transaction).ifAny
                }, body, transaction)
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

/// The customers of a replay: the view is folded.
extension LedgerView {
    /// An account with what it owns; nil where nothing is known of it.
    func account(
        ifKnown account: IdentityNumber, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> CustomerLines? {
        if folded?.isUnknown(account) == true { return nil }
        return CustomerLines(owner: account, lines: try owned(by: account, in: transaction))
    }

    /// A line that nobody owns; nil where somebody does, or it has no events.
    func line(
        ifUnowned line: LineNumber, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> CustomerLines? {
        guard folded?.isUnowned(line) == true, let state = try self.line(line, in: transaction)
        else { return nil }
        return CustomerLines(owner: nil, lines: [state])
    }

    /// An Apple Account of which nothing is known but a purchase of the app; nil where more is
    /// known, or nothing.
    func app(
        ifUnowned app: IdentityNumber, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> CustomerLines? {
        guard try lines(ofApp: app, in: transaction).isEmpty,
            try owner(ofApp: app, in: transaction) == nil
        else { return nil }
        return CustomerLines(owner: nil, lines: [], named: app, standsForLines: true)
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
