extension CatalogFacts {
    /// Adds one import of a catalog, its texts as symbols.
    ///
    /// A product that the import leaves out keeps its last definition, as in `CatalogTimeline`.
    mutating func insert(
        _ catalog: Catalog, effective: Instant, sequence: UInt64, symbol: (String) -> Symbol
    ) {
        for product in catalog.products {
            insert(
                ProductFacts(product, symbol: symbol), for: symbol(product.productID),
                effective: effective, sequence: sequence)
        }
        insert(gracePeriod: catalog.gracePeriod, effective: effective, sequence: sequence)
    }
}

extension ProductFacts {
    init(_ product: CatalogProduct, symbol: (String) -> Symbol) {
        entitlements = product.grantedEntitlements.map(symbol)
        level = product.level
        type = symbol(product.type.rawValue)
        duration = product.duration
        isWeekly = product.subscriptionPeriod.map { $0.iso8601 == "P1W" } ?? false
    }
}
