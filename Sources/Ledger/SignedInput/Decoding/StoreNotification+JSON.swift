/// Reads `StoreNotification` from the App Store's JSON.
extension StoreNotification: JSONObject {
    /// The keys that the App Store writes.
    enum Key: String, CaseIterable {
        case notificationType
        case subtype
        case notificationUUID
        case data
        case version
        case signedDate
        case summary
        case externalPurchaseToken
        case appData
    }

    static let keys = JSONKeyTable<Key>()

    mutating func read(_ key: Key, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case .notificationType: notificationType = NotificationType(rawValue: try reader.string())
        case .subtype: subtype = NotificationSubtype(rawValue: try reader.string())
        case .notificationUUID: notificationUUID = try reader.string()
        case .data: data = try reader.object(of: NotificationData.self)
        case .version: version = try reader.string()
        case .signedDate: signedDate = try reader.instant()
        case .summary: summary = try reader.object(of: NotificationSummary.self)
        case .externalPurchaseToken:
            externalPurchaseToken = try reader.object(of: ExternalPurchaseToken.self)
        case .appData: appData = try reader.object(of: NotificationAppData.self)
        }
    }
}
