import Foundation
import LedgerTesting
import Testing

/// The built program, as a script meets it.
@Suite struct BuiltProgramTests {
    @Test("A ledger outlives the processes that write and read it")
    func session() async throws {
        let ledger = try TestLedger()
        let environment = ["LEDGER_PATH": ledger.path]
        let made = try await BuiltProgram.run(ledger.initWords, environment: environment)
        #expect(made.status == 0)
        let file = try ledger.writePurchase(id: "1", to: "a.json")
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
        let first = try await BuiltProgram.run(
            ["ingest", "-", "--json"], environment: environment, input: bytes)
        #expect(first.status == 0)
        #expect(try TestJSON(json: first.output.utf8)["appended"] == 1)
        let second = try await BuiltProgram.run(["--ledger", ledger.path, "ingest", file])
        #expect(second.status == 0)
        #expect(second.output.hasPrefix("read 1: appended 0, duplicates 1,"))
        let noise = try await BuiltProgram.run(
            ["ingest", "-"], environment: environment, input: Array("noise\n".utf8))
        #expect(noise.status == 1)
        #expect(noise.errors.hasPrefix("ledgerctl: -:1: refused, "))
        let question = try await BuiltProgram.run(
            ["status", "--transaction-id", "1", "--json"], environment: environment)
        #expect(question.status == 0 && question.output.last == "\n")
    }

    @Test(
        "Every failure has the status that scripts rely on",
        arguments: [
            (["help"], 0), (["nonsense"], 64), (["status"], 64), ([], 64),
            (["status", "--transaction-id", "1"], 64),
            (["--ledger", "/no/such/ledger", "status", "--transaction-id", "1"], 66),
            (["--ledger", "/no/such/ledger", "ingest", "/no/such/file"], 66),
        ] as [([String], Int32)])
    func statuses(words: [String], status: Int32) async throws {
        let outcome = try await BuiltProgram.run(words)
        #expect(outcome.status == status)
        #expect(outcome.errors.isEmpty == (status == 0))
        #expect(outcome.output.isEmpty == (status != 0))
    }

    @Test("A damaged store and a full disk have status 74")
    func storage() async throws {
        let ledger = try TestLedger()
        try FileManager.default.createDirectory(
            atPath: ledger.path, withIntermediateDirectories: true)
        _ = try ledger.directory.write(
            [UInt8](repeating: 0x5A, count: 65_536), to: "ledger/data.mdb")
        let damaged = try await BuiltProgram.run(
            ["--ledger", ledger.path, "status", "--transaction-id", "1"])
        #expect(damaged.status == 74 && damaged.output == "" && damaged.errors != "")
        let full = try await BuiltProgram.run(
            ["version"], standardOutput: FileHandle(forWritingAtPath: "/dev/full"))
        #expect(full.status == 74)
        #expect(full.errors.contains("No space left on device"))
    }

    @Test("A reader that is gone ends the program quietly")
    func readerGone() async throws {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let outcome = try await BuiltProgram.run(
            ["help"], standardOutput: pipe.fileHandleForWriting)
        #expect(outcome == BuiltProgram.Outcome(status: 0, output: "", errors: ""))
    }
}
