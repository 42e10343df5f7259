/// What a signed payload is about, as far as its keys tell.
enum PayloadKind: Sendable, Hashable {
    /// A server notification.
    case notification
    /// A transaction.
    case transaction
    /// A renewal info.
    case renewalInfo
    /// A purchase of the app itself.
    case appTransaction
    /// A request of the App Store for a message at cancellation; it records no purchase.
    case realtimeRequest
    /// None of these. A payload with next to no keys is unknown too.
    case unknown

    /// Recognises a payload by its keys.
    init(of payload: [UInt8]) throws(JSONError) {
        self = try Markers(payload: payload).kind
    }

    /// Keys that only one kind has, or that decide between two.
    private struct Markers: JSONObject {
        var found: Set<Key> = []

        enum Key: String, CaseIterable {
            case notificationType
            case notificationUUID
            case receiptType
            case receiptCreationDate
            case originalApplicationVersion
            case requestIdentifier
            case userLocale
            case transactionId
            case autoRenewStatus
            case autoRenewProductId
            case renewalDate
            case recentSubscriptionStartDate
            case purchaseDate
            case bundleId
        }

        static let keys = JSONKeyTable<Key>()

        mutating func read(_ key: Key, from reader: inout JSONReader) throws(JSONError) {
            found.insert(key)
            try reader.skipValue()
        }

        /// The order matters: a later kind may share keys with an earlier one.
        var kind: PayloadKind {
            if has(.notificationType, .notificationUUID) { return .notification }
            if has(.receiptType, .receiptCreationDate, .originalApplicationVersion) {
                return .appTransaction
            }
            if has(.requestIdentifier, .userLocale) { return .realtimeRequest }
            if has(.transactionId, .purchaseDate) { return .transaction }
            if has(.autoRenewStatus, .autoRenewProductId, .renewalDate) { return .renewalInfo }
            if has(.recentSubscriptionStartDate) { return .renewalInfo }
            return has(.bundleId) ? .transaction : .unknown
        }

        private func has(_ keys: Key...) -> Bool {
            keys.contains { found.contains($0) }
        }
    }
}
