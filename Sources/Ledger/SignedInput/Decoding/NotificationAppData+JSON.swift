/// Reads `NotificationAppData` from the App Store's JSON.
extension NotificationAppData: JSONObject {
    /// The keys that the App Store writes.
    enum Key: String, CaseIterable {
        case environment
        case appAppleId
        case bundleId
        case signedAppTransactionInfo
    }

    static let keys = JSONKeyTable<Key>()

    mutating func read(_ key: Key, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case .environment: environment = StoreEnvironment(rawValue: try reader.string())
        case .appAppleId: appAppleID = try reader.integer()
        case .bundleId: bundleID = try reader.string()
        case .signedAppTransactionInfo: signedAppTransactionInfo = try reader.token(.appTransaction)
        }
    }
}
