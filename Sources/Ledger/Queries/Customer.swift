public import Foundation

/// One customer of a ledger, in one environment, at one cut: a handle that asks on each call.
///
///     let customer = ledger.customer(appAccountToken: token)
///     if try customer.isEntitled(to: "pro") { … }
public struct Customer: Sendable {
    let ledger: TransactionLedger
    /// How the customer is named.
    public let selector: CustomerSelector
    /// The world that is asked about.
    public let environment: StoreEnvironment
    /// The two instants; nil asks about now.
    public let cut: Cut?

    /// Every entitlement that is active.
    ///
    /// - Returns: the entitlements by name.
    /// - Throws: as `TransactionLedger.entitlements`.
    public func currentEntitlements() throws -> [Entitlement] {
        try ledger.entitlements(of: selector, environment: environment, at: cut).value
    }

    /// Every entitlement that a product grants.
    ///
    /// - Parameter productID: the product.
    /// - Returns: the entitlements with a grant of that product, by name.
    /// - Throws: as `TransactionLedger.entitlements`.
    public func currentEntitlements(for productID: String) throws -> [Entitlement] {
        try currentEntitlements().filter { entitlement in
            entitlement.grants.contains { $0.productID == productID }
        }
    }

    /// Whether an entitlement is active.
    ///
    /// - Parameter entitlement: its name, as the catalog or the host gives it.
    /// - Returns: whether the customer has it.
    /// - Throws: as `TransactionLedger.entitlements`.
    public func isEntitled(to entitlement: String) throws -> Bool {
        try currentEntitlements().contains { $0.name == entitlement }
    }

    /// The status of the customer's subscription groups.
    ///
    /// - Parameter groupID: only this `subscriptionGroupIdentifier`, if given.
    /// - Returns: each group, by identifier.
    /// - Throws: as `TransactionLedger.subscriptionStatuses`.
    public func subscriptionStatuses(
        in groupID: String? = nil
    ) throws -> [SubscriptionGroupStatus] {
        try ledger.subscriptionStatuses(
            of: selector, in: groupID, environment: environment, at: cut
        ).value
    }

    /// The balance of one currency.
    ///
    /// - Parameter currency: the currency's name.
    /// - Returns: the balance, with its lots; nil where it was never credited nor spent.
    /// - Throws: as `TransactionLedger.balances`.
    public func balance(of currency: String) throws -> Balance? {
        try ledger.balances(
            of: selector, currency: currency, environment: environment, at: cut
        ).value.first
    }

    /// The customer's purchases of the app itself.
    ///
    /// - Returns: each purchase of an app, by its date.
    /// - Throws: as `TransactionLedger.appTransactions`.
    public func appTransactions() throws -> [AppTransactionFacts] {
        try ledger.appTransactions(of: selector, environment: environment, at: cut).value
    }

    /// Purchases that the app reported as pending or cancelled.
    ///
    /// - Returns: each attempt, by its instant, and what became of it.
    /// - Throws: as `TransactionLedger.attempts`.
    public func attempts() throws -> [PurchaseAttempt] {
        try ledger.attempts(of: selector, environment: environment, at: cut).value
    }

    /// Every event about the customer, in the order of the log.
    ///
    /// - Returns: the events.
    /// - Throws: as `TransactionLedger.history`.
    public func history() throws -> [RecordedEvent] {
        try ledger.history(of: selector, environment: environment, at: cut).value
    }

    /// Takes units from a balance, now.
    ///
    /// - Parameters:
    ///   - amount: one or more units.
    ///   - currency: the currency's name.
    ///   - key: makes it happen once; a refused spend leaves it free.
    /// - Returns: the event that holds it, whether it was done before, and the balance after it.
    /// - Throws: as `TransactionLedger.spend`.
    public func spend(
        _ amount: Int64, of currency: String, key: IdempotencyKey
    ) async throws -> HostReceipt {
        try await ledger.spend(
            amount, of: currency, from: selector, key: key, environment: environment)
    }
}

extension TransactionLedger {
    /// A customer by the host's own account.
    ///
    /// - Parameters:
    ///   - appAccountToken: the account that the app set at purchase.
    ///   - environment: the world to ask in.
    ///   - cut: the two instants; nil asks about now on each call.
    /// - Returns: a handle; one of whom nothing is known has empty answers.
    public func customer(
        appAccountToken: UUID, environment: StoreEnvironment = .production, at cut: Cut? = nil
    ) -> Customer {
        customer(.appAccountToken(appAccountToken), environment: environment, at: cut)
    }

    /// A customer by any of the four identifiers that App Store data carries.
    ///
    /// - Parameters:
    ///   - selector: how the customer is named.
    ///   - environment: the world to ask in.
    ///   - cut: the two instants; nil asks about now on each call.
    /// - Returns: a handle; one of whom nothing is known has empty answers.
    public func customer(
        _ selector: CustomerSelector, environment: StoreEnvironment = .production,
        at cut: Cut? = nil
    ) -> Customer {
        Customer(ledger: self, selector: selector, environment: environment, cut: cut)
    }
}
