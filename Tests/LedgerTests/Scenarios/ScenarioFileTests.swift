import Foundation
import LedgerTesting
import Testing

@testable import Ledger

/// What arrives, what the host does, and what must then be answered, from files.
///
/// `LEDGER_ORDERS=100` tries more orders of arrival than the suite has time for, and
/// `LEDGER_SEED=7` others.
@Suite("Scenario files")
struct ScenarioFileTests {
    private static let ordersDefault = 10

    private static func setting(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    @Test("There are scenarios, each with steps and questions and an id of its own")
    func files() throws {
        let scenarios = try Scenario.names.map { try Scenario(path: $0) }
        #expect(scenarios.count >= 45)
        #expect(Set(scenarios.map(\.id)).count == scenarios.count)
        for (name, scenario) in zip(Scenario.names, scenarios) {
            #expect(name.hasPrefix("\(Scenario.folder)/\(scenario.id)-"), "\(name)")
            #expect(!scenario.steps.isEmpty && !scenario.questions.isEmpty, "\(name)")
            #expect(zip(scenario.steps, scenario.steps.dropFirst()).allSatisfy { $0.at <= $1.at })
        }
    }

    @Test("The answers are those of the file, also in other orders", arguments: Scenario.names)
    func answers(path: String) async throws {
        let scenario = try Scenario(path: path)
        let evidence = try ScenarioEvidence(scenario)
        var run = try await ScenarioRun(scenario, evidence)
        let expected = try await run.inOrder()
        try await run.close(checkingSignatures: true)
        #expect(run.problems.isEmpty, "\(scenario.id): \(run.problems.joined(separator: "\n"))")
        guard scenario.isPermutable, run.problems.isEmpty else { return }
        let seed = UInt64(Self.setting("LEDGER_SEED") ?? 1)
        for order in 0..<UInt64(max(Self.setting("LEDGER_ORDERS") ?? Self.ordersDefault, 0)) {
            var random = SeededGenerator(seed: seed &* 1_000_003 &+ order)
            let places = ScenarioOrder.places(scenario.steps, using: &random)
            var other = try await ScenarioRun(scenario, evidence)
            let found = try await other.inOrder(places)
            try await other.close(checkingSignatures: false)
            let differing = expected.keys.sorted().filter { expected[$0] != found[$0] }
            #expect(
                other.problems.isEmpty && differing.isEmpty,
                """
                \(scenario.id), order \(order) of seed \(seed), steps \(places.map { $0.step + 1 }):
                \(other.problems.joined(separator: "\n")), differing: \(differing)
                """)
            guard other.problems.isEmpty, differing.isEmpty else { return }
        }
    }
}
