/// What makes a catalog valid.
///
/// Each function returns its part in the catalog's own order.
enum CatalogRules {
    static func checked(_ groups: [CatalogGroup]) throws(CatalogError) -> [CatalogGroup] {
        try checkCount(groups.count, limit: CatalogLimits.productCount, path: "groups")
        var seen: Set<String> = []
        for (index, group) in groups.enumerated() {
            let path = "groups[\(index)]"
            let idPath = "\(path).subscriptionGroupIdentifier"
            try checkIdentifier(group.id, path: idPath)
            try checkName(group.name, path: "\(path).name")
            guard seen.insert(group.id).inserted else {
                throw CatalogError(path: idPath, reason: .duplicate(group.id))
            }
        }
        return sorted(groups)
    }

    static func checked(_ products: [CatalogProduct]) throws(CatalogError) -> [CatalogProduct] {
        try checkCount(products.count, limit: CatalogLimits.productCount, path: "products")
        var seen: Set<String> = []
        var normal: [CatalogProduct] = []
        normal.reserveCapacity(products.count)
        for (index, product) in products.enumerated() {
            let path = "products[\(index)]"
            normal.append(try checked(product, path: path))
            guard seen.insert(product.productID).inserted else {
                throw CatalogError(
                    path: "\(path).productId", reason: .duplicate(product.productID))
            }
        }
        return sorted(normal)
    }

    static func checked(_ paidApp: CatalogPaidApp?) throws(CatalogError) -> CatalogPaidApp? {
        guard var paidApp else { return nil }
        if let platforms = paidApp.platforms {
            let names = try checkedSet(platforms.map(\.rawValue), path: "paidApp.platforms")
            guard !names.isEmpty else {
                throw CatalogError(
                    path: "paidApp.platforms",
                    reason: .badValue(expected: "left out, or name at least one platform"))
            }
            paidApp.platforms = names.map(PurchasePlatform.init(rawValue:))
        }
        paidApp.entitlements = try checkedSet(
            paidApp.entitlements, path: "paidApp.entitlements")
        return paidApp
    }

    private static func checked(
        _ product: CatalogProduct, path: String
    ) throws(CatalogError) -> CatalogProduct {
        var product = product
        try checkIdentifier(product.productID, path: "\(path).productId")
        try checkName(product.name, path: "\(path).name")
        try checkKeysFit(product, path: path)
        if let group = product.subscriptionGroupID {
            try checkIdentifier(group, path: "\(path).subscriptionGroupIdentifier")
        }
        if let level = product.level, !(1...CatalogLimits.levelNumber).contains(level) {
            throw CatalogError(
                path: "\(path).level",
                reason: .badValue(
                    expected: "1 (the highest service) to \(CatalogLimits.levelNumber)"))
        }
        if let entitlements = product.entitlements {
            product.entitlements = try checkedSet(entitlements, path: "\(path).entitlements")
        }
        product.creditsPerPeriod = try checked(
            product.creditsPerPeriod, path: "\(path).creditsPerPeriod", canExpire: true)
        if let credits = product.credits {
            product.credits = try checked(credits, path: "\(path).credits", canExpire: false)
        }
        return product
    }

    /// Refuses what the type of the product leaves without an effect.
    private static func checkKeysFit(
        _ product: CatalogProduct, path: String
    ) throws(CatalogError) {
        let types: [ProductType] = [.autoRenewable, .nonConsumable, .consumable, .nonRenewable]
        guard types.contains(product.type) else {
            let names = types.map(\.rawValue).joined(separator: ", ")
            throw CatalogError(
                path: "\(path).type", reason: .badValue(expected: "one of \(names)"))
        }
        let isSubscription = product.type == .autoRenewable
        let useless: [(key: String, isSet: Bool)] = [
            ("subscriptionGroupIdentifier", product.subscriptionGroupID != nil && !isSubscription),
            ("level", product.level != nil && !isSubscription),
            ("subscriptionPeriod", product.subscriptionPeriod != nil && !isSubscription),
            ("creditsPerPeriod", !product.creditsPerPeriod.isEmpty && !isSubscription),
            ("credits", product.credits != nil && isSubscription),
            ("duration", product.duration != nil && product.type != .nonRenewable),
            ("entitlements", product.entitlements?.isEmpty == false && product.type == .consumable),
        ]
        for (key, isSet) in useless where isSet {
            throw CatalogError(path: "\(path).\(key)", reason: .notForThisType(product.type))
        }
    }

