/// Reads the products of Xcode's StoreKit configuration (`.storekit`), versions 1.0 to 6.3.
///
/// Lenient where the ledger's own file is strict: Xcode writes it and adds keys with every
/// version. What has no place in a catalog is left out, with a note where that may matter.
struct StoreKitConfigurationFile {
    private(set) var groups: [CatalogGroup] = []
    private(set) var products: [CatalogProduct] = []
    /// What the reader should know about what was left out.
    private(set) var notes: [String] = []

    /// Every version says which one it is; no other catalog does.
    static func recognises(_ file: CatalogObject) -> Bool {
        file.has("version") || file.has("subscriptionGroups")
    }

    init(_ file: CatalogObject) throws(CatalogError) {
        for key in ["products", "nonRenewingSubscriptions", "subscriptions"] {
            for object in try file.objects(key) { try add(object, group: nil) }
        }
        for object in try file.objects("subscriptionGroups") {
            let group = CatalogGroup(
                id: try object.requiredText("id"), name: try object.text("name"))
            groups.append(group)
            for subscription in try object.objects("subscriptions") {
                try add(subscription, group: group)
            }
        }
        try noteWhatIsLeftOut(file)
    }

    private mutating func add(
        _ object: CatalogObject, group: CatalogGroup?
    ) throws(CatalogError) {
        let type = try productType(object)
        var product = CatalogProduct(productID: try object.requiredText("productID"), type: type)
        if let name = try object.text("referenceName"), !name.isEmpty { product.name = name }
        if type == .autoRenewable {
            product.subscriptionGroupID = try object.text("subscriptionGroupID") ?? group?.id
            product.level = try level(object)
            product.subscriptionPeriod = try object.period("recurringSubscriptionPeriod")
        }
        if type == .nonRenewable {
            notes.append(
                "\(product.productID) grants nothing yet: a .storekit file does not say how long"
                    + " a non-renewing subscription lasts; add a duration and import again")
        }
        products.append(product)
    }

    private func productType(_ object: CatalogObject) throws(CatalogError) -> ProductType {
        switch try object.requiredText("type") {
        case "Consumable": return .consumable
        case "NonConsumable": return .nonConsumable
        case "NonRenewingSubscription": return .nonRenewable
        case "RecurringSubscription": return .autoRenewable
        default:
            throw CatalogError(
                path: object.path("type"),
                reason: .badValue(
                    expected: "Consumable, NonConsumable, NonRenewingSubscription or"
                        + " RecurringSubscription"))
        }
    }

    /// Xcode calls the level a group number.
    private func level(_ object: CatalogObject) throws(CatalogError) -> Int32? {
        guard let number = try object.wholeNumber("groupNumber") else { return nil }
        return Int32(clamping: number)
    }

    private mutating func noteWhatIsLeftOut(_ file: CatalogObject) throws(CatalogError) {
        let graceIsOn =
            try file.object("settings")?.flag("_billingGracePeriodEnabled") ?? false
        if graceIsOn {
            notes.append(
                "the file turns a billing grace period on but does not say how long it is;"
                    + " add a gracePeriod and import again")
        }
        for key in ["subscriptionSuiteGroups", "subscriptionBundleGroups"] {
            let count = try file.objects(key).count
            if count > 0 { notes.append("\(key): \(count) left out; a catalog has none") }
        }
    }
}
