import Foundation
import LedgerTesting
import Testing

@testable import ledgerctl

/// Keys, checkpoints, proofs, tiles and checked exports, through the program as it was built.
@Suite struct AuditCommandTests {
    /// A story with a key, and the built program run in its directory.
    private struct Audit {
        let story: StoryLedger
        let verifierKey: String
        var directory: TemporaryDirectory { story.ledger.directory }
        var key: String { path("ledger.key") }

        init() async throws {
            story = try await StoryLedger()
            let made = try await BuiltProgram.run([
                "key", "--name", "example.com/ledger", "--output",
                story.ledger.directory.path + "/ledger.key",
            ])
            try #require(made.status == 0, "\(made.errors)")
            verifierKey = String(made.output.dropLast())
        }

        func path(_ name: String) -> String { directory.path + "/" + name }

        func run(_ words: String...) async throws -> BuiltProgram.Outcome {
            try await run(words: words)
        }

        func run(words: [String]) async throws -> BuiltProgram.Outcome {
            try await BuiltProgram.run(words, environment: ["LEDGER_PATH": story.ledger.path])
        }

        /// Runs without a ledger, as an auditor does.
        func check(_ words: String...) async throws -> BuiltProgram.Outcome {
            try await BuiltProgram.run(words)
        }

        /// Signs a checkpoint to a file.
        func sign(to name: String) async throws {
            let signed = try await run("checkpoint", "--key", key, "--output", path(name))
            try #require(signed.status == 0, "\(signed.errors)")
        }

        func append(_ name: String) async throws {
            let granted = await story.runAboutAlice("grant --entitlement x --id \(name)")
            try #require(granted.status == .done, "\(granted.errors)")
        }
    }

