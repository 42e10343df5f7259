/// One import of a catalog.
struct CatalogVersion: Sendable, Hashable {
    /// From when on it holds.
    let effective: Instant
    /// Its place in the log; among versions of one instant the greatest holds.
    let sequence: UInt64
    let catalog: Catalog
}

/// What each product meant at each instant, from every catalog that was imported.
///
/// A later version replaces the earlier one from its effective instant on, but a product that it
/// leaves out keeps its last definition. The first version that names a product also holds for all
/// time before it, so that history can be taken in before a catalog exists.
struct CatalogTimeline: Sendable, Hashable {
    private var definitions: [String: Steps<CatalogProduct>] = [:]
    private var groupNames: [String: Steps<String?>] = [:]
    private var settings = Steps<Settings>()

    /// What an import replaces as a whole.
    private struct Settings: Hashable {
        let gracePeriod: CalendarPeriod?
        let paidApp: CatalogPaidApp?
    }

    /// The order of `versions` does not matter.
    init(_ versions: [CatalogVersion] = []) {
        for version in versions { insert(version) }
    }

    /// Adds one import.
    mutating func insert(_ version: CatalogVersion) {
        let since = Moment(effective: version.effective, sequence: version.sequence)
        let catalog = version.catalog
        for product in catalog.products {
            definitions[product.productID, default: Steps()].insert(product, since: since)
        }
        for group in catalog.groups {
            groupNames[group.id, default: Steps()].insert(group.name, since: since)
        }
        settings.insert(
            Settings(gracePeriod: catalog.gracePeriod, paidApp: catalog.paidApp), since: since)
    }

    /// All definitions in effect at an instant as one catalog, to be edited and imported again.
    ///
    /// It names the products that later versions left out, because their definitions still hold.
    func catalog(at instant: Instant) -> Catalog {
        Catalog(
            gracePeriod: gracePeriod(at: instant),
            checkedGroups: groupNames.map { id, names in
                CatalogGroup(id: id, name: names.value(at: instant) ?? nil)
            },
            checkedProducts: definitions.values.compactMap { $0.value(at: instant) },
            paidApp: paidApp(at: instant))
    }

    /// The definition in effect at an instant; `nil` where no version names the product.
    func definition(of productID: String, at instant: Instant) -> CatalogProduct? {
        definitions[productID]?.value(at: instant)
    }

    /// What one unit, or one paid period, bought at that instant is worth.
    ///
    /// An unknown product is worth nothing.
    func worth(of productID: String, purchasedAt instant: Instant) -> [CatalogCredit] {
        definition(of: productID, at: instant)?.worth ?? []
    }

    /// How long a non-renewing subscription bought at that instant lasts.
    ///
    /// As with its worth, a later version does not change what was bought.
    func duration(of productID: String, purchasedAt instant: Instant) -> CalendarPeriod? {
        definition(of: productID, at: instant)?.duration
    }

    /// What the product grants at an instant, sorted.
    ///
    /// An unknown product grants nothing.
    func entitlements(of productID: String, at instant: Instant) -> [String] {
        definition(of: productID, at: instant)?.grantedEntitlements ?? []
    }

    /// The rank in its group at an instant; 1 is the highest service.
    func level(of productID: String, at instant: Instant) -> Int32? {
        definition(of: productID, at: instant)?.level
    }

    /// The name of a subscription group at an instant, where one is known.
    func groupName(of groupID: String, at instant: Instant) -> String? {
        groupNames[groupID]?.value(at: instant) ?? nil
    }

    /// The grace period configured at an instant.
    ///
    /// A version without one ends that of the earlier.
    func gracePeriod(at instant: Instant) -> CalendarPeriod? {
        settings.value(at: instant)?.gracePeriod
    }

    /// The rule for customers who bought the app, at an instant.
    func paidApp(at instant: Instant) -> CatalogPaidApp? {
        settings.value(at: instant)?.paidApp
    }
}

/// When a version begins to hold.
private struct Moment: Hashable, Comparable {
    let effective: Instant
    let sequence: UInt64

    static func < (left: Moment, right: Moment) -> Bool {
        (left.effective, left.sequence) < (right.effective, right.sequence)
    }
}

/// A value that changes at known moments.
///
/// The first one also holds before its moment.
private struct Steps<Value: Sendable & Hashable>: Sendable, Hashable {
    private var steps: [Step] = []

    private struct Step: Hashable {
        let since: Moment
        let value: Value
    }

    /// Steps are mostly added in order, so the search starts at the end.
    mutating func insert(_ value: Value, since moment: Moment) {
        var index = steps.endIndex
        while index > 0, moment < steps[index - 1].since { index -= 1 }
        steps.insert(Step(since: moment, value: value), at: index)
    }

    /// O(log *n*) in the number of steps; nearly every product has one.
    func value(at instant: Instant) -> Value? {
        var low = 0
        var high = steps.count
        while low < high {
            let middle = (low + high) / 2
            if steps[middle].since.effective <= instant { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? steps[low - 1].value : steps.first?.value
    }
}
