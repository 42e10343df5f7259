/// Reads `ExternalPurchaseToken` from the App Store's JSON.
extension ExternalPurchaseToken: JSONObject {
    /// The keys that the App Store writes.
    enum Key: String, CaseIterable {
        case externalPurchaseId
        case tokenCreationDate
        case appAppleId
        case bundleId
        case tokenType
        case tokenExpirationDate
    }

    static let keys = JSONKeyTable<Key>()

    mutating func read(_ key: Key, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case .externalPurchaseId: externalPurchaseID = try reader.string()
        case .tokenCreationDate: tokenCreationDate = try reader.instant()
        case .appAppleId: appAppleID = try reader.integer()
        case .bundleId: bundleID = try reader.string()
        case .tokenType: tokenType = try reader.string()
        case .tokenExpirationDate: tokenExpirationDate = try reader.instant()
        }
    }
}
