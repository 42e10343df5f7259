/// The products of an app as the host defines them: groups, levels, entitlements and worth.
///
/// A catalog is always valid: its initialiser refuses what has no meaning. Lists are kept sorted,
/// so that two catalogs that say the same are equal and are written as the same bytes.
public struct Catalog: Sendable, Hashable {
    /// How long the App Store keeps service during a billing problem, as set in App Store Connect.
    public let gracePeriod: CalendarPeriod?
    /// The subscription groups that have a name.
    public let groups: [CatalogGroup]
    /// The products, sorted by id, each id once.
    public let products: [CatalogProduct]
    /// What customers get who bought the app before it became free.
    public let paidApp: CatalogPaidApp?

    /// Makes a catalog of checked parts.
    ///
    /// - Throws: ``CatalogError`` that names the part by its place in the lists given.
    /// - Complexity: O(*n* log *n*) in the number of products.
    public init(
        gracePeriod: CalendarPeriod? = nil, groups: [CatalogGroup] = [],
        products: [CatalogProduct], paidApp: CatalogPaidApp? = nil
    ) throws(CatalogError) {
        self.gracePeriod = gracePeriod
        self.groups = try CatalogRules.checked(groups)
        self.products = try CatalogRules.checked(products)
        self.paidApp = try CatalogRules.checked(paidApp)
    }

    /// Puts parts together that were checked when other catalogs were made, each id once.
    init(
        gracePeriod: CalendarPeriod?, checkedGroups: [CatalogGroup],
        checkedProducts: [CatalogProduct], paidApp: CatalogPaidApp?
    ) {
        self.gracePeriod = gracePeriod
        groups = CatalogRules.sorted(checkedGroups)
        products = CatalogRules.sorted(checkedProducts)
        self.paidApp = paidApp
    }
}

/// A subscription group.
public struct CatalogGroup: Sendable, Hashable {
    /// The group's id in App Store Connect.
    public var id: String
    /// A name for people.
    public var name: String?

    /// Makes a group; a ``Catalog`` checks it when it takes it in.
    public init(id: String, name: String? = nil) {
        self.id = id
        self.name = name
    }
}

/// What customers get who bought the app while it still had a price.
public struct CatalogPaidApp: Sendable, Hashable {
    /// The instant at which the app became free; a purchase before it counts.
    public var before: Instant
    /// The platforms on which the purchase counts; `nil` stands for every one.
    public var platforms: [PurchasePlatform]?
    /// What is granted, for ever.
    public var entitlements: [String]

    /// Makes the rule; a ``Catalog`` checks it when it takes it in.
    public init(before: Instant, platforms: [PurchasePlatform]? = nil, entitlements: [String]) {
        self.before = before
        self.platforms = platforms
        self.entitlements = entitlements
    }
}
