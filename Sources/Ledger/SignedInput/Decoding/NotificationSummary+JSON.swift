/// Reads `NotificationSummary` from the App Store's JSON.
extension NotificationSummary: JSONObject {
    /// The keys that the App Store writes.
    enum Key: String, CaseIterable {
        case environment
        case appAppleId
        case bundleId
        case productId
        case requestIdentifier
        case storefrontCountryCodes
        case succeededCount
        case failedCount
    }

    static let keys = JSONKeyTable<Key>()

    mutating func read(_ key: Key, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case .environment: environment = StoreEnvironment(rawValue: try reader.string())
        case .appAppleId: appAppleID = try reader.integer()
        case .bundleId: bundleID = try reader.string()
        case .productId: productID = try reader.string()
        case .requestIdentifier: requestIdentifier = try reader.string()
        case .storefrontCountryCodes: storefrontCountryCodes = try reader.strings()
        case .succeededCount: succeededCount = try reader.integer()
        case .failedCount: failedCount = try reader.integer()
        }
    }
}
