/// Gathers what a customer may use at an instant, line by line (R12).
///
/// Its lists keep their memory when it begins again, because every host asks on every request.
struct EntitlementGathering {
    private var instant = Instant.distantPast
    private var catalog = CatalogFacts()
    private var policies = Policies()
    private var grants: [EntitlementGrant] = []
    private var oneTime: [OneTimePurchase] = []
    /// The paid periods of the line that is looked at.
    private var periods: [PaidPeriod] = []

    /// Begins for one customer at an instant, by the settings in effect then.
    mutating func begin(at instant: Instant, catalog: CatalogFacts, policies: Policies) {
        use(catalog)
        begin(at: instant, policies: policies)
    }

    /// Takes a catalog for every customer that follows.
    mutating func use(_ catalog: CatalogFacts) { self.catalog = catalog }

    /// Begins for one customer by the catalog that is in use.
    mutating func begin(at instant: Instant, policies: Policies) {
        self.instant = instant
        self.policies = policies
        grants.empty()
        oneTime.empty()
    }

    /// A line that is quiet (`LineState.quietFrom`) from this instant or an earlier one on grants
    /// nothing at the instant that is asked about.
    var quietest: Instant {
        // P4 prolongs by a period of the calendar: then only what never grants is quiet.
        if policies.unconfirmedSlack != nil { return .distantPast }
        guard policies.accessInBillingRetry else { return instant }
        // Access in billing retry prolongs by that, however long that lasts (R8, F26).
        return instant.advanced(
            byMilliseconds: -SubscriptionLimits.commitmentRetryDays
                * Instant.millisecondsPerDay)
    }

    /// Adds what the host gives.
    mutating func add(_ hostGrants: HostGrants) {
        if hostGrants.grants.isEmpty { return }
        grants += hostGrants.active(at: instant)
    }

    /// Adds the customer's purchases of the app itself: one before it became free grants for ever
    /// what the rule in effect names.
    mutating func add(_ appPurchases: [AppPurchase]) {
        guard !appPurchases.isEmpty, let rule = catalog.paidApp(at: instant) else { return }
        for purchase in appPurchases where rule.counts(purchase) {
            guard let bought = purchase.originalPurchaseDate, bought <= instant else { continue }
            for entitlement in rule.entitlements {
                grants.append(
                    EntitlementGrant(
                        entitlement: entitlement, source: .paidApp, events: [purchase.sequence]))
            }
        }
    }

    /// Adds a line that the customer owns at the instant; its status, where it is a subscription.
    @discardableResult
    mutating func add(_ line: borrowing LineState) -> LineStatus? {
        let status = line.status(
            at: instant, catalog: catalog, policies: policies, periods: &periods)
        if let status { add(status) }
        line.collectUnrevokedOneTimePurchases(at: instant, catalog: catalog, into: &oneTime)
        return status
    }

    /// Ends the gathering and visits every active entitlement with its grants, by symbol.
    mutating func finish(_ body: (ActiveEntitlement) -> Void) {
        addOneTimePurchases()
        ActiveEntitlement.union(of: &grants, body)
    }

    /// A subscription grants while its state gives service, and in billing retry where the host
    /// chose so.
    private mutating func add(_ status: LineStatus) {
        var expires = status.paidExpiresDate ?? status.expiresDate
        if !status.state.isEntitled {
            guard policies.accessInBillingRetry, status.state == .inBillingRetryPeriod else {
                return
            }
            expires = status.billingRetryEndsDate
        }
        guard let product = status.product else { return }
        for entitlement in catalog.entitlements(of: product, at: instant) {
            grants.append(
                EntitlementGrant(
                    entitlement: entitlement,
                    source: status.isFamilyShared ? .family : .subscription, product: product,
                    level: status.level, line: status.line, key: status.key,
                    transactionID: status.transactionID,
                    originalTransactionID: status.originalTransactionID,
                    expiresDate: lastEnd(of: entitlement, from: expires, status.adjoining),
                    state: status.state, unconfirmed: status.unconfirmed,
                    inferred: status.inferred, events: status.events))
        }
    }

    /// When a subscription stops granting an entitlement: periods charged ahead carry it on as long
    /// as their products grant it too.
    private func lastEnd(
        of entitlement: Symbol, from expires: Instant?, _ adjoining: [AdjoiningPeriod]
    ) -> Instant? {
        var end = expires
        for period in adjoining {
            guard let product = period.product,
                catalog.entitlements(of: product, at: instant).contains(entitlement)
            else { break }
            end = period.expires
        }
        return end
    }

    private mutating func addOneTimePurchases() {
        if oneTime.isEmpty { return }
        for purchase in oneTime where purchase.type == BuiltInSymbols.nonConsumable {
            add(purchase, .nonConsumable, until: nil)
        }
        guard oneTime.contains(where: { $0.type == BuiltInSymbols.nonRenewing }) else { return }
        let stretches = NonRenewingStack.stretches(
            of: oneTime, at: instant, catalog: catalog, policy: policies.nonRenewing)
        for stretch in stretches { add(stretch.purchase, .nonRenewing, until: stretch.end) }
    }

    private mutating func add(
        _ purchase: OneTimePurchase, _ source: Entitlement.Source, until expires: Instant?
    ) {
        guard let product = purchase.facts.product,
            let facts = catalog.product(product, at: instant)
        else { return }
        for entitlement in facts.entitlements {
            grants.append(
                EntitlementGrant(
                    entitlement: entitlement,
                    source: purchase.facts.isFamilyShared ? .family : source, product: product,
                    level: facts.level, line: purchase.line, key: purchase.key,
                    transactionID: purchase.facts.transactionID,
                    originalTransactionID: purchase.originalTransactionID, expiresDate: expires,
                    events: purchase.events))
        }
    }
}
