import Testing

@testable import Ledger

@Suite("Balances of known cases")
struct BalanceScenarioTests {
    /// A day of March 2026; a fraction is part of the day.
    private func march(_ day: Double) -> Instant {
        let first: Int64 = 1_772_323_200_000
        return Instant(millisecondsSince1970: first + Int64((day - 1) * 86_400_000))
    }

    private func lot(
        _ id: String, _ amount: Int64, _ day: Double, until: Double? = nil,
        refunds: [(day: Double, percentage: Int32)] = []
    ) -> BalanceLot {
        BalanceLot(
            lotID: id, kind: .purchase, amountGranted: amount, creditedAt: march(day),
            expiresAt: until.map(march), sequence: 1,
            revocations: refunds.map {
                RevocationChange(
                    at: march($0.day), percentageMillipercent: $0.percentage, sequence: 2)
            })
    }

    private func spend(
        _ key: String, _ amount: Int64, _ day: Double, sequence: UInt64 = 3
    ) -> BalanceSpend {
        BalanceSpend(key: key, amount: amount, at: march(day), sequence: sequence)
    }

    @Test("A refund after the coins were spent makes a debt that the next purchase pays")
    func refundAfterSpending() {
        var state = BalanceState(
            lots: [lot("30", 100, 1, refunds: [(10, 100_000)]), lot("31", 100, 15)],
            spends: [spend("k1", 80, 2)])
        #expect(state.folded(asOf: march(5)).balance == 20)
        let after = state.folded(asOf: march(11))
        #expect(after.balance == -80)
        #expect(after.spendable == 0)
        #expect(after.lots.map(\.granted) == [100])
        #expect(after.lots.map(\.remaining) == [0])
        #expect(after.lots.map(\.clawedBack) == [100])
        #expect(
            state.refusal(of: spend("k2", 1, 12), now: march(12))
                == .insufficientBalance(shortfall: 81))
        #expect(state.folded(asOf: march(16)).balance == 20)
        #expect(state.folded(asOf: march(16)).lots.map(\.remaining) == [0, 20])

