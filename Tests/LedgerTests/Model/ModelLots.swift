@testable import Ledger

/// Units credited at once.
struct ModelLot {
    /// The purchase key, or the key of the host's credit.
    var id: String
    /// The newest transaction of the purchase; nil for a credit of the host.
    var transaction: String?
    var amount: Int64
    var at: Instant
    var expires: Instant?
    /// How much is taken back from each instant on: targets (R13).
    var shares: [(at: Instant, share: Int64)] = []

    /// A spend takes the soonest-expiring lot, then the oldest, then the lowest id.
    static func isSpentBefore(_ one: ModelLot, _ other: ModelLot) -> Bool {
        let ends = (one.expires ?? .distantFuture, other.expires ?? .distantFuture)
        if ends.0 != ends.1 { return ends.0 < ends.1 }
        if one.at != other.at { return one.at < other.at }
        return ModelKey.isLower(one.id, other.id)
    }
}

extension ModelLedger {
    /// The currencies that an account, or lines that stand for themselves, were ever credited or
    /// spent.
    func currencies(of account: String?, lines: [ModelLine], at instant: Instant) -> [String] {
        let bought = sortedLines.flatMap { line in
            ownPurchases(of: line).flatMap { worth(of: $0).map(\.currency) }
        }
        let host = Set((credits + spends).filter { $0.account == account }.map(\.name))
        return host.union(bought).sorted().filter { currency in
            host.contains(currency)
                || !lots(of: account, lines: lines, currency, at: instant).isEmpty
        }
    }

    /// What a purchase is worth, by the catalog of its purchaseDate (R14); a family member's copy
    /// is worth nothing (1.3, SUBSCRIBED).
    private func worth(of purchase: ModelPurchase) -> [ModelCatalog.Worth] {
        guard !purchase.current.isFamilyShared, let date = purchase.purchaseDate else { return [] }
        return catalogs.product(purchase.current.product, at: date)?.worth ?? []
    }

    /// The lots of one currency that an account has: every one of its own, whoever owns the line
    /// now (P14).
    ///
    /// Without an account, all lots of the lines.
    func lots(
        of account: String?, lines: [ModelLine], _ currency: String, at instant: Instant
    ) -> [ModelLot] {
        let lines = account == nil ? lines : sortedLines
        let bought = lines.flatMap { line in
            ownPurchases(of: line).flatMap { purchase -> [ModelLot] in
                guard let date = purchase.purchaseDate,
                    account == nil
                        || lotOwner(of: line, boughtAt: date, at: instant) == account
                else { return [] }
                return lots(of: purchase, boughtAt: date, line, currency)
            }
        }
        let host = credits.filter { $0.name == currency && $0.account == account }
        return (bought + host.map(Self.lot)).sorted(by: ModelLot.isSpentBefore)
    }

    private func lots(
        of purchase: ModelPurchase, boughtAt date: Instant, _ line: ModelLine, _ currency: String
    ) -> [ModelLot] {
        worth(of: purchase).filter { $0.currency == currency }.map { worth in
            ModelLot(
                id: purchase.key.id, transaction: purchase.current.id,
                // F18: n units are worth n times as much.
                amount: worth.amount * max(purchase.current.quantity, 1), at: date,
                expires: worth.expiresWithPeriod && purchase.key.isPeriod
                    ? purchase.current.expiresDate : nil,
                shares: line.refundedShares(of: purchase))
        }
    }

    /// A credit of the host; one that is taken back is taken back whole.
    private static func lot(of credit: HostAction) -> ModelLot {
        ModelLot(
            id: credit.key, amount: credit.amount, at: credit.from, expires: credit.until,
            shares: credit.takenBack.map { [(at: $0.at, share: Int64(100_000))] } ?? [])
    }
}
