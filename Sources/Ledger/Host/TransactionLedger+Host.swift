public import Foundation

/// What the host itself says and does.
///
/// Each is durable when it returns, happens once however often it is called, and keeps its place in
/// the log. What is refused throws `HostActionError` and leaves nothing behind.
extension TransactionLedger {
    /// Notes that what was bought under a transaction id has been delivered.
    ///
    /// - Parameters:
    ///   - transactionID: any id of the purchase.
    ///   - environment: the world of the purchase.
    /// - Returns: the event that holds it, and whether it was done before.
    /// - Throws: `HostActionError.unknownTransaction`, `StorageError`, `LedgerError`.
    /// - Complexity: O(events of the line).
    public func finish(
        transactionID: String, environment: StoreEnvironment = .production
    ) async throws -> HostReceipt {
        try await perform(environment, effective: nil) { context, batch, transaction in
            try batch.finish(transactionID: transactionID, context: context, in: transaction)
        }
    }

    /// Takes units from a customer's balance.
    ///
    /// - Parameters:
    ///   - amount: one or more units.
    ///   - currency: the currency's name.
    ///   - customer: who has one owner.
    ///   - key: makes it happen once; a refused spend leaves it free.
    ///   - effective: when; the instant of recording unless given, never in the future.
    ///   - environment: the world of the customer.
    /// - Returns: the event that holds it, whether it was done before, and the balance after it.
    /// - Throws: `HostActionError` (`insufficientBalance`, `keyConflict`, `noSingleOwner`,
    ///   `amountNotPositive`, `amountTooLarge`, `effectiveInFuture`), `StorageError`, `LedgerError`.
    /// - Complexity: O(purchases and host actions of the customer).
    public func spend(
        _ amount: Int64, of currency: String, from customer: CustomerSelector,
        key: IdempotencyKey, effective: Instant? = nil,
        environment: StoreEnvironment = .production
    ) async throws -> HostReceipt {
        try Self.checkName(currency)
        try Self.checkAmount(amount)
        return try await perform(environment, effective: effective) { context, batch, transaction in
            try batch.spend(
                customer, currency: currency, amount: amount, key: key, context: context,
                in: transaction)
        }
    }

    /// Takes a spend back: its units return to their lots; an expired lot stays expired (P10).
    ///
    /// - Parameters:
    ///   - key: the key of the spend.
    ///   - effective: when; the instant of recording unless given, never in the future.
    ///   - environment: the world of the customer.
    /// - Returns: the event that holds it, whether it was done before, and the balance after it.
    /// - Throws: `HostActionError` (`unknownKey`, `keyConflict`, `effectiveBeforeOriginal`,
    ///   `effectiveInFuture`), `StorageError`, `LedgerError`.
    public func reverseSpend(
        key: IdempotencyKey, effective: Instant? = nil,
        environment: StoreEnvironment = .production
    ) async throws -> HostReceipt {
        try await perform(environment, effective: effective) { context, batch, transaction in
            try batch.reverse(.spend, key: key, context: context, in: transaction)
        }
    }

    /// Adds units to a customer's balance.
    ///
    /// - Parameters:
    ///   - amount: one or more units.
    ///   - currency: the currency's name.
    ///   - customer: who has one owner.
    ///   - key: makes it happen once.
    ///   - expires: the first instant at which what is left is gone; never unless given.
    ///   - effective: when; the instant of recording unless given, never in the future.
    ///   - environment: the world of the customer.
    /// - Returns: the event that holds it, whether it was done before, and the balance after it.
    /// - Throws: `HostActionError` (`keyConflict`, `noSingleOwner`, `amountNotPositive`,
    ///   `amountTooLarge`, `effectiveInFuture`, `endsBeforeItBegins`), `StorageError`, `LedgerError`.
    public func credit(
        _ amount: Int64, of currency: String, to customer: CustomerSelector,
        key: IdempotencyKey, expires: Instant? = nil, effective: Instant? = nil,
        environment: StoreEnvironment = .production
    ) async throws -> HostReceipt {
        try Self.checkName(currency)
        try Self.checkAmount(amount)
        return try await perform(environment, effective: effective) { context, batch, transaction in
            try batch.credit(
                customer, currency: currency, amount: amount, expires: expires, key: key,
                context: context, in: transaction)
        }
    }

