/// Writes the payloads of the load, with the fields that Apple's have.
struct TestLoadPayload {
    private var bytes: [UInt8] = [0x7B]

    private init() { bytes.reserveCapacity(800) }

    private mutating func add(_ name: StaticString, _ value: String) {
        begin(name)
        bytes.append(0x22)
        bytes.append(contentsOf: value.utf8)
        bytes.append(0x22)
    }

    private mutating func add(_ name: StaticString, _ value: Int64) {
        begin(name)
        bytes.append(contentsOf: String(value).utf8)
    }

    private mutating func add(_ name: StaticString, token: [UInt8]) {
        begin(name)
        bytes.append(0x22)
        bytes += token
        bytes.append(0x22)
    }

    private mutating func begin(_ name: StaticString) {
        if bytes.count > 1, bytes.last != 0x7B { bytes.append(0x2C) }
        bytes.append(0x22)
        bytes.append(contentsOf: name.description.utf8)
        bytes.append(0x22)
        bytes.append(0x3A)
    }

    private mutating func end() -> [UInt8] {
        bytes.append(0x7D)
        return bytes
    }

    static func transaction(_ fact: TestLoadFact, store: TestAppStore) -> [UInt8] {
        let product = TestLoadProduct.all[fact.product]
        var payload = TestLoadPayload()
        payload.add("transactionId", String(fact.transactionID))
        payload.add("originalTransactionId", String(fact.originalTransactionID))
        if fact.expiresDate != 0 {
            payload.add("webOrderLineItemId", String(fact.transactionID + 500_000_000_000_000))
        }
        payload.add("bundleId", store.bundleID)
        payload.add("productId", product.id)
        if fact.expiresDate != 0 {
            payload.add("subscriptionGroupIdentifier", TestLoadProduct.subscriptionGroupID)
        }
        payload.add("purchaseDate", fact.purchaseDate)
        payload.add("originalPurchaseDate", fact.startDate)
        if fact.expiresDate != 0 { payload.add("expiresDate", fact.expiresDate) }
        payload.add("quantity", 1)
        payload.add("type", product.kind.rawValue)
        payload.add("appAccountToken", TestLoad.appAccountToken(of: fact.customer))
        payload.add("inAppOwnershipType", "PURCHASED")
        payload.add("signedDate", fact.signedDate)
        payload.add("environment", store.environment)
        payload.add("transactionReason", fact.isRenewal ? "RENEWAL" : "PURCHASE")
        payload.add("storefront", "USA")
        payload.add("storefrontId", "143441")
        payload.add("price", product.price)
        payload.add("currency", "USD")
        payload.add("appTransactionId", TestLoad.appTransactionID(of: fact.customer))
        if fact.revocationDate != 0 {
            payload.add("revocationDate", fact.revocationDate)
            payload.add("revocationReason", 0)
            payload.add("revocationType", "REFUND_FULL")
            payload.add("revocationPercentage", 100_000)
        }
        return payload.end()
    }

    static func renewalInfo(_ fact: TestLoadFact, store: TestAppStore) -> [UInt8] {
        let product = TestLoadProduct.all[fact.product]
        var payload = TestLoadPayload()
        payload.add("originalTransactionId", String(fact.originalTransactionID))
        payload.add("autoRenewProductId", product.id)
        payload.add("productId", product.id)
        payload.add("autoRenewStatus", fact.willRenew ? 1 : 0)
        if fact.willRenew {
            payload.add("renewalPrice", product.price)
            payload.add("currency", "USD")
        }
        payload.add("signedDate", fact.signedDate)
        payload.add("environment", store.environment)
        payload.add("recentSubscriptionStartDate", fact.startDate)
        if fact.willRenew { payload.add("renewalDate", fact.expiresDate) }
        if fact.expirationIntent != 0 {
            payload.add("expirationIntent", fact.expirationIntent)
            payload.begin("isInBillingRetryPeriod")
            payload.bytes.append(
                contentsOf: (fact.willRenew && fact.expirationIntent == 2 ? "true" : "false").utf8)
        }
        if fact.gracePeriodExpiresDate != 0 {
            payload.add("gracePeriodExpiresDate", fact.gracePeriodExpiresDate)
        }
        payload.add("appTransactionId", TestLoad.appTransactionID(of: fact.customer))
        payload.add("appAccountToken", TestLoad.appAccountToken(of: fact.customer))
        return payload.end()
    }

    static func notification(
        _ input: TestLoadInput, type: String, transaction: [UInt8], renewalInfo: [UInt8]?,
        store: TestAppStore
    ) -> [UInt8] {
        var payload = TestLoadPayload()
        payload.bytes.reserveCapacity(transaction.count + (renewalInfo?.count ?? 0) + 600)
        payload.add("notificationType", type)
        if let subtype = input.subtype { payload.add("subtype", subtype) }
        payload.add("notificationUUID", TestLoad.uuid(of: input.number, kind: 3))
        payload.begin("data")
        payload.bytes.append(0x7B)
        payload.add("appAppleId", store.appAppleID)
        payload.add("bundleId", store.bundleID)
        payload.add("bundleVersion", "1")
        payload.add("environment", store.environment)
        payload.add("signedTransactionInfo", token: transaction)
        if let renewalInfo { payload.add("signedRenewalInfo", token: renewalInfo) }
        payload.bytes.append(0x7D)
        payload.add("version", "2.0")
        payload.add("signedDate", input.signedDate)
        return payload.end()
    }
}
