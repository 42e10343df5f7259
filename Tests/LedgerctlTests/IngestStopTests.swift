import Foundation
import LedgerTesting
import Testing

/// What the built program says of a run that could not go on.
@Suite struct IngestStopTests {
    /// Opens like a file, and cannot be read at its beginning.
    private static let unreadable = "/proc/self/mem"

    @Test("A file that cannot be read is named with its input, and what came before is counted")
    func unreadableFile() async throws {
        let ledger = try TestLedger()
        let environment = ["LEDGER_PATH": ledger.path]
        _ = try await BuiltProgram.run(ledger.initWords, environment: environment)
        let first = try ledger.writePurchase(id: "1", to: "a.json")
        let last = try ledger.writePurchase(id: "2", to: "c.json")
        let words = ["ingest", first, Self.unreadable, last]
        let stopped = try await BuiltProgram.run(words + ["--json"], environment: environment)
        #expect(stopped.status == 74)
        let report = try TestJSON(json: stopped.output.utf8)
        #expect(report["read"] == 1 && report["appended"] == 1)
        #expect(report["stopped"]?["file"] == .string(Self.unreadable))
        #expect(report["stopped"]?["input"] == 1)
        let reason = try #require(report["stopped"]?["reason"]?.stringValue)
        #expect(reason.contains(Self.unreadable))
        #expect(
            stopped.errors.hasPrefix("ledgerctl: stopped at input 1 of \(Self.unreadable); ")
                && stopped.errors.hasSuffix("ledgerctl: \(reason)\n"))
        let again = try await BuiltProgram.run(words, environment: environment)
        #expect(again.status == 74)
        #expect(again.output.hasPrefix("read 1: appended 0, duplicates 1, "))
        #expect(again.errors == stopped.errors)
        let rest = try await BuiltProgram.run(
            ["ingest", first, last, "--json"], environment: environment)
        #expect(rest.status == 0)
        let whole = try TestJSON(json: rest.output.utf8)
        #expect(whole["appended"] == 1 && whole["stopped"] == nil)
    }

    @Test(
        "A full disk is named with the file and input that it stopped at, and loses nothing",
        .enabled(if: SmallDisk.isPossible, "the process may not mount a file system"))
    func fullDisk() async throws {
        let disk = try #require(SmallDisk(sizeBytes: 4 << 20))
        defer { disk.unmount() }
        let ledger = try TestLedger()
        let environment = ["LEDGER_PATH": disk.directory.path + "/ledger"]
        let made = try await BuiltProgram.run(ledger.initWords, environment: environment)
        #expect(made.status == 0)
        let (held, many, never) = (
            try ledger.writePurchase(id: "1", to: "a.json"),
            try Self.writePurchases(2..<150, of: ledger, to: "b.jsonl"),
            try ledger.writePurchase(id: "1000", to: "c.json")
        )
        _ = try await BuiltProgram.run(["ingest", held], environment: environment)
        try disk.fill(leavingBytes: 64 << 10)
        let words = ["ingest", held, many, never, "--json"]
        let stopped = try await BuiltProgram.run(words, environment: environment)
        #expect(stopped.status == 74)
        let report = try TestJSON(json: stopped.output.utf8)
        #expect(report["duplicates"] == 1)
        let appended = try #require(report["appended"]?.integerValue)
        #expect(report["stopped"]?["file"] == .string(many))
        #expect(report["stopped"]?["input"] == .integer(appended + 1))
        #expect(
            stopped.errors.contains("stopped at input \(appended + 1) of \(many); "),
            "\(stopped.errors)")
        try disk.empty()
        let rest = try await BuiltProgram.run(words, environment: environment)
        #expect(rest.status == 0, "\(rest.errors)")
        let whole = try TestJSON(json: rest.output.utf8)
        #expect(whole["duplicates"] == .integer(1 + appended))
        #expect(whole["appended"] == .integer(149 - appended))
    }

    /// Purchases of one file, a line each.
    private static func writePurchases(
        _ ids: Range<Int>, of ledger: TestLedger, to name: String
    ) throws -> String {
        var lines: [UInt8] = []
        for id in ids {
            let path = try ledger.writePurchase(id: "\(id)", to: "one.json")
            lines += [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            lines.append(UInt8(ascii: "\n"))
        }
        return try ledger.directory.write(lines, to: name)
    }
}
