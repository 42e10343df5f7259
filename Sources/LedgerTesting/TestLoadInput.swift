/// One input of the load: a notification with what it carries, or a transaction that the app sends
/// up.
public struct TestLoadInput: Sendable {
    /// `notificationType`; nil for a transaction alone.
    public internal(set) var notificationType: String?
    /// `subtype`.
    public internal(set) var subtype: String?
    /// When it was signed, milliseconds since 1970.
    public let signedDate: Int64
    /// What its payloads say: a notification first, then the transaction, then the renewal info.
    public let facts: [TestLoadFact]
    /// Makes the notification's UUID.
    let number: UInt64

    /// Signs it, from the inside outwards.
    ///
    /// - Parameter signer: whose key and header.
    /// - Returns: the compact JWS: of the notification, or of the transaction alone.
    /// - Throws: `TestAppStoreError.libcrypto`.
    public func token(by signer: TestLoadSigner) throws(TestAppStoreError) -> [UInt8] {
        var transaction: [UInt8] = []
        var renewalInfo: [UInt8]?
        for fact in facts {
            switch fact.kind {
            case .notification: break
            case .transaction:
                transaction = try signer.token(
                    TestLoadPayload.transaction(fact, store: signer.store))
            case .renewalInfo:
                renewalInfo = try signer.token(
                    TestLoadPayload.renewalInfo(fact, store: signer.store))
            }
        }
        guard let notificationType else { return transaction }
        return try signer.token(
            TestLoadPayload.notification(
                self, type: notificationType, transaction: transaction, renewalInfo: renewalInfo,
                store: signer.store))
    }
}
