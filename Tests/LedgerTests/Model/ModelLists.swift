@testable import Ledger

/// A refund of a sold purchase, or a change of its share.
struct ModelRefund {
    var transaction: String
    var line: String
    var at: Instant
    var share: Int64
    var product: String?
    var isReversed: Bool
}

/// A line that nobody owns.
struct ModelUnattributed {
    var line: String
    var product: String?
    var purchaseDate: Instant?
}

/// A purchase that the backend has not said it delivered.
struct ModelUnfinished {
    var transaction: String
    var line: String
    var product: String?
    var purchaseDate: Instant
}

extension ModelLedger {
    /// Every purchase of some lines that is neither finished nor revoked at T; a finish acts on
    /// the purchase, whichever of its transactions it names.
    func unfinished(of lines: [ModelLine], at instant: Instant) -> [ModelUnfinished] {
        lines.flatMap { line in
            line.purchases.compactMap { purchase -> ModelUnfinished? in
                guard let date = purchase.purchaseDate, date <= instant,
                    !isFinished(purchase, at: instant),
                    !line.revocations(of: purchase).contains(where: { $0.covers(instant) })
                else { return nil }
                return ModelUnfinished(
                    transaction: purchase.current.id, line: line.original,
                    product: purchase.current.product, purchaseDate: date)
            }
        }
    }

    func isFinished(_ purchase: ModelPurchase, at instant: Instant) -> Bool {
        finishes.contains { finish in
            finish.at <= instant
                && purchase.versions.contains { $0.content.id == finish.transaction }
        }
    }

    /// Every refund by T; what a family member lost is none.
    func refunds(at instant: Instant) -> [ModelRefund] {
        sortedLines.flatMap { line in
            ownPurchases(of: line).filter(\.current.isPurchased).flatMap { purchase in
                line.revocations(of: purchase).flatMap { revocation in
                    revocation.shares.filter { $0.at <= instant }.map { at, share, transaction in
                        ModelRefund(
                            transaction: transaction, line: line.original, at: at, share: share,
                            product: purchase.current.product,
                            isReversed: revocation.end.map { $0 <= instant } ?? false)
                    }
                }
            }
        }
    }

    /// F21: every line without an owner of which something was bought by T.
    func unattributed(at instant: Instant) -> [ModelUnattributed] {
        sortedLines.compactMap { line in
            guard owner(of: line, at: instant, asking: instant) == nil else { return nil }
            let bought = line.purchases.map(\.current)
                .filter { ($0.purchaseDate ?? .distantPast) <= instant }
            let newest = bought.map { $0.purchaseDate ?? .distantPast }.max()
            return bought.first { ($0.purchaseDate ?? .distantPast) == newest }.map {
                ModelUnattributed(
                    line: line.original, product: $0.product, purchaseDate: $0.purchaseDate)
            }
        }
    }
}
