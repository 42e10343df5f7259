import Foundation
import Testing

@testable import Ledger

@Suite("The whole ledger and a slow model of it that shares no code with the fold")
struct WholeModelTests {
    /// Seeds of the rounds; `LEDGER_MODEL_ROUNDS=1000` makes more of them, and
    /// `LEDGER_MODEL_SEED=77` begins with that one.
    private static let seeds: [UInt64] = {
        let environment = ProcessInfo.processInfo.environment
        let rounds = environment["LEDGER_MODEL_ROUNDS"].flatMap { UInt64($0) } ?? 6
        let first = environment["LEDGER_MODEL_SEED"].flatMap { UInt64($0) } ?? 1
        return (first..<(first + max(rounds, 1))).map { $0 }
    }()

    @Test("Both answer the same of any history, at any instant, from any prefix of the log")
    func agree() async throws {
        var words: Set<Substring> = []
        for seed in Self.seeds { try await Self.round(seed, &words) }
        // What nobody reaches, nobody compares; a few rounds do not reach everything.
        guard Self.seeds.count >= 6 else { return }
        var missing: Set<Substring> = [
            "subscribed", "inGracePeriod", "inBillingRetryPeriod", "expired", "revoked",
            "subscription", "family", "nonConsumable", "nonRenewing", "host", "unconfirmed",
            "reversed", "lot",
        ]
        if Self.seeds.count >= 50 { missing.insert("inferred") }
        missing.subtract(words)
        #expect(missing.isEmpty)
    }

    private static func round(_ seed: UInt64, _ words: inout Set<Substring>) async throws {
        var made = try WholeModelActions(seed: seed)
        let run = try await WholeModelRun(made)
        for surprise in run.surprises.prefix(1) { Issue.record("seed \(seed), \(surprise)") }
        for _ in 0..<8 {
            let place = try #require(
                made.number(0, 2) == 0
                    ? run.places.last : run.places[made.number(0, run.places.count - 1)])
            let environment: StoreEnvironment = made.number(0, 5) == 0 ? .sandbox : .production
            let model = ModelLedger(run.events.prefix(place.events), in: environment)
            let isByDate = made.number(0, 1) == 0
            let knowledge: Cut.Knowledge =
                isByDate ? .recordedAt(place.recordedAt) : .sequence(place.sequence)
            for instant in [made.anyInstant(), made.anyInstant(), run.whole.clock.now] {
                let customers = (0..<3).map { WholeModelCustomer.account($0) } + [made.someLine()]
                for question in questions(customers, environment, instant) {
                    let (found, expected) = (
                        try question.ask(run.whole.ledger, knowledge), question.ask(model)
                    )
                    words.formUnion(expected.lines.flatMap { $0.split(separator: " ") })
                    guard found != expected else { continue }
                    Issue.record("seed \(seed): \(try account(of: question, run))")
                    await run.whole.ledger.close()
                    return
                }
            }
        }
        await run.whole.ledger.close()
    }

    private static func questions(
        _ customers: [WholeModelCustomer], _ environment: StoreEnvironment, _ instant: Instant
    ) -> [WholeModelQuestion] {
        let kinds: [WholeModelQuestion.Kind] = [
            .entitlements, .statuses, .balances, .unfinished,
        ]
        func question(
            _ kind: WholeModelQuestion.Kind, _ customer: WholeModelCustomer
        ) -> WholeModelQuestion {
            WholeModelQuestion(
                kind: kind, environment: environment, customer: customer, asOf: instant)
        }
        return customers.flatMap { customer in kinds.map { question($0, customer) } }
            + [question(.refunds, customers[0]), question(.unattributed, customers[0])]
    }

    /// What differs after the fewest events, and what the last of these was.
    private static func account(
        of question: WholeModelQuestion, _ run: WholeModelRun
    ) throws -> String {
        for place in run.places {
            let events = run.events.prefix(place.events)
            let expected = question.ask(ModelLedger(events, in: question.environment))
            let found = try question.ask(run.whole.ledger, .sequence(place.sequence))
            guard found != expected else { continue }
            let last = events.suffix(4).map(\.text).joined(separator: "\n  ")
            return """
                \(question.name), first after \(place.events) of \(run.events.count) events \
                (sequence \(place.sequence)):
                \(found.difference(from: expected).joined(separator: "\n"))
                the last events:
                  \(last)
                """
        }
        return "\(question.name): only where everything is known by date"
    }
}
