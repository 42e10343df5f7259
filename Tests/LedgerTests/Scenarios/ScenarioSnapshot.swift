import LedgerTesting

@testable import Ledger

/// What a ledger answered at the end of a step, to ask for again later.
struct ScenarioSnapshot {
    let at: Instant
    private let answers: [String: String]

    /// Asks now.
    init(_ scenario: Scenario, _ whole: WholeLedger, at instant: Instant) throws {
        at = instant
        answers = try Self.answers(scenario, whole, at: instant, asAt: nil)
    }

    /// The questions that are answered otherwise later, though about the same two instants.
    func changes(_ scenario: Scenario, _ whole: WholeLedger, at later: Instant) throws -> [String] {
        let again = try Self.answers(scenario, whole, at: later, asAt: at)
        return answers.keys.sorted().filter { answers[$0] != again[$0] }
            .map { "as at \(at.iso8601), \($0) was another answer" }
    }

    private static func answers(
        _ scenario: Scenario, _ whole: WholeLedger, at instant: Instant, asAt: Instant?
    ) throws -> [String: String] {
        var answers: [String: String] = [:]
        for var question in questions(scenario) {
            let name = String(decoding: question.json, as: UTF8.self)
            if let asAt { question["asAt"] = .string(asAt.iso8601) }
            let bytes = try ScenarioQuestion.answer(question, whole, at: instant)
            // Whether a commit could still fall at or before K is for the asking to say.
            answers[name] = String(decoding: bytes, as: UTF8.self)
                .replacing("\"final\":false", with: "\"final\":true")
        }
        return answers
    }

    /// Everything about each customer that the scenario asks about, and the exports of state.
    private static func questions(_ scenario: Scenario) -> [TestJSON] {
        let customers = Set(scenario.questions.compactMap { $0["customer"] })
        let queries = ["entitlements", "status", "balance", "unfinished", "history"]
        let asked = customers.flatMap { customer in
            queries.map { ["query": .string($0), "customer": customer] as TestJSON }
        }
        let exports = ScenarioQuestion.stateExports.map { kind in
            ["query": "export", "kind": .string(kind), "format": "jsonl"] as TestJSON
        }
        return asked + exports + [["query": "refunds"], ["query": "unattributed"]]
    }
}
