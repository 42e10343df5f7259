import Foundation
import LedgerTesting
import Testing

@testable import ledgerctl

/// `quarantine show`, `quarantine retry`, `backup` and `rebuild` of the built program.
@Suite struct MaintenanceCommandTests {
    private func run(_ ledger: TestLedger, _ words: String...) async throws -> BuiltProgram.Outcome
    {
        try await BuiltProgram.run(words, environment: ["LEDGER_PATH": ledger.path])
    }

    /// A ledger that holds a purchase of a stranger, signed under a root that it does not trust.
    private func quarantined() async throws -> (ledger: TestLedger, root: String, body: [UInt8]) {
        let ledger = try TestLedger()
        _ = await ledger.make()
        let stranger = try TestAppStore(seed: "stranger")
        let file = try ledger.writePurchase(id: "2", to: "foreign.json", by: stranger)
        let noise = try ledger.directory.write("this is no JWS\n", to: "noise")
        let taken = try await run(
            ledger, "ingest", file, "--presented-by", StoryLedger.alice)
        #expect(taken.status == 1)
        #expect(try await run(ledger, "ingest", noise).status == 1)
        let root = try ledger.directory.write(stranger.rootCertificate, to: "stranger.der")
        let body = try TestJSON(json: Data(contentsOf: URL(fileURLWithPath: file)))
        return (ledger, root, Array((body["signedPayload"]?.stringValue ?? "").utf8))
    }

    @Test("A row is shown without its bytes and without who presented it")
    func show() async throws {
        let (ledger, _, token) = try await quarantined()
        let outcome = try await run(ledger, "quarantine", "show", "1", "--json")
        #expect(outcome.status == 0 && outcome.errors == "")
        let json = try TestJSON(json: outcome.output.utf8)
        #expect(json["reason"] == "certificateNotTrusted" && json["presenters"] == 1)
        #expect(json["times"] == 1 && json["retriable"] == true)
        #expect(json["byteCount"] == .integer(Int64(token.count)))
        let people = try await run(ledger, "quarantine", "show", "1")
        #expect(people.status == 0)
        #expect(people.output.contains("\ncan be retried  yes\n"))
        #expect(people.output.contains("certificateNotTrusted"))
        for text in [outcome.output, people.output] {
            #expect(!text.lowercased().contains(StoryLedger.alice))
            #expect(!text.contains(String(decoding: token.prefix(40), as: UTF8.self)))
        }
        for (words, status) in [(["3"], 1), (["0"], 64), (["x"], 64), ([], 64)]
            as [([String], Int32)]
        {
            let wrong = try await BuiltProgram.run(
                ["quarantine", "show"] + words, environment: ["LEDGER_PATH": ledger.path])
            #expect(wrong.status == status && wrong.output == "" && wrong.errors != "")
        }
    }

    @Test("The kept bytes are written where they are asked for, for their owner alone")
    func bytes() async throws {
        let (ledger, _, token) = try await quarantined()
        let path = ledger.directory.path + "/kept"
        let outcome = try await run(ledger, "quarantine", "show", "1", "--output", path)
        #expect(outcome.status == 0 && outcome.output.contains("certificateNotTrusted"))
        #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))) == token)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let standard = try await run(ledger, "quarantine", "show", "2", "--output", "-")
        #expect(standard.output == "this is no JWS")
    }

    @Test("A retry takes in what passes today, for who presented it")
    func retry() async throws {
        let (ledger, root, _) = try await quarantined()
        let first = try await run(ledger, "quarantine", "retry")
        #expect(first.status == 1)
        #expect(first.errors == "ledgerctl: quarantine:1: quarantined, certificateNotTrusted\n")
        #expect(first.output.hasSuffix("not retried 0\n"))
        #expect(try await run(ledger, "configure", "--add-root-certificate", root).status == 0)
        let second = try await run(ledger, "quarantine", "retry", "1", "2", "--json")
        #expect(second.status == 1)
        let json = try TestJSON(json: second.output.utf8)
        #expect(
            json.keys == [
                "read", "appended", "duplicates", "quarantined", "refused", "events",
                "firstSequence", "lastSequence", "problems", "notRetried",
            ])
        #expect(json["appended"] == 1 && json["notRetried"] == 1)
        #expect(json["problems"]?.elements.map { $0["reason"] } == ["notSignedData"])
        let third = try await run(ledger, "quarantine", "retry", "--json")
        #expect(third.status == 0)
        let owned = try await run(
            ledger, "history", "--app-account-token", StoryLedger.alice, "--json")
        let kinds = try TestJSON(json: owned.output.utf8)["events"]?.elements.map { $0["kind"] }
        #expect(kinds == ["notification", "transaction", "presentation"])
        let held = try await run(ledger, "quarantine", "list", "--json")
        #expect(try TestJSON(json: held.output.utf8)["quarantined"]?.elements.count == 1)
        #expect(try await run(ledger, "verify", "--signatures").status == 0)
        #expect(try await run(ledger, "quarantine", "retry", "x").status == 64)
    }

    @Test("A backup opens as a ledger with the same answers, and is not written over")
    func backup() async throws {
        let story = try await StoryLedger()
        let ledger = story.ledger
        let path = ledger.directory.path + "/backup"
        let outcome = try await run(ledger, "backup", path, "--json")
        #expect(outcome.status == 0 && outcome.errors == "")
        let json = try TestJSON(json: outcome.output.utf8)
        #expect(json.keys == ["sequence", "events", "bytes", "compacted"])
        let stats = try TestJSON(json: await run(ledger, "stats", "--json").output.utf8)
        #expect(json["sequence"] == stats["events"] && json["events"] == stats["events"])
        let words = ["export", "events"]
        let original = try await BuiltProgram.run(["--ledger", ledger.path] + words)
        let copied = try await BuiltProgram.run(["--ledger", path] + words)
        #expect(copied == original && copied.status == 0)
        let verified = try await BuiltProgram.run(["--ledger", path, "verify", "--signatures"])
        #expect(verified.status == 0)
        let again = try await run(ledger, "backup", path)
        #expect(again.status == 64 && again.output == "")
        #expect(try await run(ledger, "backup", path + "/no/such").status == 66)
        #expect(try await run(ledger, "backup").status == 64)
        let people = try await run(ledger, "backup", path + "2")
        #expect(people.output.hasPrefix("backed up: events "))
        let terminal = await ledger.run("backup", path + "3", isErrorTerminal: true)
        #expect(terminal.status == .done && terminal.errors.hasPrefix("\r0 bytes, 0%"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: ledger.directory.path)
                .filter { $0.contains("partial") } == [])
    }

    @Test("A rebuild of an intact ledger corrects nothing, and says how many events it read")
    func rebuild() async throws {
        let story = try await StoryLedger()
        let outcome = try await run(story.ledger, "rebuild", "--json")
        #expect(outcome.status == 0 && outcome.errors == "")
        let json = try TestJSON(json: outcome.output.utf8)
        #expect(json.keys == ["events", "corrected", "tables"])
        #expect(json["corrected"] == 0 && json["tables"]?.elements.count == 15)
        let people = try await run(story.ledger, "rebuild")
        let events = try #require(json["events"]?.integerValue)
        #expect(people.output == "rebuilt from \(events) events; rows corrected: 0\n")
        #expect(try await run(story.ledger, "verify").status == 0)
        let missing = try await BuiltProgram.run(["--ledger", "/no/such/ledger", "rebuild"])
        #expect(missing.status == 66)
    }
}
