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

    @Test("A scenario cites rules by the names of the semantics page alone")
    func citations() throws {
        let ruleOrSection = #/\b[RFP][0-9]+\b|\b[0-9]+\.[0-9]+\.[0-9]+\b|^[0-9]+\.[0-9]+\b/#
        let page = try Documentation.page("semantics.md")
        let named = Set(page.matches(of: ruleOrSection).map(\.output))
        var citationCount = 0
        for name in Scenario.names {
            let json = try TestJSON(json: Fixture.bytes(name))
            let notes = [json] + (try json.elements("steps"))
            for text in try notes.flatMap({ try Self.prose(in: $0) }) {
                for citation in text.matches(of: ruleOrSection).map(\.output) {
                    citationCount += 1
                    #expect(named.contains(citation), "\(name): \(citation)")
                }
            }
        }
        #expect(citationCount > 100)
    }

    /// What a scenario or a step of it says to its reader.
    private static func prose(in json: TestJSON) throws -> [String] {
        let notes = json["notes"] == nil ? [] : try json.elements("notes")
        return try (notes + [json["title"], json["note"]].compactMap(\.self)).map {
            try #require($0.stringValue)
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
