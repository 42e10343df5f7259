/// A one-time purchase as an answer needs it.
struct OneTimePurchase: Sendable, Hashable {
    var line: LineNumber
    var originalTransactionID: StoreIdentifier?
    var key: PurchaseKey
    var facts: PurchaseFacts
    /// The product's type: the transaction's, else the catalog's.
    var type: Symbol?
    /// When it was bought: the earliest date of any version, because a restored copy has its own
    /// (F24).
    var start: Instant
    var events: [UInt64]
}

extension LineState {
    /// The one-time purchases bought by an instant and not revoked at it (F2).
    func collectUnrevokedOneTimePurchases(
        at instant: Instant, catalog: CatalogFacts, into found: inout [OneTimePurchase]
    ) {
        for index in purchases.indices where !purchases[index].key.isPeriod {
            let purchase = purchases[index]
            guard let last = purchase.versions.statements.last,
                let start = startOfOneTime(purchase), start <= instant,
                revocationInForce(of: purchase, at: instant) == nil
            else { continue }
            let facts = purchase.versions.content(of: last)
            let catalogType =
                facts.type == nil
                ? facts.product.flatMap { catalog.product($0, at: instant)?.type } : nil
            found.append(
                OneTimePurchase(
                    line: line, originalTransactionID: originalTransactionID, key: purchase.key,
                    facts: facts, type: facts.type ?? catalogType, start: start,
                    events: [last.sequence]))
        }
    }

    /// When a one-time purchase was bought (F24).
    func startOfOneTime(_ purchase: Purchase) -> Instant? {
        purchase.versions.contents.lazy.compactMap(\.purchaseDate).min()
    }
}

/// How a customer's purchases of non-renewing subscriptions follow each other (P8).
enum NonRenewingStack {
    /// One purchase with the stretch it gives.
    struct Stretch: Sendable, Hashable {
        var purchase: OneTimePurchase
        var end: Instant
    }

    /// The stretches that are not over at an instant, of purchases that are unrevoked at it.
    ///
    /// In a stack a purchase starts at the later of its purchaseDate and the end of the one before
    /// it of the same product; so a refund moves the later ones up, from the revocationDate only.
    /// A product without a duration in the catalog gives none.
    static func stretches(
        of purchases: [OneTimePurchase], at instant: Instant, catalog: CatalogFacts,
        policy: Policies.NonRenewing
    ) -> [Stretch] {
        let ordered = purchases.sorted { ($0.start, $0.key) < ($1.start, $1.key) }
        var ends: [Symbol: Instant] = [:]
        var stretches: [Stretch] = []
        for purchase in ordered where purchase.type == BuiltInSymbols.nonRenewing {
            guard let product = purchase.facts.product,
                let duration = catalog.product(product, at: purchase.start)?.duration
            else { continue }
            let start: Instant
            switch policy {
            case .stack: start = max(purchase.start, ends[product] ?? purchase.start)
            case .overlap: start = purchase.start
            }
            let end = duration.end(from: start)
            ends[product] = end
            if instant < end { stretches.append(Stretch(purchase: purchase, end: end)) }
        }
        return stretches
    }
}
