extension EventFields {
    /// Takes over what a transaction says, its texts as symbols.
    ///
    /// Neither the token nor the appTransactionId is among them: records name customers by number.
    mutating func set(_ transaction: Transaction, interner: inout some SymbolInterning) throws {
        signedDate = transaction.signedDate
        bundle = try interner.symbol(for: transaction.appBundleID)
        transactionID = try interner.identifier(for: transaction.id)
        originalTransactionID = try interner.identifier(for: transaction.originalID)
        webOrderLineItemID = try interner.identifier(for: transaction.webOrderLineItemID)
        product = try interner.symbol(for: transaction.productID)
        subscriptionGroup = try interner.symbol(for: transaction.subscriptionGroupID)
        purchaseDate = transaction.purchaseDate
        originalPurchaseDate = transaction.originalPurchaseDate
        expiresDate = transaction.expirationDate
        quantity = transaction.purchasedQuantity
        productType = try interner.symbol(for: transaction.productType?.rawValue)
        ownershipType = try interner.symbol(for: transaction.ownershipType?.rawValue)
        transactionReason = try interner.symbol(for: transaction.reason?.rawValue)
        revocationDate = transaction.revocationDate
        revocationReason = transaction.revocationReason?.rawValue
        revocationType = try interner.symbol(for: transaction.revocationType?.rawValue)
        revocationPercentage = transaction.revocationPercentageMillipercent
        isUpgraded = transaction.isUpgraded
        offerType = transaction.offerType?.rawValue
        offerIdentifier = try interner.symbol(for: transaction.offerID)
        offerDiscountType = try interner.symbol(for: transaction.offerPaymentMode?.rawValue)
        offerPeriod = try interner.symbol(for: transaction.offerPeriod)
        storefront = try interner.symbol(for: transaction.storefrontCountryCode)
        storefrontID = try interner.symbol(for: transaction.storefrontID)
        price = transaction.priceMilliunits
        currency = try interner.symbol(for: transaction.currencyCode)
        billingPlanType = try interner.symbol(for: transaction.billingPlanType?.rawValue)
        billingPeriodNumber = transaction.commitmentInfo?.billingPeriodNumber
        commitmentExpiresDate = transaction.commitmentInfo?.commitmentExpirationDate
        commitmentPrice = transaction.commitmentInfo?.commitmentPriceMilliunits
        totalBillingPeriods = transaction.commitmentInfo?.totalBillingPeriods
        previousOriginalTransactionID = try interner.identifier(for: transaction.previousOriginalID)
    }
}
