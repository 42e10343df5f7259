/// Reads `Transaction` from the App Store's JSON.
extension Transaction: JSONObject {
    /// The keys that the App Store writes.
    enum Key: String, CaseIterable {
        case transactionId
        case originalTransactionId
        case webOrderLineItemId
        case bundleId
        case productId
        case subscriptionGroupIdentifier
        case purchaseDate
        case originalPurchaseDate
        case expiresDate
        case quantity
        case type
        case appAccountToken
        case inAppOwnershipType
        case signedDate
        case revocationReason
        case revocationDate
        case isUpgraded
        case offerType
        case offerIdentifier
        case environment
        case storefront
        case storefrontId
        case transactionReason
        case currency
        case price
        case offerDiscountType
        case appTransactionId
        case offerPeriod
        case revocationType
        case revocationPercentage
        case advancedCommerceInfo
        case billingPlanType
        case commitmentInfo
        case previousOriginalTransactionId
    }

    static let keys = JSONKeyTable<Key>()

    mutating func read(_ key: Key, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case .transactionId: id = try reader.string()
        case .originalTransactionId: originalID = try reader.string()
        case .webOrderLineItemId: webOrderLineItemID = try reader.string()
        case .bundleId: appBundleID = try reader.string()
        case .productId: productID = try reader.string()
        case .subscriptionGroupIdentifier: subscriptionGroupID = try reader.string()
        case .purchaseDate: purchaseDate = try reader.instant()
        case .originalPurchaseDate: originalPurchaseDate = try reader.instant()
        case .expiresDate: expirationDate = try reader.instant()
        case .quantity: purchasedQuantity = try reader.integer32()
        case .type: productType = ProductType(rawValue: try reader.string())
        case .appAccountToken: appAccountToken = try reader.string()
        case .inAppOwnershipType: ownershipType = OwnershipType(rawValue: try reader.string())
        case .signedDate: signedDate = try reader.instant()
        case .revocationReason:
            revocationReason = RevocationReason(rawValue: try reader.integer32())
        case .revocationDate: revocationDate = try reader.instant()
        case .isUpgraded: isUpgraded = try reader.boolean()
        case .offerType: offerType = OfferType(rawValue: try reader.integer32())
        case .offerIdentifier: offerID = try reader.string()
        case .environment: environment = StoreEnvironment(rawValue: try reader.string())
        case .storefront: storefrontCountryCode = try reader.string()
        case .storefrontId: storefrontID = try reader.string()
        case .transactionReason: reason = TransactionReason(rawValue: try reader.string())
        case .currency: currencyCode = try reader.string()
        case .price: priceMilliunits = try reader.integer()
        case .offerDiscountType: offerPaymentMode = OfferPaymentMode(rawValue: try reader.string())
        case .appTransactionId: appTransactionID = try reader.string()
        case .offerPeriod: offerPeriod = try reader.string()
        case .revocationType: revocationType = RevocationType(rawValue: try reader.string())
        case .revocationPercentage: revocationPercentageMillipercent = try reader.integer32()
        case .advancedCommerceInfo:
            advancedCommerceInfo = try reader.object(of: AdvancedCommerceTransactionInfo.self)
        case .billingPlanType: billingPlanType = BillingPlanType(rawValue: try reader.string())
        case .commitmentInfo: commitmentInfo = try reader.object(of: TransactionCommitmentInfo.self)
        case .previousOriginalTransactionId: previousOriginalID = try reader.string()
        }
    }
}
