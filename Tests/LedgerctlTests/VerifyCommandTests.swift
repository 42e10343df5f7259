import Foundation
import LedgerTesting
import Testing

@testable import ledgerctl

/// `verify`.
@Suite struct VerifyCommandTests {
    @Test("A ledger as it was written is intact")
    func intact() async throws {
        let story = try await StoryLedger()
        let json = try story.json(await story.run("verify --signatures --json"))
        #expect(
            json.keys == [
                "intact", "events", "evidence", "erasedEvidence", "signatures", "states",
                "quarantined", "checkpoints", "rowsCounted", "damageCount", "damage",
                "notAccepted", "notChecked",
            ])
        #expect(json["intact"] == true && json["damage"] == [] && json["notChecked"] == [])
        #expect(json["signatures"]?.integerValue ?? 0 > 0)
        let people = await story.run("verify")
        #expect(people.status == .done && people.errors == "")
        let lines = people.output.split(separator: "\n")
        #expect(lines.count == 2 && lines.last == "intact")
        let events = try #require(json["events"]?.integerValue)
        #expect(lines.first?.hasPrefix("checked: events \(events), evidence ") == true)
        #expect(lines.first?.contains(", signatures 0, ") == true)
    }

    @Test("What the signed bytes do not say is damage, and the status is 1")
    func damaged() async throws {
        let story = try await StoryLedger()
        let file = URL(fileURLWithPath: story.ledger.path + "/data.mdb")
        var bytes = try Data(contentsOf: file)
        let (original, forged) = (Data("lifetime".utf8), Data("lifetimf".utf8))
        var count = 0
        while let range = bytes.range(of: original) {
            bytes.replaceSubrange(range, with: forged)
            count += 1
        }
        try #require(count > 0)
        try bytes.write(to: file)
        let outcome = await story.run("verify --signatures --json")
        #expect(outcome.status == .answerIsNo && outcome.errors == "")
        let json = try TestJSON(json: outcome.output.utf8)
        #expect(json["intact"] == false)
        let damage = json["damage"]?.elements ?? []
        #expect(damage.count == json["damageCount"]?.integerValue.map(Int.init))
        #expect(damage.contains { $0["kind"] == "recordDisagreesWithEvidence" })
        let people = await story.run("verify --signatures")
        #expect(people.status == .answerIsNo)
        let lines = people.output.split(separator: "\n")
        #expect(lines.count == damage.count + 2)
        #expect(lines.contains { $0.hasPrefix("recordDisagreesWithEvidence, event ") })
        #expect(lines.last == "damaged: restore a backup")
    }

    @Test("Progress is shown to a terminal, and is gone at the end")
    func progress() async throws {
        let story = try await StoryLedger()
        let outcome = await story.ledger.run("verify", isErrorTerminal: true)
        #expect(outcome.errors.contains(" pages, 100%"))
        #expect(outcome.errors.contains("\r0 events, 0%"))
        #expect(outcome.errors.hasSuffix(" \r"))
    }
}
