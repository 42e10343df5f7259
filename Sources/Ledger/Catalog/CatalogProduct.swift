/// One product of a catalog: what it grants and what it is worth.
public struct CatalogProduct: Sendable, Hashable {
    /// The product's id in App Store Connect.
    public var productID: String
    /// What kind of product it is.
    public var type: ProductType
    /// A name for people.
    public var name: String?
    /// The subscription group of an auto-renewable subscription.
    public var subscriptionGroupID: String?
    /// The rank in the group; 1 is the highest service.
    public var level: Int32?
    /// How long one paid period of an auto-renewable subscription is, where it is known.
    public var subscriptionPeriod: CalendarPeriod?
    /// How long a non-renewing subscription lasts.
    ///
    /// Without it the product grants nothing.
    public var duration: CalendarPeriod?
    /// What it grants: `nil` stands for one entitlement with the product's own id, an empty list
    /// for none.
    public var entitlements: [String]?
    /// What each paid period of an auto-renewable subscription credits.
    public var creditsPerPeriod: [CatalogCredit]
    /// What one unit credits: `nil` stands for one unit of a currency with the product's own id
    /// where the product is a consumable, and for nothing where it is not.
    public var credits: [CatalogCredit]?

    /// Makes a product; a ``Catalog`` checks it when it takes it in.
    public init(
        productID: String, type: ProductType, name: String? = nil,
        subscriptionGroupID: String? = nil, level: Int32? = nil,
        subscriptionPeriod: CalendarPeriod? = nil, duration: CalendarPeriod? = nil,
        entitlements: [String]? = nil, creditsPerPeriod: [CatalogCredit] = [],
        credits: [CatalogCredit]? = nil
    ) {
        self.productID = productID
        self.type = type
        self.name = name
        self.subscriptionGroupID = subscriptionGroupID
        self.level = level
        self.subscriptionPeriod = subscriptionPeriod
        self.duration = duration
        self.entitlements = entitlements
        self.creditsPerPeriod = creditsPerPeriod
        self.credits = credits
    }

    /// The entitlements with the default filled in.
    ///
    /// A consumable grants none.
    public var grantedEntitlements: [String] {
        if type == .consumable { return [] }
        return entitlements ?? [productID]
    }

    /// What one purchase, or one paid period, credits, with the default filled in.
    public var worth: [CatalogCredit] {
        if type == .autoRenewable { return creditsPerPeriod }
        let ownUnit = [CatalogCredit(currency: productID, amount: 1)]
        return credits ?? (type == .consumable ? ownUnit : [])
    }
}
