import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("The whole ledger: many tasks at once")
struct WholeConcurrencyTests {
    @Test("Inputs recorded by many tasks at once are appended once each, and answer as in order")
    func recordedAtOnce() async throws {
        let story = try WholeStoryGenerator.story(seed: 41)
        var random = SeededGenerator(seed: 9)
        let instants = story.someInstants(3, using: &random)
        let expected = try WholeLedger()
        try await expected.importCatalog()
        for delivery in story.deliveries { try await expected.ingest(delivery) }
        let whole = try WholeLedger()
        try await whole.importCatalog()
        let account = CustomerSelector.appAccountToken(try #require(WholeStory.account(0)))
        let orders = (0..<6).map { _ in story.deliveries.shuffled(using: &random) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (task, order) in orders.enumerated() {
                group.addTask {
                    for delivery in order { try await whole.ingest(delivery) }
                }
                group.addTask {
                    // Refused among the others: a currency that nobody has, named anew each time.
                    for index in 0..<100 {
                        let key = try IdempotencyKey("refused \(task) \(index)")
                        await #expect(throws: HostActionError.self) {
                            try await whole.ledger.spend(
                                1, of: "nothing \(task) \(index)", from: account, key: key)
                        }
                        whole.clock.advance(milliseconds: index.isMultiple(of: 2) ? -700 : 900)
                    }
                }
                group.addTask {
                    for _ in 0..<4 {
                        _ = try whole.ledger.replay(at: Cut(asOf: WholeLedger.now)).json
                        let report = try whole.ledger.verify()
                        #expect(report.isIntact, "\(report.damage)")
                        try await Task.sleep(for: .milliseconds(5))
                    }
                }
            }
            try await group.waitForAll()
        }
        let report = try whole.ledger.verify(signatures: true)
        #expect(report.isIntact, "\(report.damage)")
        #expect(whole.ledger.writer.plansCount.made > 0)
        let found = try WholeAnswers(whole, customers: story.customers, at: instants)
        let differences = found.differences(
            from: try WholeAnswers(expected, customers: story.customers, at: instants))
        #expect(differences.isEmpty, "\(differences)")
        await whole.ledger.close()
        await expected.ledger.close()
    }

