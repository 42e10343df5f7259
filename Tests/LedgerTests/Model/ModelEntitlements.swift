@testable import Ledger

/// One reason for an entitlement.
struct ModelGrant {
    var entitlement: String
    var source: Entitlement.Source
    var product: String?
    var level: Int64?
    var transaction: String?
    var line: String?
    /// Nil for what never ends.
    var ends: Instant?
    var state: SubscriptionState?
    var isUnconfirmed = false
    var isInferred = false
}

extension ModelLedger {
    /// Everything that grants something at T (R12).
    func grants(of lines: [ModelLine], account: String?, at instant: Instant) -> [ModelGrant] {
        subscriptionGrants(of: lines, at: instant) + oneTimeGrants(of: lines, at: instant)
            + hostGrants(of: account, at: instant)
    }

    /// What a product grants follows the catalog at T (R14); an unknown one grants nothing (P9).
    private func grants(
        _ product: String?, at instant: Instant, _ grant: (String, Int64?) -> ModelGrant
    ) -> [ModelGrant] {
        guard let facts = catalogs.product(product, at: instant) else { return [] }
        return facts.entitlements.map { grant($0, facts.level) }
    }

    private func subscriptionGrants(of lines: [ModelLine], at instant: Instant) -> [ModelGrant] {
        let keepsInRetry = settings["accessInBillingRetry", at: instant] == "on"
        return lines.compactMap { $0.status(at: instant, catalogs, settings) }.flatMap { status in
            let isKept = keepsInRetry && status.state == .inBillingRetryPeriod
            guard status.givesService || isKept else { return [ModelGrant]() }
            return grants(status.product, at: instant) { entitlement, level in
                ModelGrant(
                    entitlement: entitlement,
                    source: status.isFamilyShared ? .family : .subscription,
                    product: status.product, level: level, transaction: status.transaction,
                    line: status.line,
                    ends: isKept
                        ? status.retryEnd : lastEnd(of: entitlement, status, at: instant),
                    state: status.state, isUnconfirmed: status.isUnconfirmed,
                    isInferred: status.isInferred)
            }
        }
    }

    /// F1: periods charged ahead carry an entitlement on as long as their products grant it too.
    private func lastEnd(
        of entitlement: String, _ status: ModelStatus, at instant: Instant
    ) -> Instant? {
        guard let first = status.paid.first else { return status.expires }
        let rest = status.paid.dropFirst().prefix { period in
            catalogs.product(period.product, at: instant)?.entitlements
                .contains(entitlement) ?? false
        }
        return rest.last?.end ?? first.end
    }

    /// A one-time purchase that was bought by T and is not revoked at it.
    private struct Owned {
        var line: String
        var purchase: ModelPurchase
        var start: Instant
        var type: String?
    }

    private func oneTimeGrants(of lines: [ModelLine], at instant: Instant) -> [ModelGrant] {
        let owned = lines.flatMap { line in
            line.purchases.compactMap { purchase -> Owned? in
                guard !purchase.key.isPeriod, let start = purchase.purchaseDate,
                    start <= instant, !line.isRevoked(purchase, at: instant)
                else { return nil }
                let facts = purchase.current
                let type = facts.type ?? catalogs.product(facts.product, at: instant)?.type
                return Owned(line: line.original, purchase: purchase, start: start, type: type)
            }
        }
        let lasting = owned.filter { $0.type == "Non-Consumable" }
        return lasting.flatMap { grants($0, .nonConsumable, until: nil, at: instant) }
            + nonRenewing(owned.filter { $0.type == "Non-Renewing Subscription" }, at: instant)
    }

    private func grants(
        _ owned: Owned, _ source: Entitlement.Source, until end: Instant?, at instant: Instant
    ) -> [ModelGrant] {
        let facts = owned.purchase.current
        return grants(facts.product, at: instant) { entitlement, level in
            ModelGrant(
                entitlement: entitlement, source: facts.isFamilyShared ? .family : source,
                product: facts.product, level: level, transaction: facts.id, line: owned.line,
                ends: end)
        }
    }

    /// P8: each starts where the one before it of the same product ends, unless they
    /// overlap by choice.
    ///
    /// A refunded one is not among them from its revocation on.
    private func nonRenewing(_ owned: [Owned], at instant: Instant) -> [ModelGrant] {
        let overlaps = settings["nonRenewing", at: instant] == "overlap"
        var ends: [String: Instant] = [:]
        var found: [ModelGrant] = []
        let ordered = owned.sorted { ($0.start, $0.purchase.key) < ($1.start, $1.purchase.key) }
        for one in ordered {
            // What was bought lasts as the catalog said then (R14); without a duration it is none.
            guard let product = one.purchase.current.product,
                let days = catalogs.product(product, at: one.start)?.durationDays
            else { continue }
            let previous = overlaps ? nil : ends[product]
            let end = max(one.start, previous ?? one.start).plus(days: days)
            ends[product] = end
            if instant < end { found += grants(one, .nonRenewing, until: end, at: instant) }
        }
        return found
    }

    /// P6, P7: no App Store event ends them.
    private func hostGrants(of account: String?, at instant: Instant) -> [ModelGrant] {
        grants.filter { grant in
            grant.account == account && grant.from <= instant
                && instant < (grant.until ?? .distantFuture)
                && instant < (grant.takenBack?.at ?? .distantFuture)
        }.map { ModelGrant(entitlement: $0.name, source: .host, ends: $0.until) }
    }
}
