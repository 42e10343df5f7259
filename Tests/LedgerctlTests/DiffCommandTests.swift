import LedgerTesting
import Testing

@testable import ledgerctl

@Suite("ledgerctl diff")
struct DiffCommandTests {
    /// The last event before something is told that changes the past.
    private func refunded() async throws -> (story: StoryLedger, before: Int64) {
        let story = try await StoryLedger()
        let stats = try story.json(await story.run("stats --json"))
        guard case .integer(let last)? = stats["events"] else {
            throw DiffMistake("no count of events")
        }
        let customer = try TestCustomer(appAccountToken: StoryLedger.alice)
        var first = try TestPurchase(
            store: story.ledger.store, customer: customer,
            product: .oneTime("coins.100", .consumable), transactionID: StoryLedger.coins,
            at: "2026-01-12T18:30:00Z")
        try await story.takeIn([try first.refund(at: "2026-02-01T00:00:00Z")])
        return (story, last)
    }

    private struct DiffMistake: Error {
        let text: String
        init(_ text: String) { self.text = text }
    }

    @Test("A refund that is told late changes the balance of that day, and nothing else")
    func lateRefund() async throws {
        let (story, before) = try await refunded()
        let question = "diff --as-of 2026-03-01 --known-sequence \(before)"
        let outcome = await story.run("\(question) --json")
        #expect(outcome.status == .done && outcome.errors == "")
        var lines = try outcome.output.split(separator: "\n").map { try TestJSON(json: $0.utf8) }
        let head = lines.removeFirst()
        #expect(head["asOf"] == "2026-03-01T23:59:59.999Z")
        #expect(head["sequence"] == .integer(before) && head["environment"] == "Production")
        #expect(lines.count == 1)
        let line = try #require(lines.first)
        #expect(line["appAccountToken"] == .string(StoryLedger.alice))
        #expect(line["entitlements"] == .array([]) && line["statuses"] == .array([]))
        let change = try #require(line["balances"]?.elements.first)
        #expect(change["before"]?["balance"] == 200 && change["after"]?["balance"] == 100)
        let table = await story.run(question).output
        #expect(table.contains("balance coins") && table.contains("200") && table.contains("100"))
        let about = await story.runAboutAlice("\(question) --json")
        // The heads tell the clock.
        #expect(
            about.output.split(separator: "\n").dropFirst()
                == outcome.output.split(separator: "\n").dropFirst())
    }

    @Test("Before the refund's own date nothing changed, and what is known twice is the same")
    func nothing() async throws {
        let (story, before) = try await refunded()
        for question in [
            "diff --as-of 2026-01-31 --known-sequence \(before)",
            "diff --as-of 2026-03-01 --known-sequence \(before) --and-known-sequence \(before)",
        ] {
            #expect(await story.run(question).output.contains("nothing changed"))
            let json = await story.run("\(question) --json").output
            #expect(json.split(separator: "\n").count == 1)
        }
    }

    @Test("The instant and what was known first have to be given")
    func usage() async throws {
        let story = try await StoryLedger()
        for line in ["diff --as-of 2026-03-01", "diff --known-at 2026-03-01", "diff"] {
            #expect(await story.run(line).status == .wrongUsage, "\(line)")
        }
    }

    @Test("A balance that is the same but for its lots is said to differ in details")
    func details() async throws {
        let story = try await StoryLedger()
        let stats = try story.json(await story.run("stats --json"))
        guard case .integer(let last)? = stats["events"] else {
            throw DiffMistake("no count of events")
        }
        for line in ["credit --id gift", "spend --id gone"] {
            let outcome = await story.runAboutAlice("\(line) --currency coins --amount 5")
            #expect(outcome.status == .done, "\(outcome.errors)")
        }
        let table = await story.run("diff --as-of 2030-01-01 --known-sequence \(last)").output
        #expect(table.contains("100, in details"))
    }

    @Test("A command about an environment of which the ledger takes in nothing says so")
    func environment() async throws {
        let ledger = try TestLedger()
        _ = await ledger.run(words: ledger.initWords + ["--environment", "Sandbox"])
        let question = ["status", "--app-account-token", StoryLedger.alice]
        let forgotten = await ledger.run(words: question)
        #expect(forgotten.status == .done)
        #expect(forgotten.errors.contains("no Production data, only Sandbox"))
        #expect(await ledger.run(words: question + ["--environment", "Sandbox"]).errors == "")
    }
}
