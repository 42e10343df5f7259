import Testing

@testable import Ledger

@Suite("The fold and a slow model that shares no code with it")
struct LineModelTests {
    /// Seeds of the histories; `LEDGER_SEEDS=500` tries more of them.
    private static let seeds = WholeSeeds.some(40)

    @Test("Both say the same of any history, at any instant, from any part of it", arguments: seeds)
    func agree(seed: UInt64) {
        let history = RandomHistory(seed: seed, steps: 14)
        var random = SeededGenerator(seed: seed &+ 77)
        var parts = [history.arrivals, history.arrivals.shuffled(using: &random)]
        for _ in 0..<3 {
            parts.append(history.arrivals.filter { _ in Int.random(in: 0..<3, using: &random) > 0 })
            let known = Int.random(in: 1...history.arrivals.count, using: &random)
            parts.append(Array(history.arrivals.prefix(known)))
        }
        for part in parts where !Self.agree(part, at: history.instants, "seed \(seed)") { return }
    }

    @Test("Both say the same of statements that tell no story", arguments: seeds)
    func agreeOnMess(seed: UInt64) {
        for number in 0..<10 {
            let history = MessyHistory(seed: seed &* 1_000 &+ UInt64(number))
            let name = "seed \(seed), number \(number)"
            guard Self.agree(history.arrivals, at: history.instants, name) else { return }
        }
    }

    /// Whether both say the same; records the first instant at which they do not.
    private static func agree(
        _ arrivals: [Arrival], at instants: [Instant], _ name: String
    ) -> Bool {
        let (line, model) = (TestLog(arrivals).folded(), LineModel(arrivals))
        for instant in instants {
            let expected = model.verdict(at: instant)
            let found = verdict(line.status(at: instant, catalog: .c1, policies: Policies()))
            guard found != expected else { continue }
            Issue.record(
                """
                \(name), \(arrivals.count) arrivals, at \(instant.iso8601): the model says \
                \(String(describing: expected)), the fold \(String(describing: found))
                """)
            return false
        }
        return true
    }

    @Test("The histories reach every state, and what is inferred and unconfirmed")
    func coverage() {
        var states: Set<SubscriptionState> = []
        var (isInferred, isUnconfirmed) = (false, false)
        for seed in Self.seeds {
            let history = RandomHistory(seed: seed, steps: 14)
            let model = LineModel(history.arrivals)
            for case .some(let verdict) in history.instants.map(model.verdict) {
                states.insert(verdict.state)
                isInferred = isInferred || verdict.isInferred
                isUnconfirmed = isUnconfirmed || verdict.isUnconfirmed
            }
        }
        #expect(states == Set(SubscriptionState.allCases) && isInferred && isUnconfirmed)
    }

    /// The part of a status that the model speaks of.
    private static func verdict(_ status: LineStatus?) -> LineModel.Verdict? {
        status.map { status in
            LineModel.Verdict(
                state: status.state, product: status.product,
                graceEnd: status.state == .inGracePeriod ? status.gracePeriodExpiresDate : nil,
                willAutoRenew: status.willAutoRenew, isUnconfirmed: status.unconfirmed,
                isInferred: status.inferred)
        }
    }
}
