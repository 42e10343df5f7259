import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("Erasures among everything else")
struct ErasurePropertyTests {
    @Test(
        "Live tables equal a replay after each erasure, others' answers stay, and nothing comes back",
        arguments: WholeSeeds.some(2))
    func stories(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed &+ 9_000)
        let story = try WholeStoryGenerator.story(seed: seed &+ 700, steps: 3)
        let whole = try WholeLedger()
        try await whole.importCatalog()
        let deliveries = story.shuffled(using: &random)
        var (taken, erasures): ([[UInt8]], Int) = ([], 0)
        for (index, delivery) in deliveries.enumerated() {
            let isPresented = Int.random(in: 0..<6, using: &random) == 0
            let account = WholeStory.account(Int.random(in: 0..<3, using: &random))
            try await whole.ingest(delivery, presentedBy: isPresented ? account : nil)
            taken.append(delivery)
            try await act(whole, story, index, &random)
            whole.clock.advance(milliseconds: 1_000)
            guard index % 8 == 7 else { continue }
            let place = "seed \(seed), delivery \(index)"
            erasures += try await erase(whole, story, taken, place, &random) ? 1 : 0
        }
        #expect(erasures > 0, "seed \(seed)")
        let report = try whole.ledger.verify(signatures: true)
        #expect(report.isIntact, "seed \(seed): \(report.damage)")
        await whole.ledger.close()
    }

    /// Erases somebody, and checks what may not change.
    private func erase(
        _ whole: WholeLedger, _ story: WholeStory, _ taken: [[UInt8]], _ place: String,
        _ random: inout SeededGenerator
    ) async throws -> Bool {
        let ledger = whole.ledger
        let customer = try #require(story.customers.randomElement(using: &random))
        let instants = story.someInstants(3, using: &random)
        let sequence = try ledger.statistics().events
        let before = try state(whole, at: instants, through: sequence)
        let erasure: Erasure
        do { erasure = try await ledger.erase(customer) } catch HostActionError.noSingleOwner {
            #expect(try ledger.statistics().events == sequence)
            return false
        }
        let report = try ledger.verify()
        #expect(report.isIntact, "\(place), \(customer): \(report.damage)")
        let after = try state(whole, at: instants, through: sequence)
        for (name, bytes) in before { #expect(after[name] == bytes, "\(place): \(name)") }
        #expect(try await ledger.erase(customer).isEmpty, "\(place)")
        let statistics = try ledger.statistics()
        for delivery in taken { try await whole.ingest(delivery) }
        let again = try ledger.statistics()
        #expect(again.events == statistics.events, "\(place)")
        #expect(again.identities == statistics.identities && again.evidence == statistics.evidence)
        return erasure.events > 0
    }

    /// What must be the same without the names of customers, as far as it was known.
    private func state(
        _ whole: WholeLedger, at instants: [Instant], through sequence: UInt64
    ) throws -> [String: String] {
        var state: [String: String] = [:]
        for instant in instants {
            let cut = Cut(asOf: instant, knowledge: .sequence(sequence))
            for kind in [ExportKind.transactions, .statuses, .entitlements, .balances, .movements] {
                let rows = try whole.export(kind, at: cut).split(separator: "\n").map { row in
                    var json = try TestJSON(json: Array(row.utf8))
                    json["appAccountToken"] = nil
                    json["appTransactionId"] = nil
                    return String(decoding: json.json, as: UTF8.self)
                }
                state["\(kind) at \(instant.iso8601)"] = rows.sorted().joined(separator: "\n")
            }
            let summary = try whole.ledger.replay(at: cut).value
            state["summary at \(instant.iso8601)"] =
                "\(summary.customers)"
                + "\(summary.balances.sorted { $0.key < $1.key })"
                + "\(summary.entitlements.sorted { $0.key < $1.key })"
        }
        return state
    }

    private func act(
        _ whole: WholeLedger, _ story: WholeStory, _ index: Int, _ random: inout SeededGenerator
    ) async throws {
        let customer = try #require(story.customers.randomElement(using: &random))
        let key = try IdempotencyKey("key \(index)")
        let past = story.instants.randomElement(using: &random)
        let account = try #require(WholeStory.account(Int.random(in: 0..<3, using: &random)))
        do {
            switch Int.random(in: 0..<12, using: &random) {
            case 0:
                _ = try await whole.ledger.credit(
                    50, of: "coins", to: customer, key: key, effective: past)
            case 1: _ = try await whole.ledger.spend(9, of: "coins", from: customer, key: key)
            case 2: _ = try await whole.ledger.grant("gift", to: customer, key: key)
            case 3:
                guard case .originalTransactionID(let id) = customer else { return }
                _ = try await whole.ledger.assign(
                    originalTransactionID: id, to: account, effective: past)
            case 4:
                _ = try await whole.ledger.setPolicy(
                    "secondAccount", to: Bool.random(using: &random) ? "transfer" : "keep")
            default: return
            }
        } catch is HostActionError {
            return
        }
    }
}
