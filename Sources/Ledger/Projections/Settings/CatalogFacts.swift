/// What a catalog says about one product, as far as answers need it, in symbols.
struct ProductFacts: Sendable, Hashable {
    /// What it grants, in the order of the catalog; empty for none.
    var entitlements: [Symbol] = []
    /// What one unit, or one paid period, adds to balances.
    var worth: [CreditFacts] = []
    /// The rank in its group; 1 is the highest service.
    var level: Int32?
    /// The product's type, as transactions name it.
    var type: Symbol?
    /// How long a non-renewing subscription lasts.
    var duration: CalendarPeriod?
    /// Whether a paid period is one week; nil where the catalog does not say how long it is.
    var isWeekly: Bool?
}

/// Units of one currency that a purchase adds.
struct CreditFacts: Sendable, Hashable {
    var currency: Symbol
    var amount: Int64
    var expiresWithPeriod: Bool
}

/// The rule for customers who bought the app before it became free, in symbols.
struct PaidAppFacts: Sendable, Hashable {
    var before: Instant
    /// Nil stands for every platform.
    var platforms: [Symbol]?
    var entitlements: [Symbol]

    /// Whether a purchase of the app counts; one on an unknown platform does where all do.
    func counts(_ purchase: AppPurchase) -> Bool {
        guard let bought = purchase.originalPurchaseDate, bought < before else { return false }
        guard let platforms else { return true }
        return purchase.originalPlatform.map(platforms.contains) ?? false
    }
}

/// What every product meant at every instant: the catalog events of the log, in symbols.
///
/// The fold compares numbers only. Whoever reads catalog events fills this from their texts once;
/// the rules of effect are those of `CatalogTimeline`.
struct CatalogFacts: Sendable, Hashable {
    /// By symbol: a search among some dozens costs less than hashing, and each question searches
    /// once for each subscription.
    private var products: [Product] = []
    private var gracePeriods: [Step<CalendarPeriod?>] = []
    private var paidApps: [Step<PaidAppFacts?>] = []

    private struct Product: Sendable, Hashable {
        let symbol: Symbol
        var steps: [Step<ProductFacts>] = []
    }

    private struct Step<Value: Sendable & Hashable>: Sendable, Hashable {
        let effective: Instant
        let sequence: UInt64
        let value: Value
    }

    /// Adds what one import says about one product.
    mutating func insert(
        _ facts: ProductFacts, for product: Symbol, effective: Instant, sequence: UInt64
    ) {
        let index = firstIndex(from: product)
        if index == products.endIndex || products[index].symbol != product {
            products.insert(Product(symbol: product), at: index)
        }
        Self.insert(
            Step(effective: effective, sequence: sequence, value: facts),
            into: &products[index].steps)
    }

    /// Adds the grace period of one import; one without ends that of the import before.
    mutating func insert(
        gracePeriod: CalendarPeriod?, effective: Instant, sequence: UInt64
    ) {
        Self.insert(
            Step(effective: effective, sequence: sequence, value: gracePeriod),
            into: &gracePeriods)
    }

    /// Adds the paid-app rule of one import; one without ends that of the import before.
    mutating func insert(paidApp: PaidAppFacts?, effective: Instant, sequence: UInt64) {
        Self.insert(
            Step(effective: effective, sequence: sequence, value: paidApp), into: &paidApps)
    }

    /// The definition in effect at an instant; nil where no catalog names the product.
    ///
    /// The first one also holds for all time before it (R14).
    func product(_ product: Symbol, at instant: Instant) -> ProductFacts? {
        place(of: product, at: instant).map { products[$0.product].steps[$0.step].value }
    }

    /// What the definition in effect at an instant grants.
    func entitlements(of product: Symbol, at instant: Instant) -> [Symbol] {
        guard let place = place(of: product, at: instant) else { return [] }
        return products[place.product].steps[place.step].value.entitlements
    }

    /// The rank that the definition in effect at an instant gives; nil where it gives none.
    func level(of product: Symbol, at instant: Instant) -> Int32? {
        guard let place = place(of: product, at: instant) else { return nil }
        return products[place.product].steps[place.step].value.level
    }

    /// Where the definition in effect at an instant stands: whoever wants one fact of it copies no
    /// more.
    private func place(of product: Symbol, at instant: Instant) -> (product: Int, step: Int)? {
        let index = firstIndex(from: product)
        guard index < products.endIndex, products[index].symbol == product,
            let step = Self.place(in: products[index].steps, at: instant)
        else { return nil }
        return (index, step)
    }

    /// The index of the first product whose symbol is this one or follows it.
    private func firstIndex(from product: Symbol) -> Int {
        var low = 0
        var high = products.count
        while low < high {
            let middle = (low + high) / 2
            if products[middle].symbol < product { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Whether a product, or the rule of the paid app, ever granted an entitlement of this name.
    func everGrants(_ isNamed: (Symbol) -> Bool) -> Bool {
        products.contains { product in
            product.steps.contains { $0.value.entitlements.contains(where: isNamed) }
        }
            || paidApps.contains { $0.value?.entitlements.contains(where: isNamed) == true }
    }

    /// The products that were ever worth units of a balance.
    var creditedProducts: CreditedProducts {
        var credited = CreditedProducts()
        for product in products
        where product.steps.contains(where: { !$0.value.worth.isEmpty }) {
            credited.insert(product.symbol)
        }
        return credited
    }

    /// The grace period configured at an instant.
    func gracePeriod(at instant: Instant) -> CalendarPeriod? {
        Self.value(of: gracePeriods, at: instant) ?? nil
    }

    /// The rule at an instant for customers who bought the app.
    func paidApp(at instant: Instant) -> PaidAppFacts? {
        Self.value(of: paidApps, at: instant) ?? nil
    }

    private static func insert<Value>(_ step: Step<Value>, into steps: inout [Step<Value>]) {
        var index = steps.endIndex
        while index > 0,
            (step.effective, step.sequence) < (
                steps[index - 1].effective, steps[index - 1].sequence
            )
        {
            index -= 1
        }
        steps.insert(step, at: index)
    }

    private static func value<Value>(of steps: [Step<Value>], at instant: Instant) -> Value? {
        place(in: steps, at: instant).map { steps[$0].value }
    }

    /// The place of the last step that has taken effect, else of the first one.
    private static func place<Value>(in steps: [Step<Value>], at instant: Instant) -> Int? {
        if steps.isEmpty { return nil }
        var place = steps.count - 1
        while place > 0, instant < steps[place].effective { place -= 1 }
        return place
    }
}

/// Products that are worth units of a balance, by symbol number: asked for each purchase of a walk.
struct CreditedProducts: Sendable, Hashable {
    private var isCredited: [Bool] = []

    func contains(_ product: Symbol) -> Bool {
        let index = Int(product.number)
        return index < isCredited.count && isCredited[index]
    }

    mutating func insert(_ product: Symbol) {
        let index = Int(product.number)
        if index >= isCredited.count {
            isCredited += [Bool](repeating: false, count: index + 1 - isCredited.count)
        }
        isCredited[index] = true
    }
}
