/// A customer's subscription in the test App Store.
///
/// Each function does what happens in life, and returns the notification that Apple sends about
/// it, decoded; sign it with `TestAppStore.notificationBody(_:)`.
///
/// ```swift
/// var subscription = try TestSubscription(
///     store: store, customer: alice, product: monthly, originalTransactionID: "410000000001000")
/// let bought = try subscription.subscribe(at: "2026-01-05T09:00:00Z")
/// let renewed = try subscription.renew()
/// let upgraded = try subscription.upgrade(to: yearly, at: "2026-02-20T14:00:00Z")
/// ```
///
/// Nothing but the signatures is random: the same calls give the same payloads. Transactions are
/// numbered from `originalTransactionID` on. `at` is the instant at which Apple signs; the order
/// in which the notifications reach a ledger is yours.
public struct TestSubscription: Sendable {
    /// Who signs.
    public let store: TestAppStore
    /// Who pays.
    public let customer: TestCustomer
    /// `originalTransactionId`.
    public let originalTransactionID: String
    /// The product of the newest period; at first the one to subscribe to.
    public internal(set) var product: TestProduct

    let originalNumber: Int64
    var periods: [TestTransaction] = []
    var renewal: TestRenewal

    /// Names a subscription that nobody has bought yet.
    ///
    /// - Parameters:
    ///   - store: who signs.
    ///   - customer: who pays.
    ///   - product: an auto-renewable subscription.
    ///   - originalTransactionID: a decimal number; the next ones belong to later periods.
    /// - Throws: `TestAppStoreError.product`, `TestAppStoreError.transactionID`.
    public init(
        store: TestAppStore, customer: TestCustomer, product: TestProduct,
        originalTransactionID: String
    ) throws(TestAppStoreError) {
        guard product.kind == .autoRenewable, product.period != nil,
            product.subscriptionGroupID != nil
        else { throw .product(product.id) }
        originalNumber = try TestTransaction.number(originalTransactionID)
        self.store = store
        self.customer = customer
        self.product = product
        self.originalTransactionID = originalTransactionID
        renewal = TestRenewal(product: product, startDate: 0)
    }

    /// The `transactionId` of each period so far, oldest first.
    public var transactionIDs: [String] { periods.map(\.id) }

    /// Apple's `status` at an instant: 1 active, 2 expired, 3 billing retry, 4 grace period,
    /// 5 revoked.
    ///
    /// - Parameter date: the instant; nothing after it may have happened yet.
    /// - Returns: the number.
    /// - Throws: `TestAppStoreError.notSubscribed`, `TestAppStoreError.date`.
    public func status(at date: TestDate) throws(TestAppStoreError) -> Int64 {
        let (period, date) = (try newest, try date.milliseconds)
        if period.isRefunded { return 5 }
        if period.isRunning(at: date) { return 1 }
        guard renewal.isFailing else { return 2 }
        guard let grace = renewal.gracePeriodExpiresDate else { return 3 }
        return date < grace ? 4 : 3
    }

    /// Any notification about a period as it stands.
    ///
    /// For the types that have no function of their own, such as `PRICE_INCREASE`.
    ///
    /// - Parameters:
    ///   - type: `notificationType`.
    ///   - subtype: `subtype`.
    ///   - transactionID: the period; the newest unless given.
    ///   - date: when Apple signs.
    ///   - changes: other values of fields.
    /// - Returns: the decoded notification.
    /// - Throws: `TestAppStoreError.notSubscribed`, `unknownTransaction`, `date`.
    public func notification(
        type: String, subtype: String? = nil, about transactionID: String? = nil,
        at date: TestDate, changing changes: TestChanges = .none
    ) throws(TestAppStoreError) -> TestJSON {
        let (last, signedDate) = (try newest, try date.milliseconds)
        let period = periods[try index(of: transactionID)]
        let transaction = period.statement(by: store, signedDate: signedDate)
        let info = renewal.statement(by: store, about: last, signedDate: signedDate)
        return store.notification(
            type: type, subtype: subtype, signedDate: signedDate,
            transaction: transaction.changed(by: changes.transaction),
            renewalInfo: info.changed(by: changes.renewalInfo),
            status: try status(at: date), changing: changes)
    }

    /// What Apple signs about each period, oldest first.
    ///
    /// - Parameter date: when Apple signs.
    /// - Returns: decoded transactions, for `TestAppStore.historyPages(of:)`.
    /// - Throws: `TestAppStoreError.date`.
    public func transactions(signedAt date: TestDate) throws(TestAppStoreError) -> [TestJSON] {
        let signedDate = try date.milliseconds
        return periods.map { $0.statement(by: store, signedDate: signedDate) }
    }

    /// What Apple signs about the next renewal.
    ///
    /// - Parameter date: when Apple signs.
    /// - Returns: the decoded renewal info.
    /// - Throws: `TestAppStoreError.notSubscribed`, `TestAppStoreError.date`.
    public func renewalInfo(signedAt date: TestDate) throws(TestAppStoreError) -> TestJSON {
        renewal.statement(by: store, about: try newest, signedDate: try date.milliseconds)
    }

    var newest: TestTransaction {
        get throws(TestAppStoreError) {
            guard let last = periods.last else { throw .notSubscribed }
            return last
        }
    }

    /// The end of the newest period.
    var end: Int64 {
        get throws(TestAppStoreError) {
            guard let end = try newest.expiresDate else { throw .notSubscribed }
            return end
        }
    }

    func index(of transactionID: String?) throws(TestAppStoreError) -> Int {
        guard !periods.isEmpty else { throw .notSubscribed }
        guard let transactionID else { return periods.count - 1 }
        guard let index = periods.firstIndex(where: { $0.id == transactionID }) else {
            throw .unknownTransaction(transactionID)
        }
        return index
    }
}
