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
    var grants: [EntitlementGrant]

    /// R12: an entitlement is the union over all grants and ends with the last of them.
    static func union(of grants: [EntitlementGrant]) -> [ActiveEntitlement] {
        let sorted = grants.sorted {
            $0.entitlement == $1.entitlement
                ? isBetter($0, $1) : $0.entitlement < $1.entitlement
        }
        return sorted.chunked { $0.entitlement == $1.entitlement }
            .compactMap { grants in
                grants.first.map { ActiveEntitlement($0.entitlement, grants: Array(grants)) }
            }
    }

    private init(_ entitlement: Symbol, grants: [EntitlementGrant]) {
        self.entitlement = entitlement
        product = grants.lazy.compactMap(\.product).first
        let isForEver = grants.contains { $0.expiresDate == nil }
        expiresDate = isForEver ? nil : grants.lazy.compactMap(\.expiresDate).max()
        unconfirmed = grants.allSatisfy(\.unconfirmed)
        inferred = grants.allSatisfy(\.inferred)
        self.grants = grants
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

extension Array {
    /// Neighbours that belong together.
    fileprivate func chunked(by belong: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
        var chunks: [ArraySlice<Element>] = []
        var start = startIndex
        for index in indices.dropFirst() where !belong(self[index - 1], self[index]) {
            chunks.append(self[start..<index])
            start = index
        }
        if start < endIndex { chunks.append(self[start...]) }
        return chunks
    }
}
