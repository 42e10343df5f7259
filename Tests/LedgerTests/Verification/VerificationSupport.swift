import LedgerTesting

@testable import Ledger

/// A store and a ledger's policy that trusts it.
enum VerificationSupport {
    static let recordedAt = Instant(millisecondsSince1970: 1_767_225_600_000)

    /// A verifier for the app that the store's payloads name.
    static func verifier(
        trusting store: TestAppStore,
        environments: Set<StoreEnvironment> = [.production, .sandbox],
        alsoRoots roots: [[UInt8]] = []
    ) throws -> SignedInputVerifier {
        try SignedInputVerifier(
            policy: TrustPolicy(
                apps: [.init(bundleID: store.bundleID, appAppleID: store.appAppleID)],
                environments: environments, rootCertificates: [store.rootCertificate] + roots))
    }

    /// A subscription's transaction.
    static func transaction(_ store: TestAppStore) -> TestJSON {
        store.transaction(
            id: "2", originalID: "1", productID: "pro.monthly", purchaseDate: 1_700_000_000_000,
            expiresDate: 1_702_592_000_000)
    }

    /// The renewal info that belongs to it.
    static func renewalInfo(_ store: TestAppStore) -> TestJSON {
        store.renewalInfo(originalID: "1", productID: "pro.monthly", signedDate: 1_700_000_000_000)
    }

    /// A notification of both, with one part signed in another way.
    static func notification(
        _ store: TestAppStore, broken key: String? = nil, _ breakage: Breakage? = nil
    ) throws -> [UInt8] {
        let body = try store.signBody([
            "signedPayload": store.notification(
                type: "DID_RENEW", transaction: transaction(store),
                renewalInfo: renewalInfo(store), status: 1)
        ]) { (name, payload) throws(TestAppStoreError) in
            if name == key, let breakage { return try store.sign(payload, broken: breakage) }
            return try store.sign(payload)
        }
        return Array((body["signedPayload"]?.stringValue ?? "").utf8)
    }
}

extension VerificationResult {
    /// The reason, if it is a refusal.
    var reason: RefusalReason? {
        guard case .refused(let reason) = self else { return nil }
        return reason
    }

    /// What was verified, if it was.
    var input: VerifiedInput? {
        guard case .verified(let input) = self else { return nil }
        return input
    }
}

extension VerifiedInput {
    /// The transaction, by itself or in a notification.
    var transaction: Verified<Transaction>? {
        switch self {
        case .notification(let parts): parts.transaction
        case .transaction(let transaction, _): transaction
        case .appTransaction: nil
        }
    }

    /// The renewal info, beside the transaction or in a notification.
    var renewalInfo: Verified<RenewalInfo>? {
        switch self {
        case .notification(let parts): parts.renewalInfo
        case .transaction(_, let renewalInfo): renewalInfo
        case .appTransaction: nil
        }
    }
}
