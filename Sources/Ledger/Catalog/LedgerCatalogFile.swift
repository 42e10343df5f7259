/// Reads the ledger's own catalog JSON.
///
/// Strict: a key that is not known is refused, because a typing error would otherwise change
/// silently what customers may use.
enum LedgerCatalogFile {
    static func catalog(_ file: CatalogObject) throws(CatalogError) -> Catalog {
        try file.refuseKeys(otherThan: ["gracePeriod", "groups", "products", "paidApp"])
        guard file.has("products") else {
            throw CatalogError(path: "products", reason: .missingKey)
        }
        var groups: [CatalogGroup] = []
        for object in try file.objects("groups") { groups.append(try group(object)) }
        var products: [CatalogProduct] = []
        for object in try file.objects("products") { products.append(try product(object)) }
        return try Catalog(
            gracePeriod: file.period("gracePeriod"), groups: groups, products: products,
            paidApp: paidApp(file.object("paidApp")))
    }

    private static func group(_ object: CatalogObject) throws(CatalogError) -> CatalogGroup {
        try object.refuseKeys(otherThan: ["subscriptionGroupIdentifier", "name"])
        return CatalogGroup(
            id: try object.requiredText("subscriptionGroupIdentifier"),
            name: try object.text("name"))
    }

    private static func product(_ object: CatalogObject) throws(CatalogError) -> CatalogProduct {
        try object.refuseKeys(otherThan: [
            "productId", "type", "name", "subscriptionGroupIdentifier", "level",
            "subscriptionPeriod", "duration", "entitlements", "creditsPerPeriod", "credits",
        ])
        return CatalogProduct(
            productID: try object.requiredText("productId"),
            type: ProductType(rawValue: try object.requiredText("type")),
            name: try object.text("name"),
            subscriptionGroupID: try object.text("subscriptionGroupIdentifier"),
            level: try level(object),
            subscriptionPeriod: try object.period("subscriptionPeriod"),
            duration: try object.period("duration"),
            entitlements: try object.texts("entitlements"),
            creditsPerPeriod: try credits(object, "creditsPerPeriod") ?? [],
            credits: try credits(object, "credits"))
    }

    /// A number that does not fit is held at the ends; the catalog's own check refuses it there.
    private static func level(_ object: CatalogObject) throws(CatalogError) -> Int32? {
        guard let level = try object.wholeNumber("level") else { return nil }
        return Int32(clamping: level)
    }

    private static func credits(
        _ object: CatalogObject, _ key: String
    ) throws(CatalogError) -> [CatalogCredit]? {
        guard object.has(key) else { return nil }
        var credits: [CatalogCredit] = []
        for credit in try object.objects(key) {
            try credit.refuseKeys(otherThan: ["currency", "amount", "expireWithPeriod"])
            guard let amount = try credit.wholeNumber("amount") else {
                throw CatalogError(path: credit.path("amount"), reason: .missingKey)
            }
            credits.append(
                CatalogCredit(
                    currency: try credit.requiredText("currency"), amount: amount,
                    expiresWithPeriod: try credit.flag("expireWithPeriod") ?? false))
        }
        return credits
    }

    private static func paidApp(
        _ object: CatalogObject?
    ) throws(CatalogError) -> CatalogPaidApp? {
        guard let object else { return nil }
        try object.refuseKeys(otherThan: ["before", "platforms", "entitlements"])
        let text = try object.requiredText("before")
        // A date alone is the day's first millisecond: a purchase of that day is not before it.
        guard let before = Instant(iso8601: text, dateAlone: .startOfDay) else {
            throw CatalogError(
                path: object.path("before"),
                reason: .badValue(expected: "an instant such as 2026-03-31T00:00:00Z"))
        }
        guard let entitlements = try object.texts("entitlements") else {
            throw CatalogError(path: object.path("entitlements"), reason: .missingKey)
        }
        return CatalogPaidApp(
            before: before,
            platforms: try object.texts("platforms")?.map(PurchasePlatform.init(rawValue:)),
            entitlements: entitlements)
    }
}
