import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("The whole ledger: a replay of everybody")
struct WholeReplayTests {
    @Test(
        "A replay of everybody says of each customer what a replay of the customer says",
        arguments: WholeSeeds.some(2))
    func equalsCustomers(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed &+ 4_000)
        let story = try WholeStoryGenerator.story(seed: seed &+ 300, steps: 8)
        let whole = try WholeLedger()
        try await whole.importCatalog()
        for (index, delivery) in story.shuffled(using: &random).enumerated() {
            let presenter = WholeStory.account(Int.random(in: 0..<3, using: &random))
            let isPresented = Int.random(in: 0..<5, using: &random) == 0
            try await whole.ingest(delivery, presentedBy: isPresented ? presenter : nil)
            if index.isMultiple(of: 5) { try await Self.act(whole, story, index, &random) }
            whole.clock.advance(milliseconds: 1_000)
        }
        let last = try whole.ledger.statistics().events
        for instant in story.someInstants(8, using: &random) + [WholeLedger.now] {
            let through = UInt64.random(in: 1...last, using: &random)
            let cut = Cut(
                asOf: instant, knowledge: .sequence(Bool.random(using: &random) ? last : through))
            try Self.check(whole.ledger, at: cut, "seed \(seed) at \(cut)")
        }
        await whole.ledger.close()
    }

    /// Lets the host do something; what is refused leaves the log as it was.
    private static func act(
        _ whole: WholeLedger, _ story: WholeStory, _ index: Int, _ random: inout SeededGenerator
    ) async throws {
        let customer = try #require(story.customers.randomElement(using: &random))
        let account = try #require(WholeStory.account(Int.random(in: 0..<3, using: &random)))
        let key = try IdempotencyKey("key \(index)")
        let past = story.instants.randomElement(using: &random)
        do {
            switch index % 4 {
            case 0:
                _ = try await whole.ledger.grant("gift", to: customer, key: key, effective: past)
            case 1: _ = try await whole.ledger.credit(5, of: "coins", to: customer, key: key)
            case 2: _ = try await whole.ledger.spend(1, of: "coins", from: customer, key: key)
            default:
                guard case .originalTransactionID(let id) = customer else { return }
                _ = try await whole.ledger.assign(
                    originalTransactionID: id, to: account, effective: past)
            }
        } catch is HostActionError {
            // Refused, and nothing is recorded.
        }
    }

    private static func check(_ ledger: TransactionLedger, at cut: Cut, _ place: String) throws {
        var lines: [[String: Any]] = []
        try customers(of: ledger, at: cut) { lines.append($0) }
        let summary = try ledger.replay(at: cut).value
        #expect(summary.customersKnown == lines.count, "\(place)")
        #expect(summary.customers == lines.count(where: hasAnything), "\(place)")
        for workers in 1...3 {
            for linesPerWalk in [1, 7, 100_000] {
                var division = ReplayDivision(workers: workers)
                division.linesInHandMax = linesPerWalk
                let divided = try ledger.replay(environment: .production, at: cut, division).value
                #expect(divided == summary, "\(place): \(workers) workers, \(linesPerWalk) lines")
            }
        }
        var counted = ReplaySummary()
        for line in lines {
            try count(line, in: &counted)
            guard let selector = selector(of: line) else { continue }
            let answer = try ledger.replay(of: selector, at: cut).json
            let single = try JSONSerialization.jsonObject(with: Data(answer)) as? [String: Any]
            for member in ["entitlements", "groups", "balances"] {
                let expected = try text(single?[member])
                let found = try text(line[member])
                #expect(found == expected, "\(place): \(member) of \(selector)")
            }
        }
        counted.customers = summary.customers
        counted.customersKnown = summary.customersKnown
        #expect(counted == summary, "\(place)")
        for number in 0..<3 {
            guard let account = WholeStory.account(number) else { continue }
            let answer = try ledger.replay(of: .appAccountToken(account), at: cut).value
            let isThere = lines.contains {
                $0["appAccountToken"] as? String == account.uuidString.lowercased()
            }
            if !answer.groups.isEmpty || !answer.entitlements.isEmpty || !answer.balances.isEmpty {
                #expect(isThere, "\(place): account \(number)")
            }
        }
    }

    /// Whether anything is so of a customer at the instant that was asked for.
    private static func hasAnything(_ line: [String: Any]) -> Bool {
        for member in ["entitlements", "groups"] {
            if (line[member] as? [Any])?.isEmpty == false { return true }
        }
        return (line["balances"] as? [[String: Any]] ?? []).contains { balance in
            balance["balance"] as? Int != 0 || (balance["lots"] as? [Any])?.isEmpty == false
        }
    }

    private static func customers(
        of ledger: TransactionLedger, at cut: Cut, _ body: ([String: Any]) -> Void
    ) throws {
        var bytes: [UInt8] = []
        try ledger.writeReplay(at: cut) { span in
            for index in span.indices { bytes.append(span[index]) }
        }
        for line in bytes.split(separator: UInt8(ascii: "\n")).dropFirst() {
            let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
            body(try #require(object))
        }
    }

    /// Nil for an account that was erased.
    private static func selector(of line: [String: Any]) -> CustomerSelector? {
        if let token = line["appAccountToken"] as? String {
            return UUID(uuidString: token).map { .appAccountToken($0) }
        }
        if let app = line["appTransactionId"] as? String { return .appTransactionID(app) }
        let lines = line["originalTransactionIds"] as? [String]
        return lines?.first.map { .originalTransactionID($0) }
    }

    /// Counts a customer as the summary does.
    private static func count(_ line: [String: Any], in summary: inout ReplaySummary) throws {
        for entitlement in line["entitlements"] as? [[String: Any]] ?? [] {
            let name = try #require(entitlement["entitlement"] as? String)
            summary.entitlements[name, default: 0] += 1
        }
        for group in line["groups"] as? [[String: Any]] ?? [] {
            for status in group["lines"] as? [[String: Any]] ?? [] {
                let state = try #require(
                    SubscriptionState.allCases.first { $0.name == status["state"] as? String })
                let group = status["subscriptionGroupIdentifier"] as? String ?? ""
                summary.statuses[group, default: [:]][state, default: 0] += 1
            }
        }
        for balance in line["balances"] as? [[String: Any]] ?? [] {
            let currency = try #require(balance["currency"] as? String)
            let units = try #require(balance["balance"] as? NSNumber).int64Value
            summary.balances[currency, default: 0] += units
        }
    }

    private static func text(_ value: Any?) throws -> String {
        let data = try JSONSerialization.data(
            withJSONObject: try #require(value), options: .sortedKeys)
        return String(decoding: data, as: UTF8.self)
    }
}
