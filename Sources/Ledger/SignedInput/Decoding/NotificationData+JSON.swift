/// Reads `NotificationData` from the App Store's JSON.
extension NotificationData: JSONObject {
    /// The keys that the App Store writes.
    enum Key: String, CaseIterable {
        case environment
        case appAppleId
        case bundleId
        case bundleVersion
        case signedTransactionInfo
        case signedRenewalInfo
        case status
        case consumptionRequestReason
    }

    static let keys = JSONKeyTable<Key>()

    mutating func read(_ key: Key, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case .environment: environment = StoreEnvironment(rawValue: try reader.string())
        case .appAppleId: appAppleID = try reader.integer()
        case .bundleId: bundleID = try reader.string()
        case .bundleVersion: bundleVersion = try reader.string()
        case .signedTransactionInfo: signedTransactionInfo = try reader.token(.transaction)
        case .signedRenewalInfo: signedRenewalInfo = try reader.token(.renewalInfo)
        case .status: status = SubscriptionStatusValue(rawValue: try reader.integer32())
        case .consumptionRequestReason:
            consumptionRequestReason = ConsumptionRequestReason(rawValue: try reader.string())
        }
    }
}
