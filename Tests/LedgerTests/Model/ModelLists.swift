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

extension ModelLedger {
    /// Every refund (CLI, "refunds"); what a family member lost is none.
    var refunds: [ModelRefund] {
        sortedLines.flatMap { line in
            ownPurchases(of: line).filter { !$0.current.isFamilyShared }.flatMap { purchase in
                line.revocations(of: purchase).flatMap { revocation in
                    revocation.shares.map { at, share, transaction in
                        ModelRefund(
                            transaction: transaction, line: line.original, at: at, share: share,
                            product: purchase.current.product, isReversed: revocation.end != nil)
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

    /// Whom a line's id stands for: its owner, else the line alone (CLI, "Instants and customers").
    func customer(ofLine id: String, at instant: Instant) -> (account: String?, [ModelLine]) {
        guard let line = lines[id] else { return (nil, []) }
        guard let owner = owner(of: line, at: instant, asking: instant) else { return (nil, [line]) }
        return (owner, lines(of: owner, at: instant))
    }

    /// The balance of an account, or of lines that stand for themselves.
    func balance(
        of account: String?, lines: [ModelLine], _ currency: String, at instant: Instant
    ) -> ModelBalance {
        ModelBalance(
            lots(of: account, lines: lines, currency, at: instant),
            spends: spends(of: account, currency), until: instant,
            clamps: settings["negativeBalance", at: instant] == "clamp")
    }

    private func spends(of account: String?, _ currency: String) -> [HostAction] {
        spends.filter { $0.account == account && $0.name == currency }
    }

    /// Whether a spend is refused at `now`: if more would be owed then or at any later instant that
    /// is known than without it.
    func refuses(
        _ amount: Int64, of currency: String, from account: String, at instant: Instant,
        now: Instant
    ) -> Bool {
        let lots = lots(of: account, lines: [], currency, at: instant)
        let clamps = settings["negativeBalance", at: instant] == "clamp"
        func debts(_ spends: [HostAction]) -> [(Instant, Int64)] {
            var debts: [(Instant, Int64)] = []
            _ = ModelBalance(lots, spends: spends, until: .distantFuture, clamps: clamps) {
                debts.append(($0, $1))
            }
            return debts
        }
        let spends = spends(of: account, currency)
        let before = clamps ? debts(spends) : []
        let asked = HostAction(
            account: account, name: currency, amount: amount, key: "", from: instant,
            order: .max)
        return debts(spends + [asked]).contains { at, debt in
            at >= instant && debt > before.last { $0.0 <= at }?.1 ?? 0
        }
    }
}
