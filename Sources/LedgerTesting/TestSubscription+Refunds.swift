/// Money that goes back.
extension TestSubscription {
    /// Apple refunds a period.
    ///
    /// - Parameters:
    ///   - transactionID: the period; the newest unless given.
    ///   - date: when Apple signs.
    ///   - revocationDate: when the refund took effect; `date` unless given.
    ///   - reason: `revocationReason`: 1 an issue in the app, 0 another.
    ///   - percentage: `revocationPercentage`: 100,000 is all of it.
    ///   - changes: other values of fields.
    /// - Returns: `REFUND`.
    /// - Throws: `TestAppStoreError.notSubscribed`, `unknownTransaction`, `alreadyRefunded`,
    ///   `revocationPercentage`, `date`, `datesOutOfOrder`.
    public mutating func refund(
        _ transactionID: String? = nil, at date: TestDate, revocationDate: TestDate? = nil,
        reason: Int64 = 0, percentage: Int64 = 100_000, changing changes: TestChanges = .none
    ) throws(TestAppStoreError) -> TestJSON {
        let index = try index(of: transactionID)
        _ = try date.milliseconds
        try periods[index].refund(
            on: (revocationDate ?? date).milliseconds, reason: reason, percentage: percentage)
        return try notification(
            type: "REFUND", about: periods[index].id, at: date, changing: changes)
    }

    /// Apple takes a refund back.
    ///
    /// - Parameters:
    ///   - transactionID: the period; the newest unless given.
    ///   - date: when Apple signs.
    ///   - changes: other values of fields.
    /// - Returns: `REFUND_REVERSED`.
    /// - Throws: `TestAppStoreError.notSubscribed`, `unknownTransaction`, `notRefunded`, `date`.
    public mutating func reverseRefund(
        _ transactionID: String? = nil, at date: TestDate, changing changes: TestChanges = .none
    ) throws(TestAppStoreError) -> TestJSON {
        let index = try index(of: transactionID)
        _ = try date.milliseconds
        try periods[index].reverseRefund()
        return try notification(
            type: "REFUND_REVERSED", about: periods[index].id, at: date, changing: changes)
    }

    /// The customer asks for a refund, and Apple asks how much was used.
    ///
    /// - Parameters:
    ///   - transactionID: the period; the newest unless given.
    ///   - date: when Apple signs.
    ///   - reason: `consumptionRequestReason`.
    ///   - changes: other values of fields.
    /// - Returns: `CONSUMPTION_REQUEST`.
    /// - Throws: `TestAppStoreError.notSubscribed`, `unknownTransaction`, `date`.
    public func requestConsumption(
        _ transactionID: String? = nil, at date: TestDate,
        reason: String = "UNINTENDED_PURCHASE", changing changes: TestChanges = .none
    ) throws(TestAppStoreError) -> TestJSON {
        var changes = changes
        changes.data.merge(["consumptionRequestReason": .string(reason)]) { given, _ in given }
        return try notification(
            type: "CONSUMPTION_REQUEST", about: transactionID, at: date, changing: changes)
    }
}
