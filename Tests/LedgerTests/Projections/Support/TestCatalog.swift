@testable import Ledger

extension CatalogFacts {
    /// Catalogue C1 of the scenarios: grace of 16 days, three levels in one group.
    static let c1: CatalogFacts = {
        var catalog = CatalogFacts()
        func add(
            _ product: Symbol, _ entitlements: [Symbol], level: Int32? = nil,
            type: Symbol = BuiltInSymbols.autoRenewable, duration: String? = nil,
            isWeekly: Bool = false
        ) {
            catalog.insert(
                ProductFacts(
                    entitlements: entitlements, level: level, type: type,
                    duration: duration.flatMap { CalendarPeriod(iso8601: $0) },
                    isWeekly: isWeekly),
                for: product, effective: on("2020-01-01"), sequence: 1)
        }
        add(Name.proYearly, [Name.pro], level: 1)
        add(Name.proMonthly, [Name.pro], level: 2)
        add(Name.basicMonthly, [Name.basic], level: 3)
        add(Name.weekly, [Name.pro], level: 4, isWeekly: true)
        add(Name.proLifetime, [Name.pro], type: BuiltInSymbols.nonConsumable)
        add(Name.coins, [], type: BuiltInSymbols.consumable)
        add(
            Name.season, [Name.seasonEntitlement], type: BuiltInSymbols.nonRenewing,
            duration: "P90D")
        catalog.insert(
            gracePeriod: CalendarPeriod(iso8601: "P16D"), effective: on("2020-01-01"), sequence: 1)
        return catalog
    }()
}

extension LineState {
    func status(_ date: String, policies: Policies = Policies()) -> LineStatus? {
        status(at: on(date), catalog: .c1, policies: policies)
    }

    func state(_ date: String) -> SubscriptionState? { status(date)?.state }
}

/// What a customer with these lines may use.
func entitlements(
    _ lines: [LineState], _ date: String, host: HostGrants = HostGrants(),
    policies: Policies = Policies(), catalog: CatalogFacts = .c1
) -> [ActiveEntitlement] {
    CustomerEntitlements.active(
        lines: lines, hostGrants: host, at: on(date), catalog: catalog, policies: policies)
}

/// The kinds of what is odd about a line.
func anomalyKinds(_ line: LineState) -> [String] {
    line.anomalies(catalog: .c1, policies: PolicyTimeline()).map(\.kind)
}
