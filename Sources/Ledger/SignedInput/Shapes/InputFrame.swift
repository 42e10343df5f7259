/// An array or an object that is open.
struct InputFrame {
    let isObject: Bool
    /// Where it stands.
    let place: InputPlace
    let startLine: Int
    /// Where the value of the member that is being read stands; of an object only.
    var memberPlace = InputPlace.elsewhere
    var keys = InputKeySet()
    /// Whether a signed key was named twice.
    var hasDuplicateKey = false
    /// Whether something in it was yielded, as an input or as refused.
    var isAccounted = false
    /// Whether a notification was found in it.
    var holdsNotification = false
    var notification: [UInt8]?
    var transaction: [UInt8]?
    var renewalInfo: [UInt8]?
    var appTransaction: [UInt8]?

    /// Where a value that stands in it now stands.
    var childPlace: InputPlace {
        if isObject { return memberPlace }
        if case .token = place { return .elsewhere }
        return place
    }

    /// Notes a key of this object.
    mutating func note(_ key: InputKey?) {
        guard let key else {
            memberPlace = .elsewhere
            return
        }
        memberPlace = key.place
        if !keys.insert(key), key.isSigned {
            hasDuplicateKey = true
            memberPlace = .elsewhere
        }
    }

    /// Keeps a token until the object ends.
    mutating func keep(_ token: [UInt8], of key: InputKey) {
        switch key {
        case .signedPayload: notification = token
        case .signedTransactionInfo: transaction = token
        case .signedRenewalInfo: renewalInfo = token
        case .signedAppTransactionInfo: appTransaction = token
        default: break
        }
    }

    /// The inputs that this object is, when it has ended.
    var inputs: [SignedInput] {
        var inputs: [SignedInput] = []
        if let notification { inputs.append(.notification(notification)) }
        if let transaction {
            inputs.append(.transaction(transaction, renewalInfo: renewalInfo))
        } else if let renewalInfo {
            inputs.append(.renewalInfo(renewalInfo))
        }
        if let appTransaction { inputs.append(.appTransaction(appTransaction)) }
        return inputs
    }

    /// Why this container, having ended, is refused; nil if it is not.
    var refusal: InputRefusal? {
        guard isObject else {
            if case .token = place { return isAccounted ? nil : .notSignedData }
            return nil
        }
        if hasDuplicateKey { return .duplicateKey }
        switch place {
        case .elsewhere: return nil
        case .token, .transactions: return isAccounted ? nil : .decodedPayload
        case .items: return isAccounted ? nil : refusalWithoutSignedData
        case .values:
            // The transactions in a decoded notification are signed, its type and date are not.
            let isDecodedNotification =
                keys.containsAny(of: .notificationType, .notificationUUID) && !holdsNotification
            if isAccounted && !isDecodedNotification { return nil }
            return isPage ? nil : refusalWithoutSignedData
        }
    }

    /// Whether it is a page of an answer, which may well be empty.
    private var isPage: Bool {
        keys.containsAny(of: .hasMore, .signedTransactions, .notificationHistory)
            || keys.contains(.data) && keys.contains(.bundleId)
    }

    /// What an object without signed data is.
    private var refusalWithoutSignedData: InputRefusal {
        if keys.containsAny(of: .notificationTypeOfVersionOne, .unifiedReceipt) {
            return .versionOneNotification
        }
        if keys.contains(.errorCode) { return .apiError }
        let isDecoded = keys.containsAny(
            of: .notificationType, .notificationUUID, .signedDate, .transactionId,
            .autoRenewProductId, .autoRenewStatus, .receiptType)
        return isDecoded ? .decodedPayload : .notSignedData
    }
}
