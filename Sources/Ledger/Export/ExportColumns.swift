/// The columns of each kind of export, in their fixed order (`docs/csv.md`).
///
/// A column is only ever added at the end.
enum ExportColumns {
    /// The fields of a signed transaction, under the App Store Server API's names.
    static let transactionFields = [
        "transactionId", "originalTransactionId", "webOrderLineItemId", "bundleId", "productId",
        "subscriptionGroupIdentifier", "purchaseDate", "originalPurchaseDate", "expiresDate",
        "quantity", "type", "inAppOwnershipType", "transactionReason", "revocationDate",
        "revocationReason", "revocationType", "revocationPercentage", "isUpgraded", "offerType",
        "offerIdentifier", "offerDiscountType", "offerPeriod", "storefront", "storefrontId",
        "price", "currency", "billingPlanType", "billingPeriodNumber", "commitmentExpiresDate",
        "commitmentPrice", "totalBillingPeriods", "previousOriginalTransactionId",
    ]

    /// The fields of a signed renewal info.
    static let renewalInfoFields = [
        "autoRenewProductId", "autoRenewStatus", "isInBillingRetryPeriod", "priceIncreaseStatus",
        "gracePeriodExpiresDate", "expirationIntent", "recentSubscriptionStartDate",
        "renewalDate", "renewalPrice", "eligibleWinBackOfferIds", "renewalBillingPlanType",
        "commitmentAutoRenewProductId", "commitmentAutoRenewStatus",
        "commitmentRenewalBillingPlanType", "commitmentRenewalDate", "commitmentRenewalPrice",
    ]

    /// What a notification says beside what it carries.
    static let notificationFields = [
        "notificationType", "subtype", "notificationUUID", "status", "appAppleId",
        "bundleVersion", "version", "consumptionRequestReason", "requestIdentifier",
        "succeededCount", "failedCount", "storefrontCountryCodes", "externalPurchaseId",
        "tokenCreationDate", "tokenType", "tokenExpirationDate", "transactionSignedDate",
        "renewalInfoSignedDate",
    ]

    /// What the host says, and what an AppTransaction says.
    static let otherFields = [
        "id", "balanceCurrency", "amount", "until", "entitlement", "outcome", "catalog", "policy",
        "value", "applicationVersion", "versionExternalIdentifier", "originalApplicationVersion",
        "preorderDate", "originalPlatform",
    ]

    /// Fields of an event that are amounts of money in thousandths of the currency's unit.
    static let moneyFields: Set<String> = [
        "price", "commitmentPrice", "renewalPrice", "commitmentRenewalPrice",
    ]

    /// Which fields stand behind the fixed ones in a row of `export events`.
    static let eventFields =
        ["signedDate", "appAccountToken", "renewalInfoAppAccountToken", "appTransactionId"]
        + notificationFields + transactionFields + renewalInfoFields + otherFields

    /// The column of the hash of an event's leaf, in hexadecimal digits.
    static let leafHash = "leafHash"
    /// The column of the leaf's input, in base64; the last one where it is asked for.
    static let leaf = "leaf"

    static func columns(of kind: ExportKind) -> [String] {
        switch kind {
        case .events:
            ["sequence", "kind", "environment", "recordedAt", "effectiveAt"]
                + withMilliunits(eventFields) + [leafHash]
        case .transactions:
            ["environment", "appAccountToken", "appTransactionId"]
                + withMilliunits(transactionFields) + ["signedDate", "sequence"]
        case .entitlements:
            [
                "environment", "appAccountToken", "appTransactionId", "originalTransactionId",
                "entitlement", "productId", "expiresDate", "unconfirmed", "inferred", "source",
                "transactionId",
                "state", "events",
            ]
        case .statuses:
            [
                "environment", "appAccountToken", "originalTransactionId",
                "subscriptionGroupIdentifier", "state", "productId", "transactionId",
                "expiresDate", "willAutoRenew", "autoRenewProductId", "pendingProductId",
                "gracePeriodExpiresDate", "expirationIntent", "priceIncreaseStatus",
                "renewalPrice", "renewalPriceMilliunits", "renewalDate", "offerType",
                "offerIdentifier", "unconfirmed", "inferred", "events",
            ]
        case .balances:
            [
                "environment", "appAccountToken", "originalTransactionId", "currency", "balance",
                "spendable", "shortfall",
            ]
        case .movements:
            [
                "environment", "appAccountToken", "originalTransactionId", "currency", "kind",
                "lot", "id", "amount", "effectiveAt", "recordedAt", "sequence",
            ]
        }
    }

    /// A row of `export events`; without the leaf's input it has no cell for it.
    static func eventRow(
        _ event: RecordedEvent, leafHash: MerkleHash, leafInput: [UInt8]?
    ) -> [CSVField] {
        [
            CSVField(event.sequence), .text(event.kind.name),
            CSVField(event.environment?.rawValue), .instant(event.recordedAt),
            .instant(event.effectiveAt),
        ] + values(of: eventFields, in: event) + [.text(leafHash.hexadecimal)]
            + (leafInput.map { [.text(NoteText.base64($0))] } ?? [])
    }

    /// A price stands as an exact decimal, and as Apple's milliunits behind it.
    static func withMilliunits(_ fields: [String]) -> [String] {
        fields.flatMap { moneyFields.contains($0) ? [$0, $0 + "Milliunits"] : [$0] }
    }

    /// The values of an event's fields, in the order of `withMilliunits`.
    static func values(of fields: [String], in event: RecordedEvent) -> [CSVField] {
        fields.flatMap { name -> [CSVField] in
            let value = event.value(name)
            guard moneyFields.contains(name) else { return [CSVField(value)] }
            guard case .integer(let amount) = value else { return [.empty, .empty] }
            return [.milliunits(amount), .integer(amount)]
        }
    }
}