    /// Takes a credit back, whole: what was spent of it is owed.
    ///
    /// - Parameters:
    ///   - key: the key of the credit.
    ///   - effective: when; the instant of recording unless given, never in the future.
    ///   - environment: the world of the customer.
    /// - Returns: the event that holds it, whether it was done before, and the balance after it.
    /// - Throws: as `reverseSpend`.
    public func reverseCredit(
        key: IdempotencyKey, effective: Instant? = nil,
        environment: StoreEnvironment = .production
    ) async throws -> HostReceipt {
        try await perform(environment, effective: effective) { context, batch, transaction in
            try batch.reverse(.credit, key: key, context: context, in: transaction)
        }
    }

    /// Gives a customer access that no App Store event can end.
    ///
    /// - Parameters:
    ///   - entitlement: its name.
    ///   - customer: who has one owner.
    ///   - key: makes it happen once.
    ///   - until: the first instant without it; never ends unless given.
    ///   - effective: from when; the instant of recording unless given.
    ///   - environment: the world of the customer.
    /// - Returns: the event that holds it, and whether it was done before.
    /// - Throws: `HostActionError` (`keyConflict`, `noSingleOwner`, `endsBeforeItBegins`),
    ///   `StorageError`, `LedgerError`.
    public func grant(
        _ entitlement: String, to customer: CustomerSelector, key: IdempotencyKey,
        until: Instant? = nil, effective: Instant? = nil,
        environment: StoreEnvironment = .production
    ) async throws -> HostReceipt {
        try Self.checkName(entitlement)
        return try await perform(environment, effective: effective) { context, batch, transaction in
            try batch.grant(
                customer, entitlement: entitlement, until: until, key: key, context: context,
                in: transaction)
        }
    }

    /// Ends a grant.
    ///
    /// - Parameters:
    ///   - key: the key of the grant.
    ///   - effective: from when; the instant of recording unless given.
    ///   - environment: the world of the customer.
    /// - Returns: the event that holds it, and whether it was done before.
    /// - Throws: `HostActionError` (`unknownKey`, `keyConflict`, `effectiveBeforeOriginal`),
    ///   `StorageError`, `LedgerError`.
    public func endGrant(
        key: IdempotencyKey, effective: Instant? = nil,
        environment: StoreEnvironment = .production
    ) async throws -> HostReceipt {
        try await perform(environment, effective: effective) { context, batch, transaction in
            try batch.endGrant(key: key, context: context, in: transaction)
        }
    }

    /// Notes a purchase that the app reported as pending or cancelled; it grants nothing.
    ///
    /// - Parameters:
    ///   - productID: what was to be bought.
    ///   - outcome: how it ended.
    ///   - customer: who has one owner.
    ///   - key: makes it happen once.
    ///   - effective: when it ended so; the instant of recording unless given. A day after it a
    ///     pending one has lapsed.
    ///   - environment: the world of the customer.
    /// - Returns: the event that holds it, and whether it was done before.
    /// - Throws: `HostActionError` (`keyConflict`, `noSingleOwner`), `StorageError`, `LedgerError`.
    public func attempt(
        productID: String, outcome: AttemptOutcome, by customer: CustomerSelector,
        key: IdempotencyKey, effective: Instant? = nil,
        environment: StoreEnvironment = .production
    ) async throws -> HostReceipt {
        try Self.checkName(productID)
        return try await perform(environment, effective: effective) { context, batch, transaction in
            try batch.attempt(
                customer, productID: productID, outcome: outcome, key: key, context: context,
                in: transaction)
        }
    }

    /// Says which of the host's accounts a line belongs to, from an instant on.
    ///
    /// - Parameters:
    ///   - originalTransactionID: the line.
    ///   - account: not all zeros.
    ///   - effective: from when; the instant of recording unless given.
    ///   - environment: the world of the line.
    /// - Returns: the event that holds it, and whether it was done before.
    /// - Throws: `HostActionError` (`unknownTransaction`, `invalidAccount`), `StorageError`,
    ///   `LedgerError`.
    public func assign(
        originalTransactionID: String, to account: UUID, effective: Instant? = nil,
        environment: StoreEnvironment = .production
    ) async throws -> HostReceipt {
        guard let token = AccountToken(account) else { throw HostActionError.invalidAccount }
        return try await perform(environment, effective: effective) {
            context, batch, transaction in
            try batch.assign(
                originalTransactionID: originalTransactionID, account: token, context: context,
                in: transaction)
        }
    }
}
