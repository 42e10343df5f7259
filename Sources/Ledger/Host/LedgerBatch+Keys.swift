extension LedgerBatch {
    /// Appends the action of a key that was never used.
    mutating func append(
        _ fields: EventFields, key: IdempotencyKey, context: HostContext,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> UInt64 {
        var event = fields
        event.idempotencyKey = key.bytes
        let sequence = try append(event, in: transaction)
        let value = ByteWriter.bytes(of: sequence)
        let row = LogKey.hostKey(context.code, key.bytes)
        try reader.tables.hostKeys.insert(row.bytes, value.bytes, in: transaction)
        return sequence
    }

    /// What an action of a customer came to when its key was used before; nil where the key is new.
    ///
    /// The same action under its key is a duplicate, whenever it says that it happened: a retry may
    /// name another instant, and the first one stands. Anything else under it is refused (P12).
    ///
    /// A customer who is named by a line may have another owner by now: the action stays that of
    /// the owner whom the same name meant when it was recorded.
    func done(
        _ fields: EventFields, of customer: CustomerSelector, key: IdempotencyKey,
        context: HostContext, in transaction: borrowing LMDBWriteTransaction
    ) throws -> (owner: IdentityNumber, sequence: UInt64)? {
        guard let (sequence, event) = try event(ofKey: key, context: context, in: transaction)
        else { return nil }
        let cut = Cut(asOf: event.effectiveAt, knowledge: .sequence(sequence - 1))
        let meant = try account(
            customer, context: context, in: transaction,
            view: { transaction in
                try earlierView(
                    context.code, context.environment, at: cut, now: context.now, in: transaction)
            })
        guard let owner = event.account, meant == owner, event.says(sameAs: fields) else {
            throw HostActionError.keyConflict(sequence: sequence)
        }
        return (owner, sequence)
    }

    /// Whom a name means in a view; nil where it means nobody, or more than one.
    private func account(
        _ customer: CustomerSelector, context: HostContext,
        in transaction: borrowing LMDBWriteTransaction,
        view: (borrowing LMDBWriteTransaction) throws -> LedgerView
    ) throws -> IdentityNumber? {
        guard case .appAccountToken(let uuid) = customer else {
            return try view(transaction).lines(of: customer, in: transaction).owner
        }
        let identity = AccountToken(uuid).map {
            Identity(kind: .appAccountToken, environment: context.code, text: $0.text)
        }
        return try identity.flatMap { try reader.identity($0, in: transaction) }
    }

    /// The event that used a key.
    func event(
        ofKey key: IdempotencyKey, context: HostContext,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> (sequence: UInt64, event: EventFields)? {
        let held = try reader.sequence(
            ofKey: key.bytes, environment: context.code, in: transaction)
        guard let held else { return nil }
        return (held, try reader.fields(held, in: transaction))
    }

    /// The owner of what the host named, at the instant of the action; an account may be new.
    mutating func owner(
        _ customer: CustomerSelector, context: HostContext,
        _ definitions: inout [IdentityDefinition],
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> IdentityNumber {
        if case .appAccountToken(let uuid) = customer {
            guard let token = AccountToken(uuid) else { throw HostActionError.invalidAccount }
            guard
                let number = try number(of: token, context.code, &definitions, in: transaction)
            else { throw HostActionError.invalidAccount }
            return number
        }
        let owner = try account(
            customer, context: context, in: transaction,
            view: { transaction in
                try view(
                    context.code, context.environment, asOf: context.at, now: context.now,
                    in: transaction)
            })
        // Of an instant before its erasure, an account still owns what it owned.
        guard let owner, try reader.identity(of: owner, in: transaction) != nil else {
            throw HostActionError.noSingleOwner
        }
        return owner
    }
}

extension EventFields {
    /// Whether two host actions ask for the same, leaving out when.
    fileprivate func says(sameAs other: EventFields) -> Bool {
        kind == other.kind && balanceCurrency == other.balanceCurrency
            && amount == other.amount && until == other.until && entitlement == other.entitlement
            && product == other.product && outcome == other.outcome
    }
}
