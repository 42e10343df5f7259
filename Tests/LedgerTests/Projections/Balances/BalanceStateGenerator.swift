@testable import Ledger

extension BalanceState {
    /// The milliseconds in which everything of a random state happens.
    static let randomInstants: ClosedRange<Int64> = 0...24

    /// Small amounts and few instants, so that facts meet at one instant often.
    static func random(_ overdraft: OverdraftPolicy, using random: inout SeededGenerator) -> Self {
        func instant() -> Instant {
            Instant(millisecondsSince1970: .random(in: randomInstants, using: &random))
        }
        var sequences = Array(UInt64(1)...60).shuffled(using: &random)
        func sequence() -> UInt64 { sequences.popLast() ?? 0 }
        var state = BalanceState(overdraft: overdraft)
        for lot in 1...Int.random(in: 1...6, using: &random) {
            let isPurchase = Int.random(in: 0..<3, using: &random) > 0
            let ends = Bool.random(using: &random)
            let changes = isPurchase ? Int.random(in: 0...4, using: &random) : 0
            state.lots.append(
                BalanceLot(
                    lotID: "\(lot * 7)", kind: isPurchase ? .purchase : .hostCredit,
                    amountGranted: .random(in: 0...12, using: &random), creditedAt: instant(),
                    expiresAt: ends ? instant() : nil, sequence: sequence(),
                    revocations: (0..<changes).map { _ in instant() }.sorted().map {
                        RevocationChange(
                            at: $0,
                            percentageMillipercent: [0, 0, 33_333, 50_000, 100_000]
                                .randomElement(using: &random) ?? 0,
                            sequence: sequence())
                    }))
            if !isPurchase, Bool.random(using: &random) {
                state.creditReversals.append(
                    CreditReversal(creditKey: "\(lot * 7)", at: instant(), sequence: sequence()))
            }
        }
        for spend in 0..<Int.random(in: 0...7, using: &random) {
            let spend = BalanceSpend(
                key: "k\(spend)", amount: .random(in: 1...9, using: &random), at: instant(),
                sequence: sequence())
            state.spends.append(spend)
            if Bool.random(using: &random) {
                // At one instant a reversal has the greater sequence: it was recorded later.
                let at = max(instant(), spend.at)
                state.spendReversals.append(
                    SpendReversal(
                        spendKey: spend.key, at: at,
                        sequence: at == spend.at ? spend.sequence + 100 : sequence()))
            }
        }
        return state
    }

    /// The same facts, learnt in another order.
    func shuffled(using random: inout SeededGenerator) -> Self {
        BalanceState(
            lots: lots.shuffled(using: &random), spends: spends.shuffled(using: &random),
            spendReversals: spendReversals.shuffled(using: &random),
            creditReversals: creditReversals.shuffled(using: &random), overdraft: overdraft)
    }
}
