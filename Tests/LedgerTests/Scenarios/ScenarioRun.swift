import Foundation
import LedgerTesting

@testable import Ledger

/// One pass over a scenario, in a ledger of its own.
struct ScenarioRun {
    let scenario: Scenario
    let evidence: ScenarioEvidence
    let whole: WholeLedger
    /// What is not as expected, in words.
    private(set) var problems: [String] = []
    /// The answers that have a name, with their bytes.
    private var answers: [String: (bytes: [UInt8], json: TestJSON)] = [:]
    private var sequences: [String: UInt64] = [:]

    init(_ scenario: Scenario, _ evidence: ScenarioEvidence) async throws {
        self.scenario = scenario
        self.evidence = evidence
        let first = scenario.steps.first?.at ?? scenario.now
        whole = try WholeLedger(clock: WholeClock(first.advanced(byMilliseconds: -60_000)))
        let catalog = try CatalogImport(scenario.catalog.json).catalog
        _ = try await whole.ledger.importCatalog(catalog)
    }

    /// Every step at its own instant, then the questions; the answers about state come back.
    ///
    /// What was answered after a step must be answered again at the end, as at that instant.
    mutating func inOrder() async throws -> [String: TestJSON] {
        var snapshots: [ScenarioSnapshot] = []
        for index in scenario.steps.indices {
            let step = scenario.steps[index]
            whole.clock.set(step.at)
            let location = "step \(index + 1)"
            // What was answered before an erasure may have shown what was erased.
            if step.kind == .erase { snapshots = [] }
            switch step.kind {
            case .ingest: try await ingest(index, step, location)
            case .ask: _ = try ask(step.content, at: step.at, location)
            case .concurrently: try await concurrently(step, location)
            default: try await act(step, location)
            }
            if index + 1 == scenario.steps.endIndex || scenario.steps[index + 1].at > step.at {
                snapshots.append(try ScenarioSnapshot(scenario, whole, at: step.at))
            }
        }
        whole.clock.set(scenario.now)
        for snapshot in snapshots where snapshot.at < scenario.now {
            note(try snapshot.changes(scenario, whole, at: scenario.now), "snapshot")
        }
        return try askAll()
    }

    /// The steps in another order, then the questions about state.
    mutating func inOrder(_ places: [ScenarioOrder.Place]) async throws -> [String: TestJSON] {
        for place in places {
            let step = scenario.steps[place.step]
            whole.clock.set(place.clock)
            let location = "step \(place.step + 1)"
            switch step.kind {
            case .ingest: _ = try await take(place.step, step)
            case .concurrently: try await concurrently(step, location)
            default: try await act(step, location, effective: step.at, isInOrder: false)
            }
        }
        return try askAll(isInOrder: false)
    }

    /// Walks the whole ledger again, and closes it.
    mutating func close(checkingSignatures: Bool) async throws {
        let report = try whole.ledger.verify(signatures: checkingSignatures)
        if !report.isIntact { problems.append("verify: \(report.damage.prefix(3))") }
        await whole.ledger.close()
    }

    private mutating func note(_ found: [String], _ location: String) {
        problems += found.map { "\(location): \($0)" }
    }
}

extension ScenarioRun {
    private func take(_ index: Int, _ step: ScenarioStep) async throws -> IngestReport {
        let account = step.json["presentedBy"] == nil ? nil : try step.json.account("presentedBy")
        return try await whole.ingest(evidence.bodies[index] ?? [], presentedBy: account)
    }

    private mutating func ingest(
        _ index: Int, _ step: ScenarioStep, _ location: String
    ) async throws {
        let report = try await take(index, step)
        note(
            PartMatcher.differences(
                step.json["expect"] ?? .object([:]), try TestJSON(json: report.json)), location)
        let status: TestJSON = report.problems.isEmpty ? 0 : 1
        let allowed: [TestJSON] =
            if case .array(let values)? = step.json["exit"] { values } else {
                [step.json["exit"] ?? 0]
            }
        if !allowed.contains(status) { note(["problems \(report.problems)"], location) }
        let parts = report.appended + report.duplicates + report.quarantined + report.refused
        if report.read != parts { note(["read is not the sum of its parts"], location) }
    }

