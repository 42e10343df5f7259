@testable import Ledger

extension ModelLedger {
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

    /// Whether a spend is refused: if the balance then, or at any later instant known, would fall
    /// below zero; where it stops at zero, if the spend would add to what goes missing.
    ///
    /// The balance at an instant is the one that an answer about that instant gives: whose a lot
    /// is and which policy holds may change between the spend and now.
    func refuses(
        _ amount: Int64, of currency: String, from account: String, at instant: Instant
    ) -> Bool {
        let moves = lines.values.flatMap(\.assignments).map(\.at) + settings.instants
        let starts = [instant] + Set(moves).filter { $0 > instant }.sorted()
        let asked = HostAction(
            account: account, name: currency, amount: amount, key: "", from: instant,
            order: .max)
        return starts.indices.contains { index in
            let end = index + 1 < starts.count ? starts[index + 1] : .distantFuture
            return overdraws(asked, from: starts[index], to: end)
        }
    }

    /// Whether a spend overdraws at an instant of a stretch in which lots and policies stand still.
    private func overdraws(_ asked: HostAction, from start: Instant, to end: Instant) -> Bool {
        let lots = lots(of: asked.account, lines: [], asked.name, at: start)
        let clamps = settings["negativeBalance", at: start] == "clamp"
        func debts(_ spends: [HostAction]) -> [(at: Instant, units: Int64)] {
            var debts: [(at: Instant, units: Int64)] = []
            _ = ModelBalance(lots, spends: spends, until: .distantFuture, clamps: clamps) {
                debts.append((at: $0, units: $1))
            }
            return debts
        }
        let spends = spends(of: asked.account, asked.name)
        let (before, after) = (clamps ? debts(spends) : [], debts(spends + [asked]))
        return ([start] + after.map(\.at)).contains { instant in
            guard start <= instant, instant < end else { return false }
            let owed = after.last { $0.at <= instant }?.units ?? 0
            return owed > before.last { $0.at <= instant }?.units ?? 0
        }
    }
}
