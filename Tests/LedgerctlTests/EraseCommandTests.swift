import LedgerTesting
import Testing

@testable import ledgerctl

/// Erasing a customer through the program.
@Suite struct EraseCommandTests {
    @Test("A customer is erased once; afterwards, and for a stranger, there is nothing to erase")
    func erases() async throws {
        let story = try await StoryLedger()
        let first = await story.runAboutAlice("erase --json")
        #expect(first.status == .done, "\(first.errors)")
        let json = try TestJSON(json: first.output.utf8)
        #expect(json["erased"] == true && json["identities"] == 1 && json["lines"] == 3)
        #expect(json["events"] == 4 && json["otherEnvironments"] == .array([]))
        let events = try #require(json["events"]?.integerValue)
        let firstSequence = try #require(json["firstSequence"]?.integerValue)
        #expect(json["lastSequence"]?.integerValue == firstSequence + events - 1)
        let again = await story.runAboutAlice("erase --json")
        #expect(again.status == .done)
        let nothing = try TestJSON(json: again.output.utf8)
        #expect(nothing["erased"] == false && nothing["events"] == 0)
        #expect(nothing["firstSequence"] == nil)
        for customer in ["--app-transaction-id 7", "--original-transaction-id 7"] {
            let stranger = await story.run("erase \(customer)")
            #expect(stranger.status == .done && stranger.output == "nothing to erase\n")
        }
        let verified = await story.run("verify --signatures --json")
        #expect(verified.status == .done, "\(verified.output)")
        let report = try TestJSON(json: verified.output.utf8)
        #expect(report["erasedEvidence"] == json["evidence"])
        let entitled = await story.runAboutAlice("entitlements --json")
        #expect(try TestJSON(json: entitled.output.utf8)["entitlements"] == .array([]))
    }

    @Test("People are told what went and where it is recorded")
    func text() async throws {
        let story = try await StoryLedger()
        let outcome = await story.run("erase --transaction-id \(StoryLedger.coins)")
        #expect(outcome.status == .done)
        #expect(outcome.output.hasPrefix("erased 1 identifiers, the evidence of "))
        #expect(outcome.output.contains("\nrecorded as events "))
        #expect(!outcome.output.contains(StoryLedger.alice))
    }

    @Test(
        "Without a customer, with two, or with zeros it is wrong usage; its help tells of backups")
    func usage() async throws {
        let story = try await StoryLedger()
        let zeros = "00000000-0000-0000-0000-000000000000"
        for arguments in [
            "", "--app-account-token \(StoryLedger.alice) --transaction-id 1",
            "--app-account-token \(zeros)",
        ] {
            #expect(await story.run("erase \(arguments)").status == .wrongUsage, "\(arguments)")
        }
        let help = await story.run("help erase")
        #expect(help.output.contains("Backups and exports made before"))
        #expect(help.output.contains("compacting backup"))
    }
}
