import Foundation
import LedgerTesting
import Testing

@testable import ledgerctl

/// What the commands do to a ledger.
@Suite struct CommandTests {
    @Test("A ledger is made once")
    func makes() async throws {
        let ledger = try TestLedger()
        let made = await ledger.make()
        #expect(
            made == ProgramOutcome(status: .done, output: "", errors: "ledgerctl: made a ledger\n"))
        let again = await ledger.make()
        #expect(again.status == .answerIsNo && again.output == "")
        #expect(again.errors.contains("the directory holds a ledger already"))
    }

    @Test("Where no ledger is, the path is named, and whether the directory is there")
    func missing() async throws {
        let ledger = try TestLedger()
        let none = await ledger.run("stats")
        #expect(none.status == .noSuchFile && none.output == "")
        #expect(none.errors.contains("there is no directory \(ledger.path)"))
        let empty = await ledger.run("stats", "--ledger", ledger.directory.path)
        #expect(empty.status == .noSuchFile && empty.output == "")
        #expect(empty.errors.contains("\(ledger.directory.path) holds no ledger"))
        #expect(try ledger.directory.names == ["root.der"])
    }

    @Test("A ledger whose file is empty or cut short is damaged: restore a backup")
    func emptied() async throws {
        let ledger = try TestLedger()
        _ = await ledger.make()
        for sizeBytes in [0, 100, 4096] {
            let file = try ledger.directory.write(
                [UInt8](repeating: 0, count: sizeBytes), to: "ledger/data.mdb")
            for command in ["stats", "catalog list", "rebuild"] {
                let words = command.split(separator: " ").map(String.init)
                let outcome = await ledger.run(words: words)
                #expect(outcome.status == .storageFailed, "\(command): \(outcome.errors)")
                #expect(outcome.errors.lowercased().contains("from a backup"))
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: file)).count == sizeBytes)
        }
    }

    @Test("An app without its Apple ID is noted where Production is accepted")
    func noAppleID() async throws {
        let note = "configure --add-bundle-id b --app-apple-id N"
        for (words, isNoted) in [
            ([], true), (["--environment", "Sandbox"], false),
            (["--environment", "Production"], true), (["--app-apple-id", "1"], false),
        ] {
            let ledger = try TestLedger()
            let made = await ledger.run(words: ["init", "--bundle-id", "b"] + words)
            #expect(made.status == .done && made.output == "")
            #expect(made.errors.contains(note) == isNoted, "\(made.errors)")
        }
    }

    @Test("An app's Apple ID stands behind its bundle ID, once")
    func apps() async throws {
        let ledger = try TestLedger()
        for words in [
            ["init", "--app-apple-id", "1", "--bundle-id", "a"],
            ["init", "--bundle-id", "a", "--app-apple-id", "1", "--app-apple-id", "2"],
            ["init", "--bundle-id", "a", "--app-apple-id", "0"],
            ["init", "--bundle-id", "a", "--app-apple-id", "x"],
            ["init", "--bundle-id", ""],
            ["init", "--bundle-id", "a", "--root-certificate", "/dev/null"],
        ] {
            let outcome = await LedgerctlTests.run(
                words: words, table: .all, environment: ["LEDGER_PATH": ledger.path])
            #expect(outcome.status == .wrongUsage, "\(words)")
            #expect(outcome.errors != "")
        }
        #expect(try ledger.directory.names == ["root.der"])
    }

    @Test("A purchase is taken in once, and then the customer may use it")
    func takesIn() async throws {
        let ledger = try TestLedger()
        _ = await ledger.make()
        let file = try ledger.writePurchase(id: "1", to: "a.json")
        let first = await ledger.run("ingest", file)
        #expect(first.status == .done && first.errors == "")
        #expect(
            first.output.hasPrefix("read 1: appended 1, duplicates 0, quarantined 0, refused 0;"))
        let second = await ledger.run("ingest", file, file)
        let expected = "read 2: appended 0, duplicates 2, quarantined 0, refused 0; events 0\n"
        #expect(second == ProgramOutcome(status: .done, output: expected, errors: ""))
        let catalog = try ledger.directory.write(
            #"{"products":[{"productId":"lifetime","type":"Non-Consumable"}]}"#, to: "catalog.json")
        #expect(await ledger.run("catalog", "import", catalog).status == .done)
        let answer = await ledger.run("entitlements", "--transaction-id", "1", "--json")
        #expect(answer.status == .done)
        let json = try TestJSON(json: answer.output.utf8)
        #expect(json["environment"] == "Production")
        guard case .array(let entitlements)? = json["entitlements"] else {
            Issue.record("no entitlements in \(answer.output)")
            return
        }
        #expect(entitlements.map { $0["entitlement"] } == ["lifetime"])
        let before = await ledger.run(
            "entitlements", "--transaction-id", "1", "--as-of", "2025-12-31", "--json")
        #expect(try TestJSON(json: before.output.utf8)["entitlements"] == [])
        let table = await ledger.run(
            "entitlements", "--transaction-id", "1", "--as-of", "2026-01-02")
        let lines = table.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("Production as of 2026-01-02T23:59:59.999Z, ") == true)
        #expect(
            lines.dropFirst() == [
                "Entitlement  Expires  Source         State  Product   Transaction  Notes",
                "lifetime     never    nonConsumable  -      lifetime  1",
            ])
    }

    @Test("A subscription's status is a row for each line, the best first")
    func statuses() async throws {
        let ledger = try TestLedger()
        _ = await ledger.make()
        for (id, product, days) in [("1", "pro.monthly", 30), ("2", "pro.yearly", 365)] {
            let start: Int64 = 1_767_225_600_000
            let transaction = ledger.store.transaction(
                id: id, productID: product, purchaseDate: start,
                expiresDate: start + Int64(days) * 86_400_000,
                fields: ["appAccountToken": "2a0e9b51-6f43-4f4e-8d4c-6d3a1f0c1b2e"])
            let body = try ledger.store.signBody(["signedTransactionInfo": transaction])
            let file = try ledger.directory.write(body.json, to: "\(id).json")
            #expect(await ledger.run("ingest", file).status == .done)
        }
        let question = ["--app-account-token", "2a0e9b51-6f43-4f4e-8d4c-6d3a1f0c1b2e"]
        let status = await LedgerctlTests.run(
            words: ["status"] + question + ["--as-of", "2026-03-01"], table: .all,
            environment: ["LEDGER_PATH": ledger.path])
        let rows = status.output.split(separator: "\n").dropFirst(2).map {
            $0.split(separator: " ").prefix(3).joined(separator: " ")
        }
        #expect(
            rows == [
                "21500001 subscribed pro.yearly", "expired pro.monthly 2026-01-31T00:00:00.000Z",
            ])
        let other = await LedgerctlTests.run(
            words: ["status"] + question + ["--group", "other"], table: .all,
            environment: ["LEDGER_PATH": ledger.path])
        #expect(other.output.hasSuffix("\nno subscription\n"))
    }

    @Test("What cannot be taken in is a problem, and the rest is taken in")
    func problems() async throws {
        let ledger = try TestLedger()
        _ = await ledger.make()
        let stranger = try TestAppStore(seed: "stranger")
        let foreign = try ledger.writePurchase(id: "2", to: "foreign.json", by: stranger)
        let noise = try ledger.directory.write("this is no JWS\n", to: "noise")
        let good = try ledger.writePurchase(id: "3", to: "good.json")
        let outcome = await ledger.run("ingest", foreign, noise, good)
        #expect(outcome.status == .answerIsNo)
        #expect(
            outcome.output.hasPrefix("read 3: appended 1, duplicates 0, quarantined 1, refused 1;"))
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first == "ledgerctl: \(foreign):1: quarantined, certificateNotTrusted")
        #expect(lines.last?.hasPrefix("ledgerctl: \(noise):1: refused, ") == true)
        let again = await ledger.run("ingest", "--json", noise)
        #expect(again.status == .answerIsNo && again.errors == "")
        let json = try TestJSON(json: again.output.utf8)
        #expect(json["read"] == 1 && json["refused"] == 1 && json["firstSequence"] == nil)
        guard case .array(let problems)? = json["problems"] else {
            Issue.record("no problems in \(again.output)")
            return
        }
        #expect(problems.map { $0["input"]?.stringValue } == ["\(noise):1"])
    }

    @Test("A file that is missing is found before anything is taken in")
    func missingFile() async throws {
        let ledger = try TestLedger()
        _ = await ledger.make()
        let good = try ledger.writePurchase(id: "1", to: "good.json")
        let outcome = await ledger.run("ingest", good, ledger.directory.path + "/missing")
        #expect(outcome.status == .noSuchFile && outcome.output == "")
        let later = await ledger.run("ingest", good)
        #expect(later.output.hasPrefix("read 1: appended 1,"))
    }

    @Test("Progress is shown to a terminal, and is gone at the end")
    func progress() async throws {
        let ledger = try TestLedger()
        _ = await ledger.make()
        let file = try ledger.writePurchase(id: "1", to: "a.json")
        let outcome = await ledger.run("ingest", file, isErrorTerminal: true)
        #expect(outcome.errors.hasPrefix("\r0 bytes, 0%"))
        #expect(outcome.errors.hasSuffix(" \r"))
    }

    @Test("The same catalog is recorded once, and a wrong one is refused")
    func catalogs() async throws {
        let ledger = try TestLedger()
        _ = await ledger.make()
        let file = try ledger.directory.write(
            #"{"products":[{"productId":"coins.100","type":"Consumable"}]}"#, to: "catalog.json")
        let importing = { (words: String...) in
            await LedgerctlTests.run(
                words: ["catalog", "import", file] + words, table: .all,
                environment: ["LEDGER_PATH": ledger.path])
        }
        #expect(await importing().output == "recorded as event 1, products: 1\n")
        #expect(await importing().output == "the ledger has this catalog already, as event 1\n")
        #expect(await importing("--json").output == #"{"sequence":1,"duplicate":true}"# + "\n")
        #expect(
            await importing("--json", "--worth", "coins.100=coins:100").output
                == #"{"sequence":2,"duplicate":false}"# + "\n")
        #expect(await importing("--worth", "other=coins:1").status == .answerIsNo)
        #expect(await importing("--worth", "coins.100").status == .wrongUsage)
        #expect(await importing("--effective", "soon").status == .wrongUsage)
        let wrong = try ledger.directory.write("{", to: "wrong.json")
        #expect(await ledger.run("catalog", "import", wrong).status == .answerIsNo)
        #expect(await ledger.run("catalog", "import", wrong + "x").status == .noSuchFile)
    }

    @Test("Questions to no ledger, or about nobody, say so")
    func questions() async throws {
        let ledger = try TestLedger()
        let question = ["--original-transaction-id", "77"]
        for command in ["entitlements", "status"] {
            let none = await LedgerctlTests.run(
                words: [command] + question, table: .all, environment: ["LEDGER_PATH": ledger.path])
            #expect(none.status == .noSuchFile && none.output == "")
        }
        _ = await ledger.make()
        let unknown = await ledger.run("status", "--original-transaction-id", "77", "--json")
        #expect(unknown.status == .done && unknown.errors == "")
        #expect(try TestJSON(json: unknown.output.utf8)["groups"] == [])
        #expect(unknown.output.hasSuffix("}\n"))
        for words in [["--as-of", "x"], ["--environment", "Moon"], ["--transaction-id", "1"]] {
            let outcome = await LedgerctlTests.run(
                words: ["status"] + question + words, table: .all,
                environment: ["LEDGER_PATH": ledger.path])
            #expect(outcome.status == .wrongUsage, "\(words)")
        }
    }
}