    private static func checked(
        _ credits: [CatalogCredit], path: String, canExpire: Bool
    ) throws(CatalogError) -> [CatalogCredit] {
        try checkCount(credits.count, limit: CatalogLimits.worthCount, path: path)
        for (index, credit) in credits.enumerated() {
            let path = "\(path)[\(index)]"
            try checkIdentifier(credit.currency, path: "\(path).currency")
            guard (0...CatalogLimits.creditAmountUnits).contains(credit.amount) else {
                throw CatalogError(
                    path: "\(path).amount",
                    reason: .badValue(expected: "0 to \(CatalogLimits.creditAmountUnits)"))
            }
            guard canExpire || !credit.expiresWithPeriod else {
                throw CatalogError(path: "\(path).expireWithPeriod", reason: .unknownKey)
            }
        }
        let sorted = credits.sorted { left, right in
            left.currency != right.currency
                ? precedes(left.currency, right.currency)
                : !left.expiresWithPeriod && right.expiresWithPeriod
        }
        for (credit, next) in zip(sorted, sorted.dropFirst())
        where credit.currency == next.currency
            && credit.expiresWithPeriod == next.expiresWithPeriod
        {
            throw CatalogError(path: path, reason: .duplicate(credit.currency))
        }
        return sorted
    }

    private static func checkedSet(
        _ names: [String], path: String
    ) throws(CatalogError) -> [String] {
        try checkCount(names.count, limit: CatalogLimits.worthCount, path: path)
        var seen: Set<String> = []
        for (index, name) in names.enumerated() {
            try checkIdentifier(name, path: "\(path)[\(index)]")
            guard seen.insert(name).inserted else {
                throw CatalogError(path: "\(path)[\(index)]", reason: .duplicate(name))
            }
        }
        return names.sorted(by: precedes)
    }

    static func sorted(_ groups: [CatalogGroup]) -> [CatalogGroup] {
        groups.sorted { precedes($0.id, $1.id) }
    }

    static func sorted(_ products: [CatalogProduct]) -> [CatalogProduct] {
        products.sorted { precedes($0.productID, $1.productID) }
    }

    /// The order of a catalog's lists: by bytes, which no version of Unicode changes.
    private static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    private static func checkCount(_ count: Int, limit: Int, path: String) throws(CatalogError) {
        guard count <= limit else {
            throw CatalogError(path: path, reason: .tooMany(limit: limit))
        }
    }

    /// Refuses names that look like another one: a space at an end or a control character would
    /// make an entitlement that no caller asks for.
    private static func checkIdentifier(_ text: String, path: String) throws(CatalogError) {
        let limit = CatalogLimits.identifierLengthBytes
        let scalars = text.unicodeScalars
        guard (1...limit).contains(text.utf8.count),
            scalars.first?.properties.isWhitespace == false,
            scalars.last?.properties.isWhitespace == false,
            !scalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw CatalogError(
                path: path,
                reason: .badValue(
                    expected: "1 to \(limit) bytes, no space at an end, no control character"))
        }
    }

    private static func checkName(_ text: String?, path: String) throws(CatalogError) {
        let limit = CatalogLimits.nameLengthBytes
        guard text?.utf8.count ?? 0 <= limit else {
            throw CatalogError(path: path, reason: .badValue(expected: "at most \(limit) bytes"))
        }
    }
}