        state.overdraft = .clamp
        #expect(state.folded(asOf: march(11)).balance == 0)
        #expect(state.folded(asOf: march(11)).shortfall == 80)
        #expect(state.folded(asOf: march(11)).lots.map(\.clawedBack) == [20])
        #expect(state.folded(asOf: march(16)).balance == 100)
        #expect(state.folded(asOf: march(16)).shortfall == 80)
    }

    @Test("Of two spends that do not fit together the second is refused")
    func twoSpends() {
        var state = BalanceState(lots: [lot("1", 100, 1)], spends: [spend("k1", 30, 2)])
        let second = spend("k2", 50, 3, sequence: 4)
        let third = spend("k3", 50, 3, sequence: 5)
        #expect(state.refusal(of: second, now: march(3)) == nil)
        state.spends.append(second)
        #expect(
            state.refusal(of: third, now: march(3)) == .insufficientBalance(shortfall: 30))
        #expect(state.folded(asOf: march(3)).balance == 20)
    }

    @Test("What was in the wallet at a date follows what is known of that date")
    func walletAtADate() {
        var state = BalanceState(lots: [lot("1", 100, 10)], spends: [spend("k", 40, 20)])
        let end = march(31.999)
        #expect(state.folded(asOf: end).balance == 60)
        state.lots.append(lot("2", 200, 30))
        #expect(state.folded(asOf: end).balance == 260)
        state.lots[0] = lot("1", 100, 10, refunds: [(31.5, 100_000)])
        #expect(state.folded(asOf: end).balance == 160)
        #expect(state.folded(asOf: march(31.25)).balance == 260)
    }

    @Test(
        "A part of a refund is rounded half up",
        arguments: [
            (100, 33_333, 33), (100, 66_667, 67), (3, 33_333, 1), (2, 25_000, 1), (1, 50_000, 1),
            (1, 49_999, 0), (300, 33_333, 100), (100, 0, 0), (100, 100_000, 100),
            (100, 200_000, 100), (100, -5, 0), (.max, 50_000, .max / 2 + 1), (.max, 100_000, .max),
        ] as [(Int64, Int32, Int64)])
    func rounding(granted: Int64, percentage: Int32, clawed: Int64) {
        let state = BalanceState(lots: [lot("1", granted, 1, refunds: [(2, percentage)])])
        let answer = state.folded(asOf: march(3))
        #expect(answer.lots.map(\.clawedBack) == [clawed])
        #expect(answer.balance == granted - clawed)
    }

    @Test("A percentage is a target: the second one takes only what is missing to it")
    func cumulativeTarget() {
        let refunds: [(day: Double, percentage: Int32)] = [
            (2, 33_333), (3, 66_667), (4, 66_667), (5, 0), (6, 100_000),
        ]
        let state = BalanceState(lots: [lot("1", 100, 1, refunds: refunds)])
        let movements = state.folded(asOf: march(9)).movements
        #expect(movements.map(\.amount) == [100, -33, -34, 67, -100])
        #expect(
            movements.map(\.kind) == [.credit, .clawback, .clawback, .reinstatement, .clawback])
    }

    @Test("A refunded period takes back a share of what did not expire")
    func refundedPeriod() {
        let state = BalanceState(
            lots: [lot("1", 500, 1, until: 10, refunds: [(12, 50_000), (14, 0)])],
            spends: [spend("k", 200, 5)])
        #expect(state.folded(asOf: march(11)).balance == 0)
        #expect(state.folded(asOf: march(11)).lots.map(\.expired) == [300])
        #expect(state.folded(asOf: march(13)).balance == -100)
        #expect(state.folded(asOf: march(15)).balance == 0)
    }

    @Test("A refund taken back after the lot's end gives back what was spent, not what is over")
    func reversedAfterExpiry() {
        let state = BalanceState(
            lots: [lot("1", 500, 1, until: 10, refunds: [(8, 100_000), (12, 0)])],
            spends: [spend("k", 200, 5)])
        #expect(state.folded(asOf: march(9)).balance == -200)
        #expect(state.folded(asOf: march(11)).balance == -200)
        let after = state.folded(asOf: march(13))
        #expect(after.balance == 0)
        #expect(after.lots.map(\.expired) == [300])
        #expect(after.movements.suffix(2).map(\.amount) == [500, -300])
    }

    @Test("A spend takes the soonest to expire, then the oldest, then the lowest number")
    func spendingOrder() {
        let state = BalanceState(
            lots: [
                lot("10", 1, 1), lot("9", 1, 1), lot("a", 1, 1), lot("8", 1, 2),
                lot("7", 1, 3, until: 20), lot("6", 1, 3, until: 10),
            ],
            spends: [spend("k", 6, 5)])
        let spent = state.folded(asOf: march(6)).movements.filter { $0.kind == .spend }
        #expect(spent.map(\.lotID) == ["6", "7", "9", "10", "a", "8"])
        #expect(spent.allSatisfy { $0.spendKey == "k" && $0.amount == -1 })
    }

    @Test("A reversed spend goes back to its lots; what went to an expired one is gone")
    func reversal() {
        let state = BalanceState(
            lots: [lot("1", 30, 1, until: 10), lot("2", 100, 1)], spends: [spend("k", 50, 5)],
            spendReversals: [SpendReversal(spendKey: "k", at: march(12), sequence: 9)])
        let before = state.folded(asOf: march(11))
        #expect(before.balance == 80)
        let after = state.folded(asOf: march(12))
        #expect(after.balance == 100)
        #expect(after.lots.map(\.expired) == [30, 0])
        #expect(after.movements.suffix(3).map(\.kind) == [.reversal, .reversal, .expiry])
        #expect(after.movements.suffix(3).map(\.amount).reduce(0, +) == 20)
    }

    @Test("A reversal dated before its spend acts with the spend, not before it")
    func reversalBeforeSpend() {
        var state = BalanceState(
            lots: [lot("1", 100, 1)], spends: [spend("k", 50, 5, sequence: 9)],
            spendReversals: [SpendReversal(spendKey: "k", at: march(4), sequence: 2)])
        #expect(state.folded(asOf: march(4)).balance == 100)
        #expect(state.folded(asOf: march(5)).balance == 100)
        #expect(state.folded(asOf: march(5)).movements.map(\.amount) == [100, -50, 50])
        state.spendReversals[0].at = march(5)
        #expect(state.folded(asOf: march(5)).balance == 100)
    }

    @Test("New units pay the oldest debt first, one that was paid and came back among them")
    func oldestDebtFirst() {
        let state = BalanceState(
            lots: [
                lot("1", 10, 1, refunds: [(3, 100_000), (4, 0), (6, 100_000)]),
                lot("2", 10, 7, until: 20),
            ],
            spends: [spend("k1", 10, 2), spend("k2", 10, 5)],
            spendReversals: [SpendReversal(spendKey: "k2", at: march(21), sequence: 9)])
        #expect(state.folded(asOf: march(6)).balance == -20)
        #expect(state.folded(asOf: march(8)).balance == -10)
        // The second lot paid for the refund, so nothing of it comes back and expires.
        #expect(state.folded(asOf: march(21)).balance == 0)
        #expect(state.folded(asOf: march(21)).lots.map(\.expired) == [0, 0])
    }

    @Test("A lot ends before its last instant: it pays no spend of that instant")
    func expiresBeforeSpends() {
        let state = BalanceState(lots: [lot("1", 10, 1, until: 5)])
        #expect(
            state.refusal(of: spend("k", 1, 5), now: march(6)) == .insufficientBalance(shortfall: 1)
        )
        let justBefore = BalanceSpend(
            key: "k", amount: 10, at: march(5).advanced(byMilliseconds: -1), sequence: 3)
        #expect(state.refusal(of: justBefore, now: march(6)) == nil)
    }

    @Test("A purchase of the same instant pays for a spend")
    func creditsBeforeSpends() {
        let state = BalanceState(lots: [lot("1", 10, 5)])
        #expect(state.refusal(of: spend("k", 10, 5), now: march(5)) == nil)
        #expect(
            state.refusal(of: spend("k", 11, 5), now: march(5))
                == .insufficientBalance(shortfall: 1))
    }

    @Test("A spend in the past is refused where a later one needs the units")
    func laterInstants() {
        let state = BalanceState(lots: [lot("1", 100, 1)], spends: [spend("k1", 80, 10)])
        #expect(state.refusal(of: spend("k2", 20, 5), now: march(12)) == nil)
        #expect(
            state.refusal(of: spend("k2", 21, 5), now: march(12))
                == .insufficientBalance(shortfall: 1))
    }

    @Test("A spend of nothing, or in the future, is refused")
    func refusedByItself() {
        let state = BalanceState(lots: [lot("1", 100, 1)])
        #expect(state.refusal(of: spend("k", 0, 5), now: march(6)) == .amountNotPositive)
        #expect(state.refusal(of: spend("k", .min, 5), now: march(6)) == .amountNotPositive)
        #expect(state.refusal(of: spend("k", 1, 7), now: march(6)) == .inFuture)
        #expect(state.refusal(of: spend("k", 1, 6), now: march(6)) == nil)
    }

    @Test("A reversal needs a spend before it, once, and not in the future")
    func reversalRefusals() {
        var state = BalanceState(lots: [lot("1", 100, 1)], spends: [spend("k", 10, 5)])
        func reversal(_ key: String, _ day: Double) -> SpendReversal {
            SpendReversal(spendKey: key, at: march(day), sequence: 9)
        }
        let now = march(6)
        #expect(state.refusal(of: reversal("other", 6), now: now) == .unknownSpend)
        #expect(state.refusal(of: reversal("k", 4), now: now) == .precedesSpend)
        #expect(state.refusal(of: reversal("k", 7), now: now) == .inFuture)
        #expect(state.refusal(of: reversal("k", 5), now: now) == nil)
        state.spendReversals.append(reversal("k", 5))
        #expect(state.refusal(of: reversal("k", 6), now: now) == .alreadyReversed)
        #expect(state.folded(asOf: now).balance == 100)
    }

    @Test("A host's credit can expire and be taken back")
    func hostCredits() {
        var credit = lot("gift", 50, 1, until: 20)
        credit.kind = .hostCredit
        let state = BalanceState(
            lots: [credit], spends: [spend("k", 20, 2)],
            creditReversals: [CreditReversal(creditKey: "gift", at: march(10), sequence: 8)])
        #expect(state.folded(asOf: march(9)).balance == 30)
        #expect(state.folded(asOf: march(10)).balance == -20)
        #expect(state.folded(asOf: march(21)).balance == -20)
    }

    @Test("Amounts at the ends of the range neither trap nor wrap")
    func extremes() {
        var lots = (1...3).map { lot("\($0)", .max, 1, refunds: [(3, 100_000), (5, 50_000)]) }
        lots.append(lot("4", .min, 1))
        var state = BalanceState(
            lots: lots, spends: (1...4).map { spend("k\($0)", .max, 2) },
            spendReversals: (1...4).map {
                SpendReversal(spendKey: "k\($0)", at: march(6), sequence: 9)
            })
        #expect(state.folded(asOf: march(1)).balance == .max)
        #expect(state.folded(asOf: march(2)).balance == -.max)
        #expect(state.folded(asOf: march(3)).balance == .min)
        #expect(state.folded(asOf: march(7)).balance == .max)
        #expect(
            state.refusal(of: spend("k5", .max, 4), now: march(9))
                == .insufficientBalance(shortfall: .max))
        state.overdraft = .clamp
        #expect(state.folded(asOf: march(3)).balance == 0)
        #expect(state.folded(asOf: march(3)).shortfall == .max)
    }

    @Test("Ten thousand purchases and spends fold in order")
    func manyFacts() {
        let count = 10_000
        let state = BalanceState(
            lots: (1...count).map { lot("\($0)", 10, Double($0) / 1_000) },
            spends: (1...count).map {
                spend("k\($0)", 10, Double($0) / 1_000 + 11, sequence: UInt64($0))
            })
        let answer = state.folded(asOf: .distantFuture)
        #expect(answer.balance == 0)
        #expect(answer.movements.count == 2 * count)
    }
}
