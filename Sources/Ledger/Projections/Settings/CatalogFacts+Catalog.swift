extension CatalogFacts {
    /// Adds one import of a catalog, its texts as symbols.
    ///
    /// A product that the import leaves out keeps its last definition, as in `CatalogTimeline`.
    mutating func insert<Failure: Error>(
        _ catalog: Catalog, effective: Instant, sequence: UInt64,
        symbol: (String) throws(Failure) -> Symbol
    ) throws(Failure) {
        for product in catalog.products {
            insert(
                try ProductFacts(product, symbol: symbol), for: try symbol(product.productID),
                effective: effective, sequence: sequence)
        }
        insert(gracePeriod: catalog.gracePeriod, effective: effective, sequence: sequence)
        var paidApp: PaidAppFacts?
        if let rule = catalog.paidApp { paidApp = try PaidAppFacts(rule, symbol: symbol) }
        insert(paidApp: paidApp, effective: effective, sequence: sequence)
    }
}

extension PaidAppFacts {
    init<Failure: Error>(
        _ rule: CatalogPaidApp, symbol: (String) throws(Failure) -> Symbol
    ) throws(Failure) {
        before = rule.before
        var entitlements: [Symbol] = []
        for name in rule.entitlements { entitlements.append(try symbol(name)) }
        self.entitlements = entitlements
        guard let named = rule.platforms else { return }
        var platforms: [Symbol] = []
        for platform in named { platforms.append(try symbol(platform.rawValue)) }
        self.platforms = platforms
    }
}

extension ProductFacts {
    init<Failure: Error>(
        _ product: CatalogProduct, symbol: (String) throws(Failure) -> Symbol
    ) throws(Failure) {
        for entitlement in product.grantedEntitlements {
            entitlements.append(try symbol(entitlement))
        }
        for credit in product.worth {
            worth.append(
                CreditFacts(
                    currency: try symbol(credit.currency), amount: credit.amount,
                    expiresWithPeriod: credit.expiresWithPeriod))
        }
        level = product.level
        type = try symbol(product.type.rawValue)
        duration = product.duration
        isWeekly = product.subscriptionPeriod.map { $0.iso8601 == "P1W" }
    }
}
