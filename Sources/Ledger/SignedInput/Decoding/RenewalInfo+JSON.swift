/// Reads `RenewalInfo` from the App Store's JSON.
extension RenewalInfo: JSONObject {
    /// The keys that the App Store writes.
    enum Key: String, CaseIterable {
        case expirationIntent
        case originalTransactionId
        case autoRenewProductId
        case productId
        case autoRenewStatus
        case isInBillingRetryPeriod
        case priceIncreaseStatus
        case gracePeriodExpiresDate
        case offerType
        case offerIdentifier
        case signedDate
        case environment
        case recentSubscriptionStartDate
        case renewalDate
        case currency
        case renewalPrice
        case offerDiscountType
        case eligibleWinBackOfferIds
        case appAccountToken
        case appTransactionId
        case offerPeriod
        case advancedCommerceInfo
        case commitmentInfo
        case renewalBillingPlanType
    }

    static let keys = JSONKeyTable<Key>()

    mutating func read(_ key: Key, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case .expirationIntent:
            expirationReason = ExpirationReason(rawValue: try reader.integer32())
        case .originalTransactionId: originalTransactionID = try reader.string()
        case .autoRenewProductId: autoRenewPreference = try reader.string()
        case .productId: currentProductID = try reader.string()
        case .autoRenewStatus: autoRenewStatus = AutoRenewStatus(rawValue: try reader.integer32())
        case .isInBillingRetryPeriod: isInBillingRetry = try reader.boolean()
        case .priceIncreaseStatus:
            priceIncreaseStatus = PriceIncreaseStatus(rawValue: try reader.integer32())
        case .gracePeriodExpiresDate: gracePeriodExpirationDate = try reader.instant()
        case .offerType: offerType = OfferType(rawValue: try reader.integer32())
        case .offerIdentifier: offerID = try reader.string()
        case .signedDate: signedDate = try reader.instant()
        case .environment: environment = StoreEnvironment(rawValue: try reader.string())
        case .recentSubscriptionStartDate: recentSubscriptionStartDate = try reader.instant()
        case .renewalDate: renewalDate = try reader.instant()
        case .currency: currencyCode = try reader.string()
        case .renewalPrice: renewalPriceMilliunits = try reader.integer()
        case .offerDiscountType: offerPaymentMode = OfferPaymentMode(rawValue: try reader.string())
        case .eligibleWinBackOfferIds: eligibleWinBackOfferIDs = try reader.strings()
        case .appAccountToken: appAccountToken = try reader.string()
        case .appTransactionId: appTransactionID = try reader.string()
        case .offerPeriod: offerPeriod = try reader.string()
        case .advancedCommerceInfo:
            advancedCommerceInfo = try reader.object(of: AdvancedCommerceRenewalInfo.self)
        case .commitmentInfo: commitmentInfo = try reader.object(of: RenewalCommitmentInfo.self)
        case .renewalBillingPlanType:
            renewalBillingPlanType = BillingPlanType(rawValue: try reader.string())
        }
    }
}
