/// The keys of JSON objects that tell what an object is; every other key is passed over.
enum InputKey: String, CaseIterable {
    case signedPayload, signedTransactionInfo, signedRenewalInfo, signedAppTransactionInfo
    case signedTransactions
    case notificationHistory, lastTransactions
    case data, hasMore, bundleId
    case errorCode
    case notificationTypeOfVersionOne = "notification_type"
    case unifiedReceipt = "unified_receipt"
    case notificationType, notificationUUID
    case signedDate, transactionId, autoRenewProductId, autoRenewStatus, receiptType

    /// The longest key above, in UTF-8 bytes.
    static let bytesMax = 24

    /// The keys with their bytes, by length.
    private static let byLength: [[(bytes: [UInt8], key: InputKey)]] = {
        var table = [[(bytes: [UInt8], key: InputKey)]](repeating: [], count: bytesMax + 1)
        for key in allCases {
            table[key.rawValue.utf8.count].append((Array(key.rawValue.utf8), key))
        }
        return table
    }()

    init?(utf8 bytes: [UInt8]) {
        guard bytes.count <= Self.bytesMax,
            let match = Self.byLength[bytes.count].first(where: { $0.bytes == bytes })
        else { return nil }
        self = match.key
    }

    /// Whether one object may name it only once, since it holds signed data.
    var isSigned: Bool {
        switch self {
        case .signedPayload, .signedTransactionInfo, .signedRenewalInfo, .signedAppTransactionInfo,
            .signedTransactions:
            true
        default: false
        }
    }

    /// Where the value of this key stands.
    var place: InputPlace {
        switch self {
        case .signedPayload, .signedTransactionInfo, .signedRenewalInfo, .signedAppTransactionInfo:
            .token(self)
        case .signedTransactions: .transactions
        case .notificationHistory, .lastTransactions: .items
        default: .elsewhere
        }
    }
}

/// The keys that were seen in one object, each once: so few that an array is the quickest set.
struct InputKeySet {
    private var keys: [InputKey] = []

    /// Adds a key; false if it was there.
    mutating func insert(_ key: InputKey) -> Bool {
        if keys.contains(key) { return false }
        keys.append(key)
        return true
    }

    func contains(_ key: InputKey) -> Bool {
        keys.contains(key)
    }

    func containsAny(of candidates: InputKey...) -> Bool {
        candidates.contains { keys.contains($0) }
    }
}

/// Where in the input a JSON value stands, which decides what it may be.
enum InputPlace: Equatable {
    /// At the top, or in an array at the top: a value of its own.
    case values
    /// The value of `signedPayload` and the like: a token.
    case token(InputKey)
    /// The value of `signedTransactions`: an array of tokens.
    case transactions
    /// The value of `notificationHistory` or `lastTransactions`: an array of objects with tokens.
    case items
    /// Anywhere else. Objects with tokens are found there too.
    case elsewhere
}