    @Test("A key is made once, and says its verifier key as a line and as JSON")
    func keys() async throws {
        let audit = try await Audit()
        #expect(audit.verifierKey.hasPrefix("example.com/ledger+"))
        let again = try await audit.run("key", "--output", audit.key)
        #expect(again.status == 1 && again.output == "")
        #expect(again.errors.contains("never written over"))
        let named = try await audit.run("key", "--json", "--output", audit.path("second"))
        let json = try TestJSON(json: named.output.utf8)
        #expect(json.keys == ["name", "verifierKey", "file"])
        #expect(json["name"]?.stringValue == audit.story.ledger.store.bundleID)
        #expect(try await audit.check("key", "--output", audit.path("third")).status == 64)
        for name in ["", "a b", "a+b"] {
            let wrong = try await audit.run("key", "--name", name, "--output", audit.path("third"))
            #expect(wrong.status == 64)
        }
        #expect(try await audit.run("checkpoint", "--key", audit.path("none")).status == 66)
        #expect(
            try await audit.run("checkpoint", "--key", audit.story.ledger.path + "/data.mdb").status
                == 64)
        #expect(try await audit.run("checkpoint").status == 64)
        let verifierKey = try audit.directory.write(audit.verifierKey + "\n", to: "vkey")
        let swapped = try await audit.run("checkpoint", "--key", verifierKey)
        #expect(swapped.status == 64)
        #expect(swapped.errors.contains("no signing key; give the file that `key --output` wrote"))
        let other = try await audit.check(
            "verify-proof", "--verifier-key", audit.key, audit.path("root.der"))
        #expect(other.status != 0 && other.errors.contains("give the text that `key` printed"))
    }

    @Test("A story is signed, every event proved and checked, and a changed proof is not")
    func story() async throws {
        let audit = try await Audit()
        try await audit.sign(to: "first")
        try await audit.append("a")
        let printed = try await audit.run("checkpoint", "--key", audit.key)
        try await audit.sign(to: "second")
        #expect(try audit.directory.text(of: "second") == printed.output)
        let json = try TestJSON(
            json: try await audit.run("checkpoint", "--key", audit.key, "--json").output.utf8)
        #expect(json.keys == ["origin", "size", "root", "signatures", "note"])
        #expect(json["note"]?.stringValue == printed.output)
        let size = try #require(json["size"]?.integerValue)
        var files: [String] = []
        for sequence in 1...size {
            files.append(audit.path("\(sequence).proof"))
            let proved = try await audit.run(
                "prove", "--sequence", "\(sequence)", "--output", audit.path("\(sequence).proof"))
            #expect(proved.status == 0 && proved.errors == "")
        }
        let grown = try await audit.run(
            "prove", "--from", audit.path("first"), "--to", "\(size)", "--output",
            audit.path("grown"))
        #expect(grown.status == 0, "\(grown.errors)")
        _ = try audit.directory.write(audit.verifierKey + "\n", to: "vkey")
        let trust = [
            "--verifier-key", audit.path("vkey"), "--root-certificate", audit.path("root.der"),
        ]
        let checked = try await BuiltProgram.run(
            ["verify-proof", "--json"] + trust + files + [audit.path("grown")])
        let result = try TestJSON(json: checked.output.utf8)
        #expect(checked.status == 0 && result["holds"] == true)
        #expect(result["proofs"]?.elements.count == files.count + 1)
        let people = try await BuiltProgram.run(["verify-proof"] + trust + [files[2]])
        let proved = try #require(result["proofs"]?.elements[2])
        let leafHash = try #require(proved["leafHash"]?.stringValue)
        #expect(
            people.output.hasPrefix("\(files[2]): holds\n  leaf hash: \(leafHash)\n  checked: "))
        #expect(people.output.contains("a signer under a given root signed the token"))
        let rows = try await audit.run("export", "events")
        #expect(rows.output.contains(",\(leafHash)"))
        #expect(!people.output.contains("NOT checked"))

        let unsigned = try await audit.check(
            "verify-proof", "--root-certificate", audit.path("root.der"), files[2])
        #expect(unsigned.status == 0)
        #expect(unsigned.output.contains("  NOT checked: nobody's signature"))
        let untrusted = try await audit.check("verify-proof", files[3])
        #expect(untrusted.status == 1)
        #expect(untrusted.output.contains("give the root, if the ledger has one of its own"))
        let text = try audit.directory.text(of: "3.proof").replacing("index 2", with: "index 1")
        let changed = try audit.directory.write(text, to: "changed")
        let refused = try await BuiltProgram.run(["verify-proof"] + trust + [changed, files[0]])
        #expect(refused.status == 1)
        #expect(refused.output.hasPrefix("\(changed): does not hold: "))
        #expect(refused.output.contains("\(files[0]): holds\n"))
        #expect(try await audit.check("verify-proof", audit.path("none")).status == 66)
        let partly = try await BuiltProgram.run(
            ["verify-proof"] + trust + [audit.path("none"), files[0]])
        #expect(partly.status == 66 && partly.output.contains("\(files[0]): holds\n"))
    }

    @Test("verify compares stored checkpoints and a given one, and says what it did not check")
    func verify() async throws {
        let audit = try await Audit()
        try await audit.sign(to: "first")
        let stored = try await audit.run("verify")
        #expect(stored.status == 0 && stored.output.contains(", checkpoints 1\n"))
        let given = try await audit.run("verify", "--checkpoint", audit.path("first"))
        #expect(given.status == 0 && given.output.contains(", checkpoints 2\n"))
        #expect(given.output.contains("\nNOT checked: the signature of the checkpoint of "))
        let json = try await audit.run(
            "verify", "--checkpoint", audit.path("first"), "--json")
        #expect(try TestJSON(json: json.output.utf8)["notChecked"]?.elements.count == 1)
        let trusted = try await audit.run(
            "verify", "--checkpoint", audit.path("first"), "--verifier-key", audit.verifierKey)
        #expect(trusted.status == 0 && trusted.errors == "")
        let other = try await Audit()
        try await other.sign(to: "foreign")
        let foreign = try await audit.run("verify", "--checkpoint", other.path("foreign"))
        #expect(foreign.status == 1 && foreign.output.contains("checkpointDiffers: "))
        let wrongKey = try await audit.run(
            "verify", "--checkpoint", audit.path("first"), "--verifier-key", other.verifierKey)
        #expect(wrongKey.status == 1 && wrongKey.output == "")
    }

    @Test(
        "Processes that sign and append at once leave one history; a restored one signs nothing"
    )
    func processes() async throws {
        let audit = try await Audit()
        try await audit.sign(to: "first")
        let store = audit.story.ledger.path
        let (key, place) = (audit.key, ["LEDGER_PATH": store])
        try FileManager.default.copyItem(atPath: store, toPath: audit.path("backup"))
        let outcomes = try await withThrowingTaskGroup(of: BuiltProgram.Outcome.self) { group in
            for number in 0..<4 {
                group.addTask {
                    try await BuiltProgram.run(["checkpoint", "--key", key], environment: place)
                }
                group.addTask {
                    try await BuiltProgram.run(
                        ["grant", "--entitlement", "x", "--id", "g\(number)"]
                            + StoryLedger.aliceWords, environment: place)
                }
            }
            var outcomes: [BuiltProgram.Outcome] = []
            for try await outcome in group { outcomes.append(outcome) }
            return outcomes
        }
        #expect(outcomes.allSatisfy { $0.status == 0 }, "\(outcomes)")
        try await audit.sign(to: "last")
        let verified = try await audit.run("verify", "--checkpoint", audit.path("last"))
        #expect(verified.status == 0, "\(verified.output)")

        try FileManager.default.removeItem(atPath: store)
        try FileManager.default.copyItem(atPath: audit.path("backup"), toPath: store)
        let refused = try await audit.run("checkpoint", "--key", audit.key)
        #expect(refused.status == 1 && refused.output == "")
        #expect(refused.errors.contains("an older backup was restored"))
        let cut = try await audit.run("verify", "--checkpoint", audit.path("last"))
        #expect(cut.status == 1 && cut.output.contains("its end is missing"))
    }

    @Test("An export with leaves and its checkpoint hold, and a changed cell does not")
    func exports() async throws {
        let audit = try await Audit()
        try await audit.append("=1+1")
        for format in ["csv", "jsonl"] {
            let file = audit.path("events.\(format)")
            let exported = try await audit.run(
                "export", "events", "--leaves", "--all-environments", "--format", format,
                "--checkpoint-key", audit.key, "--output", file)
            #expect(exported.status == 0 && exported.errors == "")
            let checked = try await audit.check(
                "verify-export", file, "--checkpoint", "\(file).checkpoint", "--verifier-key",
                audit.verifierKey)
            #expect(checked.status == 0 && checked.output.hasSuffix("\nholds\n"))
            #expect(checked.output.contains("with leaves") && checked.errors == "")
            let text = try audit.directory.text(of: "events.\(format)")
            let changed = try audit.directory.write(
                text.replacing("PURCHASED", with: "FAMILY_SHARED", maxReplacements: 1),
                to: "changed")
            let refused = try await audit.check(
                "verify-export", changed, "--checkpoint", "\(file).checkpoint", "--json")
            let json = try TestJSON(json: refused.output.utf8)
            #expect(refused.status == 1 && json["holds"] == false && json["rootSame"] == true)
            #expect(json["problems"]?.elements.map { $0["column"] } == ["inAppOwnershipType"])
            #expect(json["notChecked"]?.elements.count == 2)
        }
        try await audit.append("later")
        let late = try await audit.run(
            "export", "events", "--leaves", "--all-environments", "--output", audit.path("late"))
        #expect(late.status == 0 && late.errors.contains("--checkpoint-key"))
        let behind = try await audit.check(
            "verify-export", audit.path("late"), "--checkpoint", audit.path("late.checkpoint"))
        #expect(behind.status == 1 && behind.output.contains("\nadded, event "))
        let partial = try await audit.check(
            "verify-export", "--partial", audit.path("late"), "--checkpoint",
            audit.path("late.checkpoint"))
        #expect(partial.status == 0)
        for wrong in [
            ["export", "balances", "--leaves"],
            ["export", "events", "--checkpoint-key", audit.key],
            ["verify-export", audit.path("late")],
            ["export", "events", "--environment", "Sandbox", "--all-environments"],
        ] {
            #expect(try await audit.run(words: wrong).status == 64, "\(wrong)")
        }
    }

    @Test("Tiles are written, and again for what is new")
    func tiles() async throws {
        let audit = try await Audit()
        #expect(try await audit.run("tiles", audit.path("tiles")).status == 1)
        try await audit.sign(to: "first")
        let written = try await audit.run("tiles", audit.path("tiles"), "--json")
        let json = try TestJSON(json: written.output.utf8)
        #expect(json.keys == ["size", "tiles", "bundles", "omittedBundles"])
        #expect(
            try audit.directory.text(of: "tiles/checkpoint")
                == audit.directory.text(of: "first"))
        try await audit.append("a")
        try await audit.sign(to: "second")
        let again = try await audit.run("tiles", audit.path("tiles"))
        #expect(again.status == 0 && again.output.hasPrefix("wrote: events "))
        let older = try await audit.run(
            "tiles", audit.path("tiles"), "--checkpoint", audit.path("first"))
        #expect(older.status == 1)
    }

    @Test("Signatures of a checkpoint are added to the stored one")
    func add() async throws {
        let audit = try await Audit()
        try await audit.sign(to: "first")
        // A line of somebody nobody knows: a name and 4 bytes of a key's id before the signature.
        let line = "— witness.example AAAAAAAAAAAAAAAA\n"
        let cosigned = try audit.directory.write(
            try audit.directory.text(of: "first") + line, to: "cosigned")
        let added = try await audit.run("checkpoint", "--add", cosigned)
        #expect(added.status == 0)
        #expect(try added.output == audit.directory.text(of: "cosigned"))
        let signed = try await audit.run("checkpoint", "--key", audit.key)
        #expect(signed.output == added.output)
        let foreign = try audit.directory.write(
            try audit.directory.text(of: "first").replacing("example.com", with: "example.net"),
            to: "foreign")
        #expect(try await audit.run("checkpoint", "--add", foreign).status == 1)
        #expect(try await audit.run("checkpoint", "--add", cosigned, "--key", "k").status == 64)
        #expect(
            try await audit.run(
                "checkpoint", "--key", audit.key, "--verifier-key", audit.verifierKey
            ).status == 64)
    }
}
