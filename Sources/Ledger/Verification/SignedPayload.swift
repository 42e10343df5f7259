/// A payload that the App Store signs, as far as verification looks into it.
protocol SignedPayload: JSONObject, Sendable {
    /// What kind a token of it must be.
    static var kind: PayloadKind { get }
    /// Which of its keys tell what kind a payload is.
    static var markedKeys: PayloadKind.MarkedKeys { get }
    /// When it was signed.
    var signedDate: Instant? { get }
    /// Which app in which environment it speaks of.
    var identity: PayloadIdentity { get }
    /// Whether it has every identifier without which there is no event.
    var hasIdentifiers: Bool { get }
}

/// The app and the environment that a payload names.
struct PayloadIdentity: Sendable, Hashable {
    var bundleID: String?
    var appAppleID: Int64?
    var environment: StoreEnvironment?
}

extension Transaction: SignedPayload {
    static var kind: PayloadKind { .transaction }
    static let markedKeys = PayloadKind.MarkedKeys(of: Key.self)

    var identity: PayloadIdentity {
        PayloadIdentity(bundleID: appBundleID, environment: environment)
    }

    var hasIdentifiers: Bool {
        isPresent(id) && isPresent(originalID) && isPresent(productID) && purchaseDate != nil
    }
}

extension RenewalInfo: SignedPayload {
    static var kind: PayloadKind { .renewalInfo }
    static let markedKeys = PayloadKind.MarkedKeys(of: Key.self)

    /// A renewal info names no app: its transaction does.
    var identity: PayloadIdentity { PayloadIdentity(environment: environment) }

    var hasIdentifiers: Bool { isPresent(originalTransactionID) }
}

extension AppTransaction: SignedPayload {
    static var kind: PayloadKind { .appTransaction }
    static let markedKeys = PayloadKind.MarkedKeys(of: Key.self)

    var identity: PayloadIdentity {
        PayloadIdentity(bundleID: bundleID, appAppleID: appAppleID, environment: environment)
    }

    /// `appTransactionId` came in 2025 and Xcode leaves it out; the date of the purchase is what
    /// every app transaction has and what it is asked for.
    var hasIdentifiers: Bool { originalPurchaseDate != nil }
}

extension StoreNotification: SignedPayload {
    static var kind: PayloadKind { .notification }
    static let markedKeys = PayloadKind.MarkedKeys(of: Key.self)

    /// From the first that is there of the four objects a notification can be about.
    var identity: PayloadIdentity {
        if let data {
            return PayloadIdentity(
                bundleID: data.bundleID, appAppleID: data.appAppleID,
                environment: data.environment)
        }
        if let summary {
            return PayloadIdentity(
                bundleID: summary.bundleID, appAppleID: summary.appAppleID,
                environment: summary.environment)
        }
        if let token = externalPurchaseToken {
            return PayloadIdentity(
                bundleID: token.bundleID, appAppleID: token.appAppleID,
                environment: token.environment)
        }
        return PayloadIdentity(
            bundleID: appData?.bundleID, appAppleID: appData?.appAppleID,
            environment: appData?.environment)
    }

    var hasIdentifiers: Bool {
        isPresent(notificationUUID) && isPresent(notificationType?.rawValue)
    }
}

extension ExternalPurchaseToken {
    /// It has no environment of its own; Apple marks ids of the Sandbox by their first letters.
    var environment: StoreEnvironment? {
        externalPurchaseID.map { $0.hasPrefix("SANDBOX") ? .sandbox : .production }
    }
}

/// Whether text is there and says anything.
private func isPresent(_ text: String?) -> Bool {
    text?.isEmpty == false
}