    @Test("Everything that can be written at once is: the log is intact and its tables are its own")
    func everythingAtOnce() async throws {
        let story = try WholeStoryGenerator.story(seed: 44)
        let whole = try WholeLedger()
        try await whole.importCatalog()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<6 {
                var random = SeededGenerator(seed: 50 + UInt64(task))
                let order = story.deliveries.shuffled(using: &random)
                group.addTask {
                    // Half of them are presented, so that views of the writer's own are asked.
                    for delivery in order {
                        let account = WholeStory.account(Int.random(in: 0..<3, using: &random))
                        try await whole.ingest(delivery, presentedBy: account)
                    }
                }
            }
            group.addTask {
                for index in 0..<40 {
                    let account = CustomerSelector.appAccountToken(UUID())
                    // A currency that nobody has named yet is a symbol of its own.
                    _ = try await whole.ledger.credit(
                        3, of: "currency \(index)", to: account, key: IdempotencyKey("c\(index)"))
                    _ = try await whole.ledger.spend(
                        2, of: "currency \(index)", from: account, key: IdempotencyKey("s\(index)"))
                    #expect(
                        try whole.ledger.balances(of: account).value.map(\.balance) == [1])
                }
            }
            group.addTask {
                for index in 0..<12 {
                    _ = try await whole.ledger.setPolicy(
                        "secondAccount", to: index.isMultiple(of: 2) ? "transfer" : "keep")
                    try await Task.sleep(for: .milliseconds(3))
                }
            }
            group.addTask {
                for _ in 0..<3 {
                    try await Task.sleep(for: .milliseconds(20))
                    let account = try #require(WholeStory.account(2))
                    _ = try await whole.ledger.erase(.appAccountToken(account))
                }
            }
            try await group.waitForAll()
        }
        #expect(whole.ledger.writer.plansCount.made > 0)
        let report = try whole.ledger.verify(signatures: true)
        #expect(report.isIntact && report.hasCountedRows, "\(report.damage)")
        await whole.ledger.close()
    }

    @Test("A load recorded by many callers at once has the events of one taken in one by one")
    func loadAtOnce() async throws {
        let signer = TestLoadSigner(store: try WholeStore.production(), headerCharacterCount: 0)
        let inputs = try TestLoad(lineCount: 60, seed: 12).map { input in
            SignedInput.unrecognized(try input.token(by: signer))
        }
        let (together, single) = (try WholeLedger(), try WholeLedger())
        for input in inputs {
            guard case .appended = try await single.ledger.record(input) else {
                Issue.record("an input of the load was not appended")
                continue
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for caller in 0..<32 {
                group.addTask {
                    for index in stride(from: caller, to: inputs.count, by: 32) {
                        _ = try await together.ledger.record(inputs[index])
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(together.ledger.writer.plansCount.made > 0)
        let report = try together.ledger.verify(signatures: true)
        #expect(report.isIntact, "\(report.damage)")
        let (found, expected) = (
            try together.ledger.statistics(), try single.ledger.statistics()
        )
        #expect(found.lines == expected.lines && found.identities == expected.identities)
        #expect(found.evidence == expected.evidence && found.symbols == expected.symbols)
        let cut = Cut(asOf: WholeLedger.now)
        let summary = try single.ledger.replay(at: cut).value
        #expect(!summary.statuses.isEmpty)
        #expect(try together.ledger.replay(at: cut).value == summary)
        await together.ledger.close()
        await single.ledger.close()
    }

    @Test("Live tables of another release are made from the log again by the next commit")
    func liveTablesBehind() async throws {
        let story = try WholeStoryGenerator.story(seed: 42, steps: 12)
        var random = SeededGenerator(seed: 10)
        let instants = story.someInstants(3, using: &random)
        let whole = try WholeLedger()
        try await whole.importCatalog()
        for delivery in story.deliveries { try await whole.ingest(delivery) }
        let account = CustomerSelector.appAccountToken(try #require(WholeStory.account(0)))
        _ = try await whole.ledger.credit(
            5, of: "coins", to: account, key: IdempotencyKey("1"))
        let expected = try WholeAnswers(whole, customers: story.customers, at: instants)
        await whole.ledger.close()
        let emptied = try WholeLedger(reopening: whole)
        try Self.emptyLiveTables(of: emptied.ledger)
        let folded = try WholeAnswers(emptied, customers: story.customers, at: instants)
        #expect(folded.differences(from: expected).isEmpty)
        let behind = try emptied.ledger.verify()
        #expect(behind.isIntact && !behind.hasCountedRows, "\(behind.damage)")
        // A duplicate is enough of a commit.
        try await emptied.ingest(story.deliveries[0])
        let report = try emptied.ledger.verify()
        #expect(report.isIntact && report.states > 5, "\(report.damage)")
        let again = try WholeAnswers(emptied, customers: story.customers, at: instants)
        #expect(again.differences(from: expected).isEmpty)
        await emptied.ledger.close()
    }

    @Test("A ledger that is closed while tasks record holds all that it acknowledged, no more")
    func closedMeanwhile() async throws {
        let story = try WholeStoryGenerator.story(seed: 43, steps: 5, isWild: false)
        let whole = try WholeLedger()
        let acknowledged = await withTaskGroup(of: Int?.self) { group in
            for (index, delivery) in story.deliveries.enumerated() {
                group.addTask {
                    do {
                        try await whole.ingest(delivery)
                        return index
                    } catch {
                        return nil
                    }
                }
            }
            group.addTask {
                try? await Task.sleep(for: .milliseconds(15))
                await whole.ledger.close()
                return nil
            }
            return await group.reduce(into: [Int]()) { indexes, index in
                if let index { indexes.append(index) }
            }
        }
        await whole.ledger.close()
        #expect(throws: (any Error).self) { try whole.ledger.statistics() }
        let reopened = try WholeLedger(reopening: whole)
        #expect(try reopened.ledger.verify(signatures: true).isIntact)
        let events = try reopened.ledger.statistics().events
        for index in acknowledged {
            let report = try await reopened.ingest(story.deliveries[index])
            #expect(report.appended == 0, "delivery \(index)")
        }
        #expect(try reopened.ledger.statistics().events == events)
        await reopened.ledger.close()
    }

    private static func emptyLiveTables(of ledger: TransactionLedger) throws {
        try ledger.environment.write { transaction in
            for table in [ledger.live.heads, ledger.live.accounts] {
                var keys: [[UInt8]] = []
                try table.forEach(in: transaction) { key, _ in
                    keys.append([UInt8](copying: key))
                    return true
                }
                for key in keys { try table.delete(key.bytes, in: transaction) }
            }
            try ledger.live.setPosition(0, in: transaction)
        }
    }
}
