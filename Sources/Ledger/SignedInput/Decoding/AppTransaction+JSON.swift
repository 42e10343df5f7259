/// Reads `AppTransaction` from the App Store's JSON.
extension AppTransaction: JSONObject {
    /// The keys that the App Store writes.
    enum Key: String, CaseIterable {
        case receiptType
        case appAppleId
        case bundleId
        case applicationVersion
        case versionExternalIdentifier
        case receiptCreationDate
        case originalPurchaseDate
        case originalApplicationVersion
        case deviceVerification
        case deviceVerificationNonce
        case preorderDate
        case appTransactionId
        case originalPlatform
    }

    static let keys = JSONKeyTable<Key>()

    mutating func read(_ key: Key, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case .receiptType: environment = StoreEnvironment(rawValue: try reader.string())
        case .appAppleId: appAppleID = try reader.integer()
        case .bundleId: bundleID = try reader.string()
        case .applicationVersion: appVersion = try reader.string()
        case .versionExternalIdentifier: appVersionID = try reader.integer()
        case .receiptCreationDate: signedDate = try reader.instant()
        case .originalPurchaseDate: originalPurchaseDate = try reader.instant()
        case .originalApplicationVersion: originalAppVersion = try reader.string()
        case .deviceVerification: deviceVerification = try reader.string()
        case .deviceVerificationNonce: deviceVerificationNonce = try reader.string()
        case .preorderDate: preorderDate = try reader.instant()
        case .appTransactionId: appTransactionID = try reader.string()
        case .originalPlatform: originalPlatform = PurchasePlatform(rawValue: try reader.string())
        }
    }
}
