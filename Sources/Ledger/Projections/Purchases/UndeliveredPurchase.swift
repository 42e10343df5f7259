/// A purchase that the backend has not acknowledged.
struct UndeliveredPurchase: Sendable, Hashable {
    var line: LineNumber
    var key: PurchaseKey
    var transactionID: StoreIdentifier?
    var product: Symbol?
    var purchaseDate: Instant
    var sequence: UInt64
}

extension LineState {
    /// Every unrevoked purchase without a finish at an instant, renewals included.
    ///
    /// A finish of any transactionId of the purchase finishes it.
    func unfinished(at instant: Instant) -> [UndeliveredPurchase] {
        purchases.compactMap { purchase in
            guard let facts = purchase.versions.current,
                let start = purchase.key.isPeriod ? facts.purchaseDate : startOfOneTime(purchase),
                start <= instant, !isFinished(purchase, at: instant),
                !revocationRuns(of: purchase).contains(where: { $0.covers(instant) })
            else { return nil }
            return UndeliveredPurchase(
                line: line, key: purchase.key, transactionID: facts.transactionID,
                product: facts.product, purchaseDate: start, sequence: facts.sequence)
        }
    }

    private func isFinished(_ purchase: Purchase, at instant: Instant) -> Bool {
        finishes.contains { finish in
            finish.at <= instant
                && purchase.versions.contents.contains {
                    $0.transactionID == finish.transactionID
                }
        }
    }
}
