@testable import Ledger

/// What a customer may use at an instant.
enum CustomerEntitlements {
    /// Every active entitlement with its grants (R12).
    ///
    /// `lines` are those that the customer owns at the instant, `hostGrants` what the host gives,
    /// `appPurchases` the customer's purchases of the app itself.
    static func active(
        lines: [LineState], hostGrants: HostGrants, appPurchases: [AppPurchase] = [],
        at instant: Instant, catalog: CatalogFacts, policies: Policies
    ) -> [ActiveEntitlement] {
        var gathering = EntitlementGathering()
        gathering.begin(at: instant, catalog: catalog, policies: policies)
        gathering.add(hostGrants)
        gathering.add(appPurchases)
        for line in lines { gathering.add(line) }
        var active: [ActiveEntitlement] = []
        gathering.finish { active.append($0) }
        return active
    }
}
