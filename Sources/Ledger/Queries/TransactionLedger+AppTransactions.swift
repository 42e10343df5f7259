extension TransactionLedger {
    /// A customer's purchases of the app itself, as their newest signed AppTransactions tell them.
    ///
    /// A purchase of the app belongs to the owner of the first line, by originalTransactionId, that
    /// carries its appTransactionId and has an owner; else to the account that presented it first,
    /// or where the policy `secondAccount` is `transfer`, last.
    ///
    /// - Parameters:
    ///   - customer: whom to ask about; one of whom nothing is known has none.
    ///   - environment: the world to ask in.
    ///   - cut: the two instants; now unless given. `asOf` says who owned the lines.
    /// - Returns: each purchase of an app that was known, by its date.
    /// - Throws: `StorageError`, `RecordError`, `LedgerError` (`damaged`, `invalidArgument`).
    /// - Complexity: O(lines of the customer) now, O(events of the customer) at another cut.
    public func appTransactions(
        of customer: CustomerSelector, environment: StoreEnvironment = .production,
        at cut: Cut? = nil
    ) throws -> Answer<[AppTransactionFacts]> {
        try ask(environment, at: cut) { view, transaction in
            let found = try view.lines(of: customer, in: transaction)
            let account = try view.account(of: found, in: transaction)
            return try view.appPurchases(of: found, account, in: transaction).map { purchase in
                let event = try view.event(purchase.sequence, in: transaction)
                let fields = try view.reader.fields(purchase.sequence, in: transaction)
                return AppTransactionFacts(fields, event, view)
            }
        }
    }
}
