import LedgerTesting
import Testing

@testable import Ledger

@Suite("What changed in the view of one instant")
struct DifferenceTests {
    @Test(
        "The customers that differ are those whose replays differ, at any two states of knowledge",
        arguments: WholeSeeds.some(2))
    func agreesWithReplays(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed &+ 7_000)
        let story = try WholeStoryGenerator.story(seed: seed &+ 70, steps: 8)
        let whole = try WholeLedger()
        try await whole.importCatalog()
        for delivery in story.shuffled(using: &random) {
            let presenter = WholeStory.account(Int.random(in: 0..<3, using: &random))
            let isPresented = Int.random(in: 0..<5, using: &random) == 0
            try await whole.ingest(delivery, presentedBy: isPresented ? presenter : nil)
        }
        let last = try whole.ledger.statistics().events
        var differences = 0
        for instant in story.someInstants(12, using: &random) {
            let first = UInt64.random(in: 0...last, using: &random)
            let then = UInt64.random(in: 0...last, using: &random)
            differences += try compare(
                whole.ledger, instant, first, then,
                "seed \(seed), \(instant.iso8601), \(first), \(then)")
        }
        #expect(differences > 0, "seed \(seed): nothing ever changed")
        await whole.ledger.close()
    }

    private func compare(
        _ ledger: TransactionLedger, _ instant: Instant, _ first: UInt64, _ then: UInt64,
        _ place: String
    ) throws -> Int {
        var bytes: [UInt8] = []
        try ledger.writeDifferences(
            asOf: instant, knownAt: .sequence(first), andKnownAt: .sequence(then)
        ) { span in
            for index in span.indices { bytes.append(span[index]) }
        }
        var lines = try bytes.split(separator: 10).map { try TestJSON(json: $0) }
        let head = lines.removeFirst()
        #expect(head["sequence"] == .integer(Int64(first)), "\(place)")
        #expect(head["andSequence"] == .integer(Int64(then)), "\(place)")
        let before = try customers(ledger, instant, first)
        let after = try customers(ledger, instant, then)
        let differing = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
        #expect(Set(try lines.map(Self.name)) == differing, "\(place)")
        #expect(lines.count == differing.count, "\(place)")
        for line in lines {
            for list in ["entitlements", "statuses", "balances"] {
                for change in try line.elements(list) {
                    #expect(change["before"] != change["after"], "\(place)")
                }
            }
        }
        return lines.count
    }

    /// Every customer of a replay by name, without the events that its answers cite.
    private func customers(
        _ ledger: TransactionLedger, _ instant: Instant, _ sequence: UInt64
    ) throws -> [String: TestJSON] {
        var bytes: [UInt8] = []
        try ledger.writeReplay(at: Cut(asOf: instant, knowledge: .sequence(sequence))) { span in
            for index in span.indices { bytes.append(span[index]) }
        }
        var customers: [String: TestJSON] = [:]
        for line in bytes.split(separator: 10).dropFirst() {
            let customer = try TestJSON(json: line)
            let facts = ["entitlements", "groups", "balances"].map { customer[$0] ?? .null }
            // An owned line without a subscription is no difference by itself.
            if facts.allSatisfy({ $0 == .array([]) }) { continue }
            customers[try Self.name(customer)] = .array(facts.map(Self.withoutEvents))
        }
        return customers
    }

    private static func name(_ customer: TestJSON) throws -> String {
        if case .string(let token)? = customer["appAccountToken"] { return token }
        if case .string(let line)? = customer["originalTransactionId"] { return line }
        let lines = try customer.elements("originalTransactionIds")
        guard case .string(let line)? = lines.first else { return "" }
        return line
    }

    private static func withoutEvents(_ json: TestJSON) -> TestJSON {
        switch json {
        case .array(let elements): return .array(elements.map(withoutEvents))
        case .object(let members):
            return .object(members.filter { $0.key != "events" }.mapValues(withoutEvents))
        default: return json
        }
    }
}
