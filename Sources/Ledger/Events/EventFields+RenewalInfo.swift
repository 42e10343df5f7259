extension EventFields {
    /// Takes over what a renewal info says, its texts as symbols.
    mutating func set(_ renewalInfo: RenewalInfo, interner: inout some SymbolInterning) throws {
        signedDate = renewalInfo.signedDate
        originalTransactionID = try interner.identifier(
            for: renewalInfo.originalTransactionID)
        product = try interner.symbol(for: renewalInfo.currentProductID)
        offerType = renewalInfo.offerType?.rawValue
        offerIdentifier = try interner.symbol(for: renewalInfo.offerID)
        offerDiscountType = try interner.symbol(for: renewalInfo.offerPaymentMode?.rawValue)
        offerPeriod = try interner.symbol(for: renewalInfo.offerPeriod)
        currency = try interner.symbol(for: renewalInfo.currencyCode)
        autoRenewProduct = try interner.symbol(for: renewalInfo.autoRenewPreference)
        autoRenewStatus = renewalInfo.autoRenewStatus?.rawValue
        isInBillingRetryPeriod = renewalInfo.isInBillingRetry
        priceIncreaseStatus = renewalInfo.priceIncreaseStatus?.rawValue
        gracePeriodExpiresDate = renewalInfo.gracePeriodExpirationDate
        expirationIntent = renewalInfo.expirationReason?.rawValue
        recentSubscriptionStartDate = renewalInfo.recentSubscriptionStartDate
        renewalDate = renewalInfo.renewalDate
        renewalPrice = renewalInfo.renewalPriceMilliunits
        eligibleWinBackOffers = try interner.symbols(for: renewalInfo.eligibleWinBackOfferIDs)
        renewalBillingPlanType = try interner.symbol(
            for: renewalInfo.renewalBillingPlanType?.rawValue)
        let commitment = renewalInfo.commitmentInfo
        commitmentAutoRenewProduct = try interner.symbol(for: commitment?.autoRenewPreference)
        commitmentAutoRenewStatus = commitment?.autoRenewStatus?.rawValue
        commitmentRenewalBillingPlanType =
            try interner.symbol(for: commitment?.renewalBillingPlanType?.rawValue)
        commitmentRenewalDate = commitment?.renewalDate
        commitmentRenewalPrice = commitment?.renewalPriceMilliunits
    }
}
