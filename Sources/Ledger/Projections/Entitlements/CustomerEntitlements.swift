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
        var grants = hostGrants.active(at: instant)
        append(appPurchases, to: &grants, at: instant, catalog: catalog)
        var oneTime: [OneTimePurchase] = []
        for line in lines {
            if let status = line.status(at: instant, catalog: catalog, policies: policies) {
                append(status, to: &grants, at: instant, catalog: catalog, policies: policies)
            }
            oneTime += line.unrevokedOneTimePurchases(at: instant, catalog: catalog)
        }
        for purchase in oneTime where purchase.type == BuiltInSymbols.nonConsumable {
            append(
                purchase, .nonConsumable, until: nil, to: &grants, at: instant, catalog: catalog)
        }
        let stretches = NonRenewingStack.stretches(
            of: oneTime, at: instant, catalog: catalog, policy: policies.nonRenewing)
        for stretch in stretches {
            append(
                stretch.purchase, .nonRenewing, until: stretch.end, to: &grants, at: instant,
                catalog: catalog)
        }
        return ActiveEntitlement.union(of: grants)
    }

    /// A purchase of the app before it became free grants for ever what the rule in effect names.
    private static func append(
        _ appPurchases: [AppPurchase], to grants: inout [EntitlementGrant], at instant: Instant,
        catalog: CatalogFacts
    ) {
        guard let rule = catalog.paidApp(at: instant) else { return }
        for purchase in appPurchases where rule.counts(purchase) {
            guard let bought = purchase.originalPurchaseDate, bought <= instant else { continue }
            for entitlement in rule.entitlements {
                grants.append(
                    EntitlementGrant(
                        entitlement: entitlement, source: .paidApp, events: [purchase.sequence]))
            }
        }
    }

    /// A subscription grants while its state gives service, and in billing retry where the host
    /// chose so.
    private static func append(
        _ status: LineStatus, to grants: inout [EntitlementGrant], at instant: Instant,
        catalog: CatalogFacts, policies: Policies
    ) {
        var expires = status.paidExpiresDate ?? status.expiresDate
        if !status.state.isEntitled {
            guard policies.accessInBillingRetry, status.state == .inBillingRetryPeriod else {
                return
            }
            expires = status.billingRetryEndsDate
        }
        guard let product = status.product,
            let facts = catalog.product(product, at: instant)
        else { return }
        for entitlement in facts.entitlements {
            grants.append(
                EntitlementGrant(
                    entitlement: entitlement,
                    source: status.isFamilyShared ? .family : .subscription, product: product,
                    level: status.level, line: status.line, key: status.key,
                    transactionID: status.transactionID,
                    originalTransactionID: status.originalTransactionID,
                    expiresDate: lastEnd(
                        of: entitlement, from: expires, status.adjoining, at: instant,
                        catalog: catalog),
                    state: status.state, unconfirmed: status.unconfirmed,
                    inferred: status.inferred, events: status.events))
        }
    }

    /// When a subscription stops granting an entitlement: periods charged ahead carry it on as long as
    /// their products grant it too.
    private static func lastEnd(
        of entitlement: Symbol, from expires: Instant?, _ adjoining: [AdjoiningPeriod],
        at instant: Instant, catalog: CatalogFacts
    ) -> Instant? {
        var end = expires
        for period in adjoining {
            let facts = period.product.flatMap { catalog.product($0, at: instant) }
            guard facts?.entitlements.contains(entitlement) == true else { break }
            end = period.expires
        }
        return end
    }

    private static func append(
        _ purchase: OneTimePurchase, _ source: Entitlement.Source, until expires: Instant?,
        to grants: inout [EntitlementGrant], at instant: Instant, catalog: CatalogFacts
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
