/// Who a row of a replay or an export is about: an account, or a line that nobody owns; an account
/// that was erased has no name.
struct CustomerName: Sendable, Hashable {
    /// `appAccountToken`; nil for a line without an owner, and where it was erased.
    var appAccountToken: String?
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

    /// Whether anything was known of the customer.
    var isEmpty: Bool { lines.isEmpty && entitlements.isEmpty && balances.isEmpty }
}

extension TransactionLedger {
    /// Visits every customer of an environment at a cut: accounts by token, then erased ones in the
    /// order in which they were erased, then the lines that nobody owns by originalTransactionId.
    ///
    /// The order depends on nothing but the customers' own names, so that the same cut gives the same
    /// bytes, and evidence in another order the same rows.
    ///
    /// - Complexity: O(events of the environment), in memory for one customer.
    func forEachCustomer(
        of view: LedgerView, betweenReads: () throws -> Void = {},
        _ body: (CustomerAnswers, borrowing LMDBReadTransaction) throws -> Void
    ) throws {
        func visit(
            _ number: IdentityNumber, _ token: String?, _ transaction: borrowing LMDBReadTransaction
        ) throws {
            let customer = CustomerLines(
                owner: number, lines: try view.owned(by: number, in: transaction))
            let answers = try view.answers(
                CustomerName(appAccountToken: token), customer, in: transaction)
            if !answers.isEmpty { try body(answers, transaction) }
        }
        try forEachAccount(of: view, betweenReads: betweenReads) { token, number, transaction in
            try visit(number, token, transaction)
        }
        try forEachErasedAccount(of: view, betweenReads: betweenReads) { number, transaction in
            try visit(number, nil, transaction)
        }
        try forEachLine(of: view, betweenReads: betweenReads) { line, transaction in
            guard view.owner(of: line, at: view.asOf) == nil else { return }
            let name = CustomerName(originalTransactionID: view.text(line.originalTransactionID))
            let customer = CustomerLines(owner: nil, lines: [line])
            try body(try view.answers(name, customer, in: transaction), transaction)
        }
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
