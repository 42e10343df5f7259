/// Fields that a notification shall have instead of the usual ones.
///
/// ```swift
/// TestChanges(transaction: ["price": 0, "offerType": 1], data: ["status": nil])
/// ```
///
/// A null leaves the field out. The changes hold for one notification: the next one about the
/// same purchase has the usual fields again.
public struct TestChanges: Sendable, Hashable {
    /// Fields of `data.signedTransactionInfo`.
    public var transaction: [String: TestJSON]
    /// Fields of `data.signedRenewalInfo`.
    public var renewalInfo: [String: TestJSON]
    /// Fields of `data`.
    public var data: [String: TestJSON]
    /// Fields beside `data`: `notificationType`, `subtype`, `notificationUUID`, `signedDate`.
    public var notification: [String: TestJSON]

    /// Names the changes.
    ///
    /// - Parameters:
    ///   - transaction: fields of `data.signedTransactionInfo`.
    ///   - renewalInfo: fields of `data.signedRenewalInfo`.
    ///   - data: fields of `data`.
    ///   - notification: fields beside `data`.
    public init(
        transaction: [String: TestJSON] = [:], renewalInfo: [String: TestJSON] = [:],
        data: [String: TestJSON] = [:], notification: [String: TestJSON] = [:]
    ) {
        self.transaction = transaction
        self.renewalInfo = renewalInfo
        self.data = data
        self.notification = notification
    }

    /// Everything as usual.
    public static let none = TestChanges()
}

extension TestJSON {
    /// The object with other values for some members; null removes one.
    func changed(by fields: [String: TestJSON]) -> TestJSON {
        var result = self
        for (key, value) in fields { result[key] = value == .null ? TestJSON?.none : value }
        return result
    }
}
