extension LedgerBatch {
    /// Gives a customer access by the host's own decision (P6).
    mutating func grant(
        _ customer: CustomerSelector, entitlement: String, until: Instant?, key: IdempotencyKey,
        context: HostContext, in transaction: borrowing LMDBWriteTransaction
    ) throws -> HostReceipt {
        var fields = context.fields(.grant)
        fields.entitlement = symbol(for: entitlement)
        fields.until = until
        if let until, until <= context.at,
            try event(ofKey: key, context: context, in: transaction) == nil
        {
            throw HostActionError.endsBeforeItBegins
        }
        let (_, sequence, isDuplicate) = try appendOnce(
            fields, of: customer, key: key, context: context, in: transaction)
        return HostReceipt(sequence: sequence, isDuplicate: isDuplicate)
    }

    /// Ends a grant; once, under the grant's key.
    mutating func endGrant(
        key: IdempotencyKey, context: HostContext,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> HostReceipt {
        guard let (original, event) = try event(ofKey: key, context: context, in: transaction)
        else { throw HostActionError.unknownKey }
        guard event.kind == .grant, let owner = event.account else {
            throw HostActionError.keyConflict(sequence: original)
        }
        let ends = try live.account(owner, in: transaction).grants.ends
        if let held = ends.first(where: { $0.reversed == original }) {
            return HostReceipt(sequence: held.sequence, isDuplicate: true)
        }
        guard context.at >= event.effectiveAt else {
            throw HostActionError.effectiveBeforeOriginal
        }
        var fields = context.fields(.grantEnd)
        fields.account = owner
        fields.entitlement = event.entitlement
        fields.idempotencyKey = key.bytes
        fields.reversedSequence = original
        return HostReceipt(
            sequence: try append(fields, in: transaction), isDuplicate: false)
    }

    /// Notes a purchase that came to no transaction; it grants nothing.
    mutating func attempt(
        _ customer: CustomerSelector, productID: String, outcome: AttemptOutcome,
        key: IdempotencyKey, context: HostContext,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> HostReceipt {
        var fields = context.fields(.attempt)
        fields.product = symbol(for: productID)
        fields.outcome = symbol(for: outcome.rawValue)
        let (_, sequence, isDuplicate) = try appendOnce(
            fields, of: customer, key: key, context: context, in: transaction)
        return HostReceipt(sequence: sequence, isDuplicate: isDuplicate)
    }
}
