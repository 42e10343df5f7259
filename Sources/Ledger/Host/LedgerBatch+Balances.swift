extension LedgerBatch {
    /// Takes units from a balance (P11, P12: a spend that is refused leaves its key free).
    mutating func spend(
        _ customer: CustomerSelector, currency: String, amount: Int64, key: IdempotencyKey,
        context: HostContext, in transaction: borrowing LMDBWriteTransaction
    ) throws -> HostReceipt {
        guard amount > 0 else { throw HostActionError.amountNotPositive }
        var fields = context.fields(.spend)
        let currency = symbol(for: currency)
        fields.balanceCurrency = currency
        fields.amount = amount
        if let (owner, sequence) = try done(
            fields, of: customer, key: key, context: context, in: transaction)
        {
            return try receipt(sequence, true, owner, currency, context, in: transaction)
        }
        guard context.at <= context.now else { throw HostActionError.effectiveInFuture }
        if let refusal = try refusalOfStranger(customer, amount, context, in: transaction) {
            throw refusal
        }
        var definitions: [IdentityDefinition] = []
        let owner = try owner(customer, context: context, &definitions, in: transaction)
        fields.account = owner
        let spend = BalanceSpend(key: key.text, amount: amount, at: context.at, sequence: .max)
        let shortfall = try shortfall(of: spend, by: owner, currency, context, in: transaction)
        if shortfall > 0 { throw HostActionError.insufficientBalance(shortfall: shortfall) }
        let sequence = try append(fields, key: key, context: context, in: transaction)
        return try receipt(sequence, false, owner, currency, context, in: transaction)
    }

    /// How many units are missing at most for a spend, at any instant from its own on.
    ///
    /// An answer about an instant uses the owners and the policies of that instant; so must the
    /// refusal, or a spend that is dated back would leave a balance below zero in such answers.
    private func shortfall(
        of spend: BalanceSpend, by owner: IdentityNumber, _ currency: Symbol,
        _ context: HostContext, in transaction: borrowing LMDBWriteTransaction
    ) throws -> Int64 {
        let view = try view(context, asOf: context.now, in: transaction)
        let changes = try view.balanceChanges(of: owner, after: spend.at, in: transaction)
        var shortfall: Int64 = 0
        for (start, end) in zip([spend.at] + changes, changes + [.distantFuture]) {
            let facts = try balance(of: owner, currency, context, asOf: start, in: transaction)
            let refusal = facts.refusal(of: spend, now: context.now, during: start..<end)
            if case .insufficientBalance(let missing) = refusal {
                shortfall = max(shortfall, missing)
            }
        }
        return shortfall
    }

    /// Refuses an account that the ledger never met before it is given a number: it has nothing.
    private func refusalOfStranger(
        _ customer: CustomerSelector, _ amount: Int64, _ context: HostContext,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> HostActionError? {
        guard case .appAccountToken(let uuid) = customer, let token = AccountToken(uuid) else {
            return nil
        }
        let identity = Identity(
            kind: .appAccountToken, environment: context.code, text: token.text)
        let isKnown = try reader.identity(identity, in: transaction) != nil
        return isKnown ? nil : .insufficientBalance(shortfall: amount)
    }

    /// Adds units to a balance.
    mutating func credit(
        _ customer: CustomerSelector, currency: String, amount: Int64, expires: Instant?,
        key: IdempotencyKey, context: HostContext,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> HostReceipt {
        guard amount > 0 else { throw HostActionError.amountNotPositive }
        var fields = context.fields(.credit)
        fields.balanceCurrency = symbol(for: currency)
        fields.amount = amount
        fields.until = expires
        if try event(ofKey: key, context: context, in: transaction) == nil {
            guard context.at <= context.now else { throw HostActionError.effectiveInFuture }
            if let expires, expires <= context.at { throw HostActionError.endsBeforeItBegins }
        }
        let (owner, sequence, isDuplicate) = try appendOnce(
            fields, of: customer, key: key, context: context, in: transaction)
        return try receipt(
            sequence, isDuplicate, owner, fields.balanceCurrency, context, in: transaction)
    }

    /// Appends a keyed action of an account that may be new; a refusal leaves no number behind.
    mutating func appendOnce(
        _ fields: EventFields, of customer: CustomerSelector, key: IdempotencyKey,
        context: HostContext, in transaction: borrowing LMDBWriteTransaction
    ) throws -> (owner: IdentityNumber, sequence: UInt64, isDuplicate: Bool) {
        if let (owner, sequence) = try done(
            fields, of: customer, key: key, context: context, in: transaction)
        {
            return (owner, sequence, true)
        }
        var fields = fields
        var definitions: [IdentityDefinition] = []
        let owner = try owner(customer, context: context, &definitions, in: transaction)
        fields.account = owner
        if !definitions.isEmpty { fields.identityDefinitions = definitions }
        let sequence = try append(fields, key: key, context: context, in: transaction)
        return (owner, sequence, false)
    }

    /// Takes a spend or a credit back; once, under the key of what it takes back.
    mutating func reverse(
        _ kind: EventKind, key: IdempotencyKey, context: HostContext,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> HostReceipt {
        guard let (original, event) = try event(ofKey: key, context: context, in: transaction)
        else { throw HostActionError.unknownKey }
        guard event.kind == kind, let owner = event.account else {
            throw HostActionError.keyConflict(sequence: original)
        }
        let reversals = try live.account(owner, in: transaction).reversals
        if let held = reversals.first(where: { $0.reversed == original }) {
            return try receipt(
                held.sequence, true, owner, event.balanceCurrency, context, in: transaction)
        }
        guard context.at >= event.effectiveAt else {
            throw HostActionError.effectiveBeforeOriginal
        }
        guard context.at <= context.now else { throw HostActionError.effectiveInFuture }
        var fields = context.fields(kind == .spend ? .spendReversal : .creditReversal)
        fields.account = owner
        fields.balanceCurrency = event.balanceCurrency
        fields.amount = event.amount
        fields.idempotencyKey = key.bytes
        fields.reversedSequence = original
        let sequence = try append(fields, in: transaction)
        return try receipt(
            sequence, false, owner, event.balanceCurrency, context, in: transaction)
    }

    private func receipt(
        _ sequence: UInt64, _ isDuplicate: Bool, _ owner: IdentityNumber, _ currency: Symbol?,
        _ context: HostContext, in transaction: borrowing LMDBWriteTransaction
    ) throws -> HostReceipt {
        var receipt = HostReceipt(sequence: sequence, isDuplicate: isDuplicate)
        if let currency {
            let facts = try balance(
                of: owner, currency, context, asOf: context.now, in: transaction)
            receipt.balance = facts.folded(asOf: context.now).balance
        }
        return receipt
    }

    /// The facts of one balance of an account, with what this transaction appended.
    private func balance(
        of owner: IdentityNumber, _ currency: Symbol, _ context: HostContext, asOf: Instant,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> BalanceState {
        let view = try view(context, asOf: asOf, in: transaction)
        let customer = CustomerLines(owner: owner, lines: [])
        return try view.balances(of: customer, in: transaction)[currency]?.state
            ?? BalanceState(overdraft: view.policies.negativeBalance)
    }

    private func view(
        _ context: HostContext, asOf: Instant, in transaction: borrowing LMDBWriteTransaction
    ) throws -> LedgerView {
        try view(
            context.code, context.environment, asOf: asOf, now: context.now, in: transaction)
    }
}
