/// One purchase of the app itself.
public struct AppTransactionFacts: Sendable, Hashable {
    /// The customer as Apple numbers them; nil in what was signed before 2025.
    public var appTransactionID: String?
    /// The app.
    public var bundleID: String?
    /// When the customer first downloaded the app.
    public var originalPurchaseDate: Instant?
    /// The version that was downloaded first.
    public var originalAppVersion: String?
    /// Where it was downloaded first; nil in what was signed before that was told.
    public var originalPlatform: PurchasePlatform?
    /// When the customer ordered the app before its release, if so.
    public var preorderDate: Instant?
    /// The version that asked for the AppTransaction.
    public var appVersion: String?
    /// `receiptCreationDate`: when the App Store signed it.
    public var signedDate: Instant?
    /// The event that holds it.
    public var sequence: UInt64

    init(_ fields: EventFields, _ event: RecordedEvent, _ view: LedgerView) {
        appTransactionID = event["appTransactionId"]
        bundleID = view.text(fields.bundle)
        originalPurchaseDate = fields.originalPurchaseDate
        originalAppVersion = view.text(fields.originalApplicationVersion)
        originalPlatform = view.text(fields.originalPlatform)
            .map { PurchasePlatform(rawValue: $0) }
        preorderDate = fields.preorderDate
        appVersion = view.text(fields.applicationVersion)
        signedDate = fields.signedDate
        sequence = event.sequence
    }

    func write(to json: inout JSONWriter) {
        json.member("appTransactionId", appTransactionID)
        json.member("bundleId", bundleID)
        json.member("originalPurchaseDate", originalPurchaseDate)
        json.member("originalApplicationVersion", originalAppVersion)
        json.member("originalPlatform", originalPlatform?.rawValue)
        json.member("preorderDate", preorderDate)
        json.member("applicationVersion", appVersion)
        json.member("receiptCreationDate", signedDate)
        json.events([sequence])
    }
}

extension Answer<[AppTransactionFacts]> {
    /// The answer as one JSON object in UTF-8.
    public var json: [UInt8] {
        json { json in
            json.array("appTransactions") { json in
                for purchase in value { json.object { purchase.write(to: &$0) } }
            }
        }
    }
}
