extension LedgerBatch {
    /// Notes that what was bought has been delivered; acts on the purchase, whichever of its
    /// transaction ids is named.
    mutating func finish(
        transactionID: String, context: HostContext,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> HostReceipt {
        let (line, identifier) = try line(
            withTransaction: transactionID, context: context, in: transaction)
        if let held = line.finish(ofPurchaseWith: identifier) {
            return HostReceipt(sequence: held, isDuplicate: true)
        }
        var fields = context.fields(.finish)
        fields.line = line.line
        fields.bundle = line.bundle
        fields.originalTransactionID = line.originalTransactionID
        fields.transactionID = identifier
        return HostReceipt(
            sequence: try append(fields, in: transaction), isDuplicate: false)
    }

    /// The one line of a transaction, whole.
    ///
    /// The view ends here: while it lives, what is appended would copy the states that it holds.
    private func line(
        withTransaction text: String, context: HostContext,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> (line: LineState, identifier: StoreIdentifier) {
        let view = try view(
            context.code, context.environment, asOf: context.at, now: context.now,
            in: transaction)
        guard let identifier = view.identifier(text) else {
            throw HostActionError.unknownTransaction
        }
        let lines = try reader.lines(
            withTransaction: identifier, environment: context.code, in: transaction)
        if lines.count > 1 { throw HostActionError.ambiguousTransaction }
        guard let number = lines.first, let line = try view.fullLine(number, in: transaction)
        else { throw HostActionError.unknownTransaction }
        return (line, identifier)
    }

    /// The one line of an originalTransactionId.
    private func line(
        withOriginal text: String, context: HostContext,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> LineState {
        let view = try view(
            context.code, context.environment, asOf: context.at, now: context.now,
            in: transaction)
        let lines = try view.states(withOriginal: text, in: transaction)
        if lines.count > 1 { throw HostActionError.ambiguousTransaction }
        guard let line = lines.first else { throw HostActionError.unknownTransaction }
        return line
    }

    /// Says which account a line belongs to, from an instant on.
    mutating func assign(
        originalTransactionID: String, account: AccountToken, context: HostContext,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> HostReceipt {
        let line = try line(
            withOriginal: originalTransactionID, context: context, in: transaction)
        let identity = Identity(
            kind: .appAccountToken, environment: context.code, text: account.text)
        let known = try reader.identity(identity, in: transaction)
        let last = line.owners.assignments.last { $0.at <= context.at }
        if let last, let known, last.account == known,
            context.effective.map({ $0 == last.at }) ?? true
        {
            return HostReceipt(sequence: last.sequence, isDuplicate: true)
        }
        var fields = context.fields(.assignment)
        fields.line = line.line
        fields.bundle = line.bundle
        fields.originalTransactionID = line.originalTransactionID
        var definitions: [IdentityDefinition] = []
        fields.account = try number(of: account, context.code, &definitions, in: transaction)
        if !definitions.isEmpty { fields.identityDefinitions = definitions }
        return HostReceipt(
            sequence: try append(fields, in: transaction), isDuplicate: false)
    }
}

extension LineState {
    /// The finish of the purchase that has a transaction id; nil where it is unfinished.
    func finish(ofPurchaseWith identifier: StoreIdentifier) -> UInt64? {
        let purchase = purchases.first { purchase in
            purchase.versions.contents.contains { $0.transactionID == identifier }
        }
        guard let purchase else { return nil }
        return finishes.first { finish in
            purchase.versions.contents.contains { $0.transactionID == finish.transactionID }
        }?.sequence
    }
}