    private mutating func act(
        _ step: ScenarioStep, _ location: String, effective: Instant? = nil, isInOrder: Bool = true
    ) async throws {
        let (outcome, receipt) = try await ScenarioAction.outcome(
            step, in: whole.ledger, effective: effective)
        let expected = step.json["outcome"]?.stringValue ?? "ok"
        if outcome != expected { note(["expected \(expected), found \(outcome)"], location) }
        guard isInOrder, let receipt else { return }
        note(
            PartMatcher.differences(
                step.json["expect"] ?? .object([:]), try TestJSON(json: receipt.json)), location)
        if let name = step.json["name"]?.stringValue { sequences[name] = receipt.sequence }
        if let name = step.json["sameSequenceAs"]?.stringValue,
            sequences[name] != receipt.sequence
        {
            note(["another sequence than \(name)"], location)
        }
    }

    private mutating func concurrently(_ step: ScenarioStep, _ location: String) async throws {
        let ledger = whole.ledger
        let steps = try step.json.elements("concurrently").map { try ScenarioStep($0) }
        let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
            for one in steps {
                group.addTask {
                    try await ScenarioAction.outcome(one, in: ledger, effective: nil).outcome
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let expected = try step.json.elements("outcomes").compactMap(\.stringValue)
        if outcomes.sorted() != expected.sorted() {
            note(["expected \(expected), found \(outcomes)"], location)
        }
    }
}

extension ScenarioRun {
    /// The questions at the end, and for a scenario in any order the exports of state.
    private mutating func askAll(isInOrder: Bool = true) throws -> [String: TestJSON] {
        var states: [String: TestJSON] = [:]
        for (index, question) in scenario.questions.enumerated() {
            let isState = try ScenarioQuestion.isAboutState(question)
            guard isInOrder || isState else { continue }
            let location = "expect \(index + 1) (\(try question.text("query")))"
            let instant = try question.optionalInstant("at") ?? scenario.now
            let answer = try ask(question, at: instant, location, isInOrder: isInOrder)
            if isState { states[location] = answer.state }
        }
        guard scenario.isPermutable else { return states }
        for kind in ScenarioQuestion.stateExports.sorted() {
            for environment in ["Production", "Sandbox"] {
                let question: TestJSON = [
                    "query": "export", "kind": .string(kind), "format": "csv",
                    "environment": .string(environment), "asOf": .string(scenario.now.iso8601),
                ]
                let answer = try ask(question, at: scenario.now, "export \(kind)", isInOrder: false)
                states["\(environment) \(kind)"] = answer.state
            }
        }
        return states
    }

    private mutating func ask(
        _ question: TestJSON, at instant: Instant, _ location: String, isInOrder: Bool = true
    ) throws -> TestJSON {
        whole.clock.set(instant)
        let bytes = try ScenarioQuestion.answer(question, whole, at: instant)
        let json = try ScenarioQuestion.json(question, bytes)
        note(PartMatcher.differences(question["expect"] ?? .object([:]), json), location)
        note(try ScenarioQuestion.headDifferences(question, json, at: instant), location)
        let text = String(decoding: bytes, as: UTF8.self)
        for part in question["includes"] == nil ? [] : try question.elements("includes")
        where !text.contains(part.stringValue ?? "") {
            note(["\(part) is not in it"], location)
        }
        for part in question["excludes"] == nil ? [] : try question.elements("excludes")
        where text.contains(part.stringValue ?? "") {
            note(["\(part) is in it"], location)
        }
        if isInOrder { compare(question, bytes, json, location) }
        return json
    }

    /// Compares an answer with an earlier one, and keeps it for a later one.
    private mutating func compare(
        _ question: TestJSON, _ bytes: [UInt8], _ json: TestJSON, _ location: String
    ) {
        if let name = question["sameAs"]?.stringValue, answers[name]?.json.state != json.state {
            note(["not the same as \(name): \(json)"], location)
        }
        if let name = question["sameBytesAs"]?.stringValue, answers[name]?.bytes != bytes {
            note(["not the same bytes as \(name)"], location)
        }
        if let name = question["name"]?.stringValue { answers[name] = (bytes, json) }
    }
}

/// The bodies of a scenario as the App Store sends them, signed once for all passes.
struct ScenarioEvidence: Sendable {
    /// By the index of the step.
    let bodies: [Int: [UInt8]]

    init(_ scenario: Scenario) throws {
        let store = try WholeStore.production()
        var bodies: [Int: [UInt8]] = [:]
        for (index, step) in scenario.steps.enumerated() where step.kind == .ingest {
            let isXcode = step.json["signedBy"] == "xcode"
            bodies[index] = try store.signBody(step.content) {
                (_, payload) throws(TestAppStoreError) in
                isXcode ? try store.signLikeXcode(payload) : try store.sign(payload)
            }.json
        }
        self.bodies = bodies
    }
}
