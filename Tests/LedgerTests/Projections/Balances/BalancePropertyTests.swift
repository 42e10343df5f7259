import Testing

@testable import Ledger

@Suite("Balances of random facts")
struct BalancePropertyTests {
    /// Each seed makes many states; a failure names the state by its place.
    private static let statesPerSeed = 150

    @Test(
        "The fold agrees with the model of single units at every instant",
        arguments: 1...8 as ClosedRange<UInt64>, [OverdraftPolicy.negative, .clamp])
    func agreesWithModel(seed: UInt64, overdraft: OverdraftPolicy) {
        var random = SeededGenerator(seed: seed)
        for place in 0..<Self.statesPerSeed {
            let state = BalanceState.random(overdraft, using: &random)
            var model = UnitModel(state)
            for millisecond in BalanceState.randomInstants {
                let instant = Instant(millisecondsSince1970: millisecond)
                model.play(instant)
                let answer = state.folded(asOf: instant)
                guard agree(answer, model) else {
                    Issue.record("state \(place) at \(millisecond): \(answer) of \(state)")
                    return
                }
            }
        }
    }

    private func agree(_ answer: BalanceAnswer, _ model: UnitModel) -> Bool {
        let clamps = model.state.overdraft == .clamp
        let lots = model.lots.indices.filter { model.credited.contains($0) }
        return answer.balance == Int64(model.balance)
            && answer.spendable == Int64(max(0, model.balance))
            && answer.shortfall == Int64(clamps ? model.missing : 0)
            && answer.lots.map(\.lotID) == lots.map { model.lots[$0].lotID }
            && answer.lots.map(\.remaining) == lots.map { Int64(model.count($0, .available)) }
            && answer.lots.map(\.expired) == lots.map { Int64(model.count($0, .expired)) }
            && answer.lots.map(\.clawedBack)
                == lots.map {
                    Int64(model.clawed[$0, default: 0] - (clamps ? model.missing(ofLot: $0) : 0))
                }
    }

    @Test(
        "Facts learnt in any order give the same answer",
        arguments: 1...4 as ClosedRange<UInt64>, [OverdraftPolicy.negative, .clamp])
    func orderDoesNotMatter(seed: UInt64, overdraft: OverdraftPolicy) {
        var random = SeededGenerator(seed: seed &+ 1_000)
        for _ in 0..<Self.statesPerSeed {
            let state = BalanceState.random(overdraft, using: &random)
            let instant = Instant(
                millisecondsSince1970: .random(in: BalanceState.randomInstants, using: &random))
            let answer = state.folded(asOf: instant)
            for _ in 0..<5 {
                #expect(state.shuffled(using: &random).folded(asOf: instant) == answer)
            }
        }
    }

    @Test(
        "Movements sum to the balance at every instant, and time only adds to them",
        arguments: 1...4 as ClosedRange<UInt64>, [OverdraftPolicy.negative, .clamp])
    func movementsSum(seed: UInt64, overdraft: OverdraftPolicy) {
        var random = SeededGenerator(seed: seed &+ 2_000)
        for place in 0..<Self.statesPerSeed {
            let state = BalanceState.random(overdraft, using: &random)
            let all = state.folded(asOf: .distantFuture).movements
            for millisecond in BalanceState.randomInstants {
                let instant = Instant(millisecondsSince1970: millisecond)
                let answer = state.folded(asOf: instant)
                let past = all.filter { $0.effective <= instant }
                let sum = past.reduce(0) { $0 + $1.amount }
                guard answer.movements == past, answer.balance == sum,
                    !past.contains(where: { $0.amount == 0 }),
                    overdraft == .negative || answer.balance >= 0
                else {
                    Issue.record("state \(place) at \(millisecond): \(answer)")
                    return
                }
            }
        }
    }

    @Test(
        "A spend is taken exactly where no later instant misses more units",
        arguments: 1...4 as ClosedRange<UInt64>, [OverdraftPolicy.negative, .clamp])
    func refusalAgreesWithModel(seed: UInt64, overdraft: OverdraftPolicy) {
        var random = SeededGenerator(seed: seed &+ 3_000)
        var taken = 0
        for place in 0..<Self.statesPerSeed {
            let state = BalanceState.random(overdraft, using: &random)
            let spend = BalanceSpend(
                key: "new", amount: .random(in: 1...9, using: &random),
                at: Instant(
                    millisecondsSince1970: .random(
                        in: BalanceState.randomInstants, using: &random)),
                sequence: 1_000)
            let expected = shortfall(of: spend, in: state)
            let refusal = state.refusal(of: spend, now: .distantFuture)
            let isRight =
                expected > 0
                ? refusal == .insufficientBalance(shortfall: Int64(expected)) : refusal == nil
            taken += refusal == nil ? 1 : 0
            #expect(isRight, "state \(place): \(String(describing: refusal)), not \(expected)")
        }
        #expect(taken > 0)
        #expect(taken < Self.statesPerSeed)
    }

    /// How many units a spend would leave missing at the worst instant from its own on.
    private func shortfall(of spend: BalanceSpend, in state: BalanceState) -> Int {
        var with = state
        with.spends.append(spend)
        var model = UnitModel(with)
        var without = UnitModel(state)
        var worst = 0
        for millisecond in BalanceState.randomInstants {
            let instant = Instant(millisecondsSince1970: millisecond)
            model.play(instant)
            without.play(instant)
            guard instant >= spend.at else { continue }
            let missing =
                state.overdraft == .negative ? -model.balance : model.missing - without.missing
            worst = max(worst, missing)
        }
        return worst
    }

    @Test("A refund taken back leaves the balance as if it had never been", arguments: 1...4)
    func reinstatedOnce(seed: UInt64) {
        var random = SeededGenerator(seed: UInt64(seed) &+ 4_000)
        for _ in 0..<Self.statesPerSeed {
            var clean = BalanceState.random(.negative, using: &random)
            // Without expiries, what is refunded and reversed is all there again.
            for lot in clean.lots.indices { clean.lots[lot].expiresAt = nil }
            var refunded = clean
            let end = Instant(millisecondsSince1970: 100)
            for lot in refunded.lots.indices where refunded.lots[lot].kind == .purchase {
                clean.lots[lot].revocations = []
                refunded.lots[lot].revocations.append(
                    RevocationChange(at: end, percentageMillipercent: 0, sequence: 99))
            }
            let left = clean.folded(asOf: end)
            let right = refunded.folded(asOf: end)
            #expect(left.balance == right.balance)
            #expect(right.lots.allSatisfy { $0.kind == .hostCredit || $0.clawedBack == 0 })
        }
    }
}
