import Testing

@testable import Ledger

@Suite("The fold of one line and the model that shares no code with it")
struct ModelLineTests {
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
        let (line, model) = (TestLog(arrivals).folded(), ModelLine(arrivals))
        for instant in instants {
            let expected = text(model.status(at: instant, .c1, ModelSettings()))
            let found = text(line.status(at: instant, catalog: .c1, policies: Policies()))
            guard found != expected else { continue }
            Issue.record(
                """
                \(name), \(arrivals.count) arrivals, at \(instant.iso8601):
                the model says \(expected)
                the fold says  \(found)
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
            let model = ModelLine(history.arrivals)
            for instant in history.instants {
                guard let status = model.status(at: instant, .c1, ModelSettings()) else { continue }
                states.insert(status.state)
                isInferred = isInferred || status.isInferred
                isUnconfirmed = isUnconfirmed || status.isUnconfirmed
            }
        }
        #expect(states == Set(SubscriptionState.allCases) && isInferred && isUnconfirmed)
    }

    private static func text(_ status: LineStatus?) -> String {
        guard let status else { return "nothing" }
        return text([
            status.state.name, status.product?.text, "\(status.transactionID?.bits ?? 0)",
            status.expiresDate?.iso8601, status.gracePeriodExpiresDate?.iso8601,
            status.billingRetryEndsDate?.iso8601, status.willAutoRenew.map { "\($0)" },
            status.pendingProduct?.text, "\(status.unconfirmed) \(status.inferred)",
        ])
    }

    private static func text(_ status: ModelStatus?) -> String {
        guard let status else { return "nothing" }
        return text([
            status.state.name, status.product, status.transaction, status.expires?.iso8601,
            status.graceEnd?.iso8601, status.retryEnd?.iso8601,
            status.renewal?.willAutoRenew.map { "\($0)" }, status.pendingProduct,
            "\(status.isUnconfirmed) \(status.isInferred)",
        ])
    }

    private static func text(_ parts: [String?]) -> String {
        parts.map { $0 ?? "-" }.joined(separator: " ")
    }
}
