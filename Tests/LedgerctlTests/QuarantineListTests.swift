import LedgerTesting
import Testing

@testable import ledgerctl

/// `quarantine list`.
@Suite struct QuarantineListTests {
    @Test("What was not taken in is listed once, with why and how often it came")
    func lists() async throws {
        let ledger = try TestLedger()
        let missing = await ledger.run("quarantine", "list")
        #expect(missing.status == .noSuchFile && missing.output == "")
        _ = await ledger.make()
        let empty = await ledger.run("quarantine", "list")
        let expected = "nothing is quarantined\n"
        #expect(empty == ProgramOutcome(status: .done, output: expected, errors: ""))
        let stranger = try TestAppStore(seed: "stranger")
        let foreign = try ledger.writePurchase(id: "2", to: "foreign.json", by: stranger)
        let noise = try ledger.directory.write("this is no JWS\n", to: "noise")
        #expect(await ledger.run("ingest", foreign, noise, foreign).status == .answerIsNo)
        let outcome = await ledger.run("quarantine", "list", "--json")
        #expect(outcome.status == .done && outcome.errors == "")
        let json = try TestJSON(json: outcome.output.utf8)
        #expect(json.keys == ["quarantined", "notKept"] && json["notKept"] == 0)
        let inputs = json["quarantined"]?.elements ?? []
        for input in inputs {
            #expect(
                input.keys == [
                    "number", "kind", "reason", "input", "recordedAt", "lastSeenAt", "times",
                    "presenters", "byteCount", "keptByteCount", "retriable", "sha256",
                ])
            #expect(input["sha256"]?.stringValue?.utf8.count == 64)
        }
        #expect(inputs.map { $0["kind"] } == ["quarantined", "refused"])
        #expect(inputs.first?["reason"] == "certificateNotTrusted")
        #expect(inputs.map { $0["times"] } == [2, 1])
        #expect(inputs.map { $0["input"] } == [.string("\(foreign):1"), .string("\(noise):1")])
        let rows = await ledger.run("quarantine", "list").output.split(separator: "\n")
        #expect(rows.count == 3)
        for (words, times) in [
            (["--limit", "1"], [2]), (["--after", "1"], [1]), (["--after", "2"], []),
            (["--limit", "5", "--after", "0"], [2, 1]),
        ] as [([String], [Int64])] {
            let page = await ledger.run(words: ["quarantine", "list", "--json"] + words)
            let found = try TestJSON(json: page.output.utf8)["quarantined"]?.elements ?? []
            #expect(found.map { $0["times"]?.integerValue } == times)
        }
        #expect(rows.dropFirst().first?.contains("certificateNotTrusted") == true)
        #expect(
            await ledger.run("quarantine", "list", "--as-of", "2026-01-01").status == .wrongUsage)
    }
}
