/// What one product is worth in one currency, as given beside a catalog file.
public struct ProductWorth: Sendable, Hashable {
    /// The product.
    public let productID: String
    /// What one unit, or one paid period, credits.
    public let credit: CatalogCredit

    /// Makes a worth; a ``Catalog`` checks it when it takes it in.
    public init(productID: String, credit: CatalogCredit) {
        self.productID = productID
        self.credit = credit
    }

    /// Reads `PRODUCT=CURRENCY:AMOUNT`, such as `coins.100=coins:100`.
    ///
    /// - Parameter text: the product id up to the first `=`, the amount after the last `:`.
    /// - Throws: ``CatalogError`` where the text has another form.
    public init(parsing text: String) throws(CatalogError) {
        guard let equals = text.firstIndex(of: "="), let colon = text.lastIndex(of: ":"),
            equals < colon, let amount = Int64(text[text.index(after: colon)...])
        else {
            throw CatalogError(
                path: "worth", reason: .badValue(expected: "PRODUCT=CURRENCY:AMOUNT"))
        }
        productID = String(text[..<equals])
        credit = CatalogCredit(
            currency: String(text[text.index(after: equals)..<colon]), amount: amount)
    }
}

extension Catalog {
    /// The catalog with other worths for some products.
    ///
    /// What the catalog said of the worth of those products is dropped. A product may be given
    /// several currencies.
    ///
    /// - Throws: ``CatalogError`` for a product that the catalog does not have, or a worth that
    ///   has no meaning.
    public func applying(_ worths: [ProductWorth]) throws(CatalogError) -> Catalog {
        var credits: [String: [CatalogCredit]] = [:]
        for worth in worths { credits[worth.productID, default: []].append(worth.credit) }
        var products = products
        for index in products.indices {
            guard let worth = credits.removeValue(forKey: products[index].productID) else {
                continue
            }
            if products[index].type == .autoRenewable {
                products[index].creditsPerPeriod = worth
            } else {
                products[index].credits = worth
            }
        }
        if let unknown = credits.keys.min() {
            throw CatalogError(path: "worth", reason: .unknownProduct(unknown))
        }
        return try Catalog(
            gracePeriod: gracePeriod, groups: groups, products: products, paidApp: paidApp)
    }
}
