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

    /// Whether a payload whose keys tell this kind may be read as one of another: where they tell
    /// nothing, it may.
    func isTaken(as other: PayloadKind) -> Bool { self == other || self == .unknown }

    /// The keys of one type of payload that tell what kind a payload is.
    ///
    /// So whoever has read a payload knows its kind without reading it again.
    struct MarkedKeys: Sendable {
        /// For each marker the bit of the key that it is, among the type's keys.
        private var bits = InlineArray<14, UInt64>(repeating: 0)

        init<Key: RawRepresentable<String> & CaseIterable>(of type: Key.Type) {
            for (place, marker) in Markers.Key.allCases.enumerated() {
                for (index, key) in Key.allCases.enumerated() where key.rawValue == marker.rawValue
                {
                    bits[place] = 1 << UInt64(index)
                }
            }
        }

        /// The kind of a payload that has these members, all of them known.
        func kind(of members: JSONMembers) -> PayloadKind {
            var markers = Markers()
            for place in bits.indices where members.known & bits[place] != 0 {
                markers.found |= 1 << UInt32(place)
            }
            return markers.kind
        }
    }

    /// Keys that only one kind has, or that decide between two.
    private struct Markers: JSONObject {
        /// One bit for each key that was found.
        var found: UInt32 = 0

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

            var bit: UInt32 {
                switch self {
                case .notificationType: 1 << 0
                case .notificationUUID: 1 << 1
                case .receiptType: 1 << 2
                case .receiptCreationDate: 1 << 3
                case .originalApplicationVersion: 1 << 4
                case .requestIdentifier: 1 << 5
                case .userLocale: 1 << 6
                case .transactionId: 1 << 7
                case .autoRenewStatus: 1 << 8
                case .autoRenewProductId: 1 << 9
                case .renewalDate: 1 << 10
                case .recentSubscriptionStartDate: 1 << 11
                case .purchaseDate: 1 << 12
                case .bundleId: 1 << 13
                }
            }
        }

        static let keys = JSONKeyTable<Key>()

        mutating func read(_ key: Key, from reader: inout JSONReader) throws(JSONError) {
            found |= key.bit
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

        private func has(_ first: Key, _ second: Key? = nil, _ third: Key? = nil) -> Bool {
            found & (first.bit | (second?.bit ?? 0) | (third?.bit ?? 0)) != 0
        }
    }
}
