extension TransactionLedger {
    /// The most rows of evidence, and the most lines, that one erasure takes away.
    ///
    /// An erasure is one transaction: all of it is durable, or nothing is. The limit keeps the
    /// transaction's pages in memory.
    public static let erasureRowsMax = 20_000

    /// Erases a person: every identifier, the signed bytes that name one, and what the quarantine
    /// holds of them.
    ///
    /// Afterwards the ledger knows the events, amounts and dates, and not whose they are: answers
    /// by the appAccountToken or appTransactionId are those about a stranger, answers by
    /// originalTransactionId stay. It cannot be undone. Erased are
    ///
    /// - the account that was named, or that owns what was named: its appAccountToken;
    /// - the evidence of every line that it owns now, and of every other event that names it;
    /// - the appTransactionIds of those lines, unless a line of another account names them too or
    ///   their purchase of the app is another's, and the evidence of every event that names an
    ///   erased one;
    /// - rows of the quarantine whose bytes name one of these identifiers: in clear, with escapes, or in
    ///   base64.
    ///
    /// A line that nobody owns stands for itself. What names the person again later (a renewal
    /// signed with the same appAccountToken, say) is new, and belongs to a customer with a new
    /// number. The very bytes that were erased are duplicates still, and restore nothing, unless they
    /// come beside something new: what is kept of such an input names the person again, and another
    /// erasure finds it.
    ///
    /// Where an input of somebody else's line brought along something known of the person, the signed
    /// bytes of that whole line go.
    ///
    /// Freed pages of the file keep their bytes until they are used again; a compacting copy leaves
    /// them out. Copies made before hold the person as they did.
    ///
    /// - Parameters:
    ///   - customer: whom to erase. An appTransactionId, a line or a transaction stands for its
    ///     owner with all that he owns.
    ///   - environment: the world in which the person is erased; the others stay.
    /// - Returns: what was erased; an empty one where there was nothing.
    /// - Throws: `HostActionError` (`noSingleOwner` where more than one account owns what was named,
    ///   `invalidAccount`, `erasureTooLarge`), `StorageError`, `LedgerError`.
    /// - Complexity: O(events of the customer's lines + bytes of the quarantine), in memory for
    ///   `erasureRowsMax` numbers.
    public func erase(
        _ customer: CustomerSelector, environment: StoreEnvironment = .production
    ) async throws -> Erasure {
        try await perform(environment, effective: nil, mayRunAhead: false) {
            context, batch, transaction in
            try batch.erase(customer, context: context, in: transaction)
        }
    }
}
