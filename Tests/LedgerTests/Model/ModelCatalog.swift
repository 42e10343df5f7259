import LedgerTesting

@testable import Ledger

/// One catalog, as the test wrote it.
struct ModelCatalog {
    struct Product {
        var level: Int64?
        var type: String
        var entitlements: [String]
        var worth: [Worth]
        var durationDays: Int64?
        /// Nil where the catalog does not say how long a period is.
        var isWeekly: Bool?
    }

    struct Worth {
        var currency: String
        var amount: Int64
        var expiresWithPeriod: Bool
    }

    var graceDays: Int64?
    var products: [String: Product] = [:]
}

extension ModelCatalog {
    init(_ json: TestJSON) {
        self.init(graceDays: Self.days(json["gracePeriod"]))
        for product in json["products"]?.elements ?? [] {
            guard let id = product["productId"]?.stringValue else { continue }
            products[id] = Product(product, id)
        }
    }

    /// The days of `P30D`; the tests use no other form.
    fileprivate static func days(_ period: TestJSON?) -> Int64? {
        period?.stringValue.flatMap { Int64($0.dropFirst().dropLast()) }
    }
}

extension ModelCatalog.Product {
    /// What is left out has a meaning, too.
    init(_ json: TestJSON, _ id: String) {
        type = json["type"]?.stringValue ?? ""
        level = json["level"]?.integerValue
        durationDays = ModelCatalog.days(json["duration"])
        isWeekly = json["subscriptionPeriod"]?.stringValue.map { $0 == "P1W" }
        let credits = json["credits"]?.elements ?? json["creditsPerPeriod"]?.elements ?? []
        worth = credits.map { credit in
            ModelCatalog.Worth(
                currency: credit["currency"]?.stringValue ?? "",
                amount: credit["amount"]?.integerValue ?? 0,
                expiresWithPeriod: credit["expireWithPeriod"] == .bool(true))
        }
        // A consumable without credits is worth one unit of a currency of its own, and grants none.
        let isConsumable = type == "Consumable"
        if isConsumable, worth.isEmpty {
            worth = [ModelCatalog.Worth(currency: id, amount: 1, expiresWithPeriod: false)]
        }
        let named = json["entitlements"]?.elements?.compactMap(\.stringValue)
        entitlements = named ?? (isConsumable ? [] : [id])
    }
}

/// Every catalog that was imported (R14).
struct ModelCatalogs {
    private var versions: [(at: Instant, order: Int, catalog: ModelCatalog)] = []

    mutating func add(_ catalog: ModelCatalog, at: Instant) {
        versions.append((at, versions.count, catalog))
        versions.sort { ($0.at, $0.order) < ($1.at, $1.order) }
    }

    /// The definition that holds at an instant (R14, P9).
    ///
    /// A catalog that leaves a product out lets the last definition stand; the first one that names
    /// it also holds for all time before it.
    func product(_ id: String?, at instant: Instant) -> ModelCatalog.Product? {
        guard let id else { return nil }
        let naming = versions.filter { $0.catalog.products[id] != nil }
        let last = naming.last { $0.at <= instant } ?? naming.first
        return last?.catalog.products[id]
    }

    /// F12, P3: how long a grace announced without a date lasts.
    func grace(
        after period: ModelPeriod, at instant: Instant, _ settings: ModelSettings
    ) -> Instant {
        let (end, facts) = (period.end, period.purchase.current)
        let version = versions.last { $0.at <= instant } ?? versions.first
        guard let configured = version?.catalog.graceDays else {
            return end.plus(days: Int64(settings["graceWithoutDateDays", at: instant]) ?? 3)
        }
        // Where the catalog does not say, a paid period of a week; an offer's length says nothing.
        let isShort = !facts.hasOffer && end <= period.start.plus(days: 7)
        let isWeekly = product(facts.product, at: instant)?.isWeekly ?? isShort
        let days = isWeekly ? min(configured, ModelLine.weeklyGraceDaysMax) : configured
        return end.plus(days: days)
    }
}

/// The policies: at T those in effect at T, throughout.
struct ModelSettings {
    private var changes: [(name: String, value: String, at: Instant, order: Int)] = []

    mutating func add(name: String, value: String, at: Instant) {
        changes.append((name, value, at, changes.count))
    }

    /// The instants from which on something holds.
    var instants: [Instant] { changes.map(\.at) }

    /// The value that holds; empty while none was set: then the default holds.
    subscript(name: String, at instant: Instant) -> String {
        changes.filter { $0.name == name && $0.at <= instant }
            .max { ($0.at, $0.order) < ($1.at, $1.order) }?.value ?? ""
    }

    /// P4, of `PT48H`; the tests use no other form.
    func slackHours(at instant: Instant) -> Int64? {
        let value = self["unconfirmedSlack", at: instant]
        return value.hasPrefix("PT") ? Int64(value.dropFirst(2).dropLast()) : nil
    }
}

extension TestJSON {
    var elements: [TestJSON]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }
}
