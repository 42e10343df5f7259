/// One purchase, for `export transactions`: the columns are those of its newest statement.
struct PurchaseRow: Sendable, Hashable {
    var line: LineNumber
    var key: PurchaseKey
    /// The event that holds the fields of the newest statement.
    var sequence: UInt64
    /// When that statement was signed; later than in the event where it was signed again.
    var signedDate: Instant
    var transactionID: StoreIdentifier?
    var purchaseDate: Instant?
    /// A row that is a sale.
    var isPurchased: Bool
    /// Only while it is refunded at the instant asked for; the outer signed date where only a label
    /// says so (R7).
    var revocationDate: Instant?
    var revocationPercentageMillipercent: Int32?
}

/// One revocation of a sold purchase, or one change of how much of it is refunded.
struct RefundRow: Sendable, Hashable {
    var line: LineNumber
    var key: PurchaseKey
    var transactionID: StoreIdentifier?
    var product: Symbol?
    var revocationDate: Instant
    var revocationPercentageMillipercent: Int32
    /// Whether it was taken back by the instant asked for.
    var reversed: Bool
    /// The event that holds the other columns.
    var sequence: UInt64
}

extension LineState {
    /// One row for each purchase (F24, F25), by key, as refunded as it is at an instant.
    func purchaseRows(
        excluding foreign: Set<PurchaseKey> = [], at instant: Instant = .distantFuture
    ) -> [PurchaseRow] {
        purchases.compactMap { purchase in
            guard !foreign.contains(purchase.key), let last = purchase.versions.statements.last
            else { return nil }
            let facts = purchase.versions.content(of: last)
            let run = revocationRuns(of: purchase).last { $0.covers(instant) }
            let isOfNewest = run?.end == nil
            return PurchaseRow(
                line: line, key: purchase.key, sequence: facts.sequence,
                signedDate: last.signedDate, transactionID: facts.transactionID,
                purchaseDate: facts.purchaseDate, isPurchased: facts.isPurchased,
                revocationDate: run.map {
                    isOfNewest ? facts.revocationDate ?? $0.start : $0.start
                },
                revocationPercentageMillipercent: run?.percentageMillipercent(at: instant))
        }
    }

    /// By an instant a first revocation, each change of its percentage, and each refund after a
    /// reversal; the same refund signed again is none, and what a family member lost is none.
    func refundRows(
        excluding foreign: Set<PurchaseKey> = [], at instant: Instant = .distantFuture
    ) -> [RefundRow] {
        purchases.flatMap { purchase -> [RefundRow] in
            guard !foreign.contains(purchase.key), let facts = purchase.versions.current,
                facts.isPurchased
            else { return [] }
            return revocationRuns(of: purchase).flatMap { run in
                run.steps.filter { $0.at <= instant }.map { step in
                    RefundRow(
                        line: line, key: purchase.key, transactionID: step.transactionID,
                        product: facts.product, revocationDate: step.at,
                        revocationPercentageMillipercent: step.percentageMillipercent,
                        reversed: run.end.map { $0 <= instant } ?? false, sequence: step.sequence)
                }
            }
        }
    }
}
