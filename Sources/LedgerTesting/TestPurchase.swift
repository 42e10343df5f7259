/// A one-time purchase in the test App Store: a consumable, a non-consumable or a non-renewing
/// subscription.
///
/// Each function does what happens in life, and returns the notification that Apple sends about
/// it, decoded; sign it with `TestAppStore.notificationBody(_:)`.
///
/// ```swift
/// var coins = try TestPurchase(
///     store: store, customer: alice, product: .oneTime("coins.100", .consumable),
///     transactionID: "410000000005001", at: "2026-01-12T18:30:00Z")
/// let charged = try coins.charge()
/// let refunded = try coins.refund(at: "2026-03-22T11:00:00Z")
/// ```
public struct TestPurchase: Sendable {
    /// Who signs.
    public let store: TestAppStore
    /// `transactionId` and `originalTransactionId`.
    public let transactionID: String

    var transaction: TestTransaction

    /// Buys something.
    ///
    /// - Parameters:
    ///   - store: who signs.
    ///   - customer: who pays.
    ///   - product: anything but an auto-renewable subscription.
    ///   - transactionID: a decimal number.
    ///   - quantity: how many; `price` is that of all of them.
    ///   - date: `purchaseDate`.
    /// - Throws: `TestAppStoreError.product`, `transactionID`, `quantity`, `date`.
    public init(
        store: TestAppStore, customer: TestCustomer, product: TestProduct, transactionID: String,
        quantity: Int64 = 1, at date: TestDate
    ) throws(TestAppStoreError) {
        guard product.kind != .autoRenewable else { throw .product(product.id) }
        let (number, start) = (try TestTransaction.number(transactionID), try date.milliseconds)
        let (price, overflow) = product.price.multipliedReportingOverflow(by: quantity)
        guard quantity > 0, !overflow else { throw .quantity(quantity) }
        self.store = store
        self.transactionID = transactionID
        transaction = TestTransaction(
            number: number, originalNumber: number, customer: customer, product: product,
            price: price, purchaseDate: start, originalPurchaseDate: start, quantity: quantity)
    }

    /// Apple reports the purchase.
    ///
    /// - Parameters:
    ///   - date: when Apple signs; when it was bought unless given.
    ///   - changes: other values of fields.
    /// - Returns: `ONE_TIME_CHARGE`.
    /// - Throws: `TestAppStoreError.date`, `TestAppStoreError.datesOutOfOrder`.
    public func charge(
        at date: TestDate? = nil, changing changes: TestChanges = .none
    ) throws(TestAppStoreError) -> TestJSON {
        let bought = transaction.purchaseDate
        let date = date ?? TestDate(millisecondsSince1970: bought)
        guard try date.milliseconds >= bought else { throw .datesOutOfOrder }
        return try notification(type: "ONE_TIME_CHARGE", at: date, changing: changes)
    }

    /// Apple refunds the purchase, or a share of it.
    ///
    /// - Parameters:
    ///   - date: when Apple signs.
    ///   - revocationDate: when the refund took effect; `date` unless given.
    ///   - reason: `revocationReason`: 1 an issue in the app, 0 another.
    ///   - percentage: `revocationPercentage`: 100,000 is all of it.
    ///   - changes: other values of fields.
    /// - Returns: `REFUND`.
    /// - Throws: `TestAppStoreError.alreadyRefunded`, `revocationPercentage`, `date`,
    ///   `datesOutOfOrder`.
    public mutating func refund(
        at date: TestDate, revocationDate: TestDate? = nil, reason: Int64 = 0,
        percentage: Int64 = 100_000, changing changes: TestChanges = .none
    ) throws(TestAppStoreError) -> TestJSON {
        _ = try date.milliseconds
        try transaction.refund(
            on: (revocationDate ?? date).milliseconds, reason: reason, percentage: percentage)
        return try notification(type: "REFUND", at: date, changing: changes)
    }

    /// Apple takes the refund back.
    ///
    /// - Parameters:
    ///   - date: when Apple signs.
    ///   - changes: other values of fields.
    /// - Returns: `REFUND_REVERSED`.
    /// - Throws: `TestAppStoreError.notRefunded`, `TestAppStoreError.date`.
    public mutating func reverseRefund(
        at date: TestDate, changing changes: TestChanges = .none
    ) throws(TestAppStoreError) -> TestJSON {
        _ = try date.milliseconds
        try transaction.reverseRefund()
        return try notification(type: "REFUND_REVERSED", at: date, changing: changes)
    }

    /// The customer asks for a refund, and Apple asks how much was used.
    ///
    /// - Parameters:
    ///   - date: when Apple signs.
    ///   - reason: `consumptionRequestReason`.
    ///   - changes: other values of fields.
    /// - Returns: `CONSUMPTION_REQUEST`.
    /// - Throws: `TestAppStoreError.date`.
    public func requestConsumption(
        at date: TestDate, reason: String = "UNINTENDED_PURCHASE",
        changing changes: TestChanges = .none
    ) throws(TestAppStoreError) -> TestJSON {
        var changes = changes
        changes.data.merge(["consumptionRequestReason": .string(reason)]) { given, _ in given }
        return try notification(type: "CONSUMPTION_REQUEST", at: date, changing: changes)
    }

    /// Any notification about the purchase as it stands.
    ///
    /// - Parameters:
    ///   - type: `notificationType`.
    ///   - subtype: `subtype`.
    ///   - date: when Apple signs.
    ///   - changes: other values of fields.
    /// - Returns: the decoded notification.
    /// - Throws: `TestAppStoreError.date`.
    public func notification(
        type: String, subtype: String? = nil, at date: TestDate,
        changing changes: TestChanges = .none
    ) throws(TestAppStoreError) -> TestJSON {
        let signedDate = try date.milliseconds
        let statement = try transaction(signedAt: date)
        return store.notification(
            type: type, subtype: subtype, signedDate: signedDate,
            transaction: statement.changed(by: changes.transaction), changing: changes)
    }

    /// What Apple signs about the purchase.
    ///
    /// - Parameter date: when Apple signs.
    /// - Returns: the decoded transaction.
    /// - Throws: `TestAppStoreError.date`.
    public func transaction(signedAt date: TestDate) throws(TestAppStoreError) -> TestJSON {
        transaction.statement(by: store, signedDate: try date.milliseconds)
    }
}
