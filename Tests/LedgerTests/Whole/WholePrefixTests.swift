import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("The whole ledger: every prefix of the log")
struct WholePrefixTests {
    /// Something answered at a cut in the past, byte for byte.
    private struct Answered {
        let cut: Cut
        let customer: CustomerSelector
        let bytes: [String: String]
    }

    @Test(
        "After each commit the live tables are a replay, and what was answered before stays so",
        arguments: WholeSeeds.some(2))
    func prefixes(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed &+ 2_000)
        let story = try WholeStoryGenerator.story(seed: seed &+ 100, steps: 6)
        let whole = try WholeLedger()
        try await whole.importCatalog()
        var answered: [Answered] = []
        let deliveries = story.shuffled(using: &random)
        for (index, delivery) in deliveries.enumerated() {
            let presenter = WholeStory.account(Int.random(in: 0..<3, using: &random))
            let isPresented = Int.random(in: 0..<5, using: &random) == 0
            try await whole.ingest(delivery, presentedBy: isPresented ? presenter : nil)
            if index.isMultiple(of: 4) { try await act(whole, story, index, &random) }
            whole.clock.advance(milliseconds: 1_000)
            if index.isMultiple(of: 3) {
                let report = try whole.ledger.verify()
                #expect(report.isIntact, "seed \(seed), delivery \(index): \(report.damage)")
            }
            try compare(whole, story, "seed \(seed), delivery \(index)", &random)
            if index.isMultiple(of: 15) { answered += try answer(whole, story, &random) }
        }
        let report = try whole.ledger.verify(signatures: true)
        #expect(report.isIntact, "seed \(seed): \(report.damage)")
        for answer in answered {
            let again = try Self.bytes(whole, answer.customer, answer.cut)
            for (name, bytes) in answer.bytes {
                #expect(
                    again[name].map(Self.final) == Self.final(bytes),
                    "seed \(seed): \(name) at \(answer.cut)")
            }
        }
        for instant in story.someInstants(6, using: &random) {
            try Self.expectMovementsSumToBalances(whole, instant, "seed \(seed)")
        }
        await whole.ledger.close()
    }

    /// An answer as it is once nothing can change it any more.
    private static func final(_ answer: String) -> String {
        answer.replacingOccurrences(of: "\"final\":false", with: "\"final\":true")
    }

    /// Lets the host do something; what is refused leaves the log as it was.
    private func act(
        _ whole: WholeLedger, _ story: WholeStory, _ index: Int, _ random: inout SeededGenerator
    ) async throws {
        let ledger = whole.ledger
        let customer = try #require(story.customers.randomElement(using: &random))
        let key = try IdempotencyKey("key \(index)")
        let last = try ledger.statistics().events
        let account = try #require(WholeStory.account(Int.random(in: 0..<3, using: &random)))
        let past = story.instants.randomElement(using: &random)
        do {
            switch Int.random(in: 0..<11, using: &random) {
            case 0: _ = try await ledger.credit(50, of: "coins", to: customer, key: key)
            case 1:
                _ = try await ledger.credit(
                    70, of: "coins", to: customer, key: key, expires: WholeLedger.now,
                    effective: past)
            case 2, 3: _ = try await ledger.spend(40, of: "coins", from: customer, key: key)
            case 4:
                _ = try await ledger.spend(
                    1, of: "coins", from: customer, key: key, effective: past)
            case 5: _ = try await ledger.grant("gift", to: customer, key: key, effective: past)
            case 6:
                guard case .originalTransactionID(let id) = customer else { return }
                _ = try await ledger.assign(
                    originalTransactionID: id, to: account, effective: past)
            case 7: try await set(ledger, past, &random)
            case 8:
                let json = WholeStore.catalog.replacing("333", with: "\(300 + index)")
                _ = try await ledger.importCatalog(
                    CatalogImport(Array(json.utf8)).catalog, effective: past)
            default:
                guard case .originalTransactionID(let id) = customer else { return }
                _ = try await ledger.finish(transactionID: id)
            }
        } catch is HostActionError {
            #expect(try ledger.statistics().events == last)
        }
    }

    /// Changes a policy from an instant on.
    private func set(
        _ ledger: TransactionLedger, _ effective: Instant?, _ random: inout SeededGenerator
    ) async throws {
        let settings = [
            ("accessInBillingRetry", "on"), ("accessInBillingRetry", "off"),
            ("negativeBalance", "clamp"), ("negativeBalance", "allow"),
            ("secondAccount", "transfer"), ("secondAccount", "keep"),
            ("nonRenewing", "overlap"), ("graceWithoutDateDays", "16"),
            ("unconfirmedSlack", "P1D"),
        ]
        let (name, value) = try #require(settings.randomElement(using: &random))
        _ = try await ledger.setPolicy(name, to: value, effective: effective)
    }

    /// The answers of the live tables against those of the log alone.
    private func compare(
        _ whole: WholeLedger, _ story: WholeStory, _ place: String,
        _ random: inout SeededGenerator
    ) throws {
        let ledger = whole.ledger
        let last = try ledger.statistics().events
        for _ in 0..<2 {
            let customer = try #require(story.customers.randomElement(using: &random))
            let instants = [story.instants.randomElement(using: &random), WholeLedger.now]
            for instant in instants.compactMap({ $0 }) {
                let now = Cut(asOf: instant)
                let replayed = try ledger.replay(of: customer, at: now).json
                let cut = Cut(asOf: instant, knowledge: .sequence(last))
                let live = [
                    "entitlements": [
                        try ledger.entitlements(of: customer, at: now).json,
                        try ledger.entitlements(of: customer, at: cut).json,
                    ],
                    "groups": [
                        try ledger.subscriptionStatuses(of: customer, at: now).json,
                        try ledger.subscriptionStatuses(of: customer, at: cut).json,
                    ],
                    "balances": [
                        try ledger.balances(of: customer, at: now).json,
                        try ledger.balances(of: customer, at: cut).json,
                    ],
                ]
                for (name, answers) in live {
                    let expected = try Self.member(name, of: replayed)
                    for answer in answers {
                        let found = try Self.member(name, of: answer)
                        #expect(
                            found == expected, "\(place): \(customer) at \(instant.iso8601)")
                    }
                }
            }
        }
    }

    private static func member(_ name: String, of json: [UInt8]) throws -> String {
        let object = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]
        let value = try #require(object?[name])
        let data = try JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
        return String(decoding: data, as: UTF8.self)
    }

    // MARK: Cuts in the past

    private func answer(
        _ whole: WholeLedger, _ story: WholeStory, _ random: inout SeededGenerator
    ) throws -> [Answered] {
        let customer = try #require(story.customers.randomElement(using: &random))
        let instant = try #require(story.instants.randomElement(using: &random))
        let past = whole.clock.now.advanced(byMilliseconds: -500)
        let cuts = [
            Cut(asOf: instant, knowledge: .recordedAt(past)), .asAt(past),
            Cut(asOf: instant, knowledge: .sequence(try whole.ledger.statistics().events)),
        ]
        return try cuts.map { cut in
            Answered(
                cut: cut, customer: customer, bytes: try Self.bytes(whole, customer, cut))
        }
    }

    private static func bytes(
        _ whole: WholeLedger, _ customer: CustomerSelector, _ cut: Cut
    ) throws -> [String: String] {
        let ledger = whole.ledger
        let answers = [
            "entitlements": try ledger.entitlements(of: customer, at: cut).json,
            "statuses": try ledger.subscriptionStatuses(of: customer, at: cut).json,
            "balances": try ledger.balances(of: customer, at: cut).json,
            "history": try ledger.history(of: customer, at: cut).json,
            "unfinished": try ledger.unfinished(of: customer, at: cut).json,
            "unattributed": try ledger.unattributed(at: cut).json,
            "refunds": try ledger.refunds(at: cut).json,
            "anomalies": try ledger.anomalies(at: cut).json,
            "replay": try ledger.replay(at: cut).json,
            "replayed customer": try ledger.replay(of: customer, at: cut).json,
        ]
        var texts = try answers.mapValues { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            // Where a sequence cuts, the clock is printed: a case of its own.
            guard case .sequence = cut.knowledge else { return text }
            return try Self.withoutClock(bytes)
        }
        for kind in ExportKind.allCases {
            texts["export \(kind.rawValue)"] = try whole.export(kind, at: cut)
        }
        return texts
    }

    private static func withoutClock(_ json: [UInt8]) throws -> String {
        let object = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]
        var members = try #require(object)
        members["knownAt"] = nil
        let data = try JSONSerialization.data(withJSONObject: members, options: .sortedKeys)
        return String(decoding: data, as: UTF8.self)
    }

    // MARK: Sums

    /// The rows of `export movements` sum to those of `export balances`.
    static func expectMovementsSumToBalances(
        _ whole: WholeLedger, _ instant: Instant, _ place: String
    ) throws {
        var sums: [[String]: Int64] = [:]
        for row in try rows(of: whole.export(.movements, at: Cut(asOf: instant))) {
            sums[key(of: row), default: 0] += (row["amount"] as? NSNumber)?.int64Value ?? 0
        }
        var balances: [[String]: Int64] = [:]
        for row in try rows(of: whole.export(.balances, at: Cut(asOf: instant))) {
            balances[key(of: row)] = (row["balance"] as? NSNumber)?.int64Value ?? 0
        }
        for key in Set(sums.keys).union(balances.keys) {
            #expect(
                sums[key, default: 0] == balances[key], "\(place): \(key) at \(instant.iso8601)")
        }
    }

    private static func rows(of lines: String) throws -> [[String: Any]] {
        try lines.split(separator: "\n").compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    private static func key(of row: [String: Any]) -> [String] {
        ["appAccountToken", "originalTransactionId", "currency"].map { row[$0] as? String ?? "" }
    }
}
