/// One reason why a customer has one entitlement at one instant.
struct EntitlementGrant: Sendable, Hashable {
    var entitlement: Symbol
    var source: Entitlement.Source
    var product: Symbol?
    /// The product's rank in its group at T.
    var level: Int32?
    var line: LineNumber?
    var key: PurchaseKey?
    var transactionID: StoreIdentifier?
    var originalTransactionID: StoreIdentifier?
    /// Nil for what never ends.
    var expiresDate: Instant?
    /// The state of a subscription.
    var state: SubscriptionState?
    var unconfirmed = false
    var inferred = false
    var events: [UInt64]
}

/// One entitlement that is active at an instant, with every grant of it (R12).
struct ActiveEntitlement: Sendable, Hashable {
    var entitlement: Symbol
    /// The product of the best grant; nil where only the host grants it.
    var product: Symbol?
    /// The latest end of its grants; nil where one never ends.
    var expiresDate: Instant?
    /// Whether every grant of it is unconfirmed: one that is certain is enough.
    var unconfirmed: Bool
    /// Whether every grant of it is inferred.
    var inferred: Bool
    /// The best first.
    var grants: ArraySlice<EntitlementGrant>

    /// R12: an entitlement is the union over all grants and ends with the last of them.
    ///
    /// Puts the grants in the order of their entitlements, the best first, and visits each
    /// entitlement.
    static func union(
        of grants: inout [EntitlementGrant], _ body: (ActiveEntitlement) -> Void
    ) {
        if grants.count > 1 {
            grants.sort {
                $0.entitlement == $1.entitlement
                    ? isBetter($0, $1) : $0.entitlement < $1.entitlement
            }
        }
        var start = grants.startIndex
        while start < grants.endIndex {
            let entitlement = grants[start].entitlement
            var end = start + 1
            while end < grants.endIndex, grants[end].entitlement == entitlement { end += 1 }
            body(ActiveEntitlement(entitlement, grants: grants[start..<end]))
            start = end
        }
    }

    private init(_ entitlement: Symbol, grants: ArraySlice<EntitlementGrant>) {
        self.entitlement = entitlement
        product = nil
        expiresDate = .distantPast
        unconfirmed = true
        inferred = true
        self.grants = grants
        for index in grants.indices {
            product = product ?? grants[index].product
            if let end = grants[index].expiresDate, let latest = expiresDate {
                expiresDate = max(latest, end)
            } else {
                expiresDate = nil
            }
            unconfirmed = unconfirmed && grants[index].unconfirmed
            inferred = inferred && grants[index].inferred
        }
    }

    /// The grant that ends last is the best; then as in R11.
    private static func isBetter(_ left: EntitlementGrant, _ right: EntitlementGrant) -> Bool {
        let ends = (left.expiresDate ?? .distantFuture, right.expiresDate ?? .distantFuture)
        if ends.0 != ends.1 { return ends.0 > ends.1 }
        let levels = (left.level ?? .max, right.level ?? .max)
        if levels.0 != levels.1 { return levels.0 < levels.1 }
        let ids = (
            left.originalTransactionID?.bits ?? .max, right.originalTransactionID?.bits ?? .max
        )
        if ids.0 != ids.1 { return ids.0 < ids.1 }
        let keys = (left.key?.identifier.bits ?? .max, right.key?.identifier.bits ?? .max)
        if keys.0 != keys.1 { return keys.0 < keys.1 }
        return (left.events.first ?? 0) < (right.events.first ?? 0)
    }
}
