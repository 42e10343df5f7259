import Foundation
import LedgerTesting
import Testing

@testable import ledgerctl

/// `tail` of the built program.
@Suite struct TailCommandTests {
    /// A `tail` that runs, and what it has printed so far.
    struct Following {
        let process = Process()
        let output: String
        let errors: String

        init(_ ledger: TestLedger, _ words: [String]) throws {
            output = try ledger.directory.write("", to: UUID().uuidString)
            errors = try ledger.directory.write("", to: UUID().uuidString)
            process.executableURL = try BuiltProgram.url()
            process.arguments = ["tail", "--follow"] + words
            process.environment = ["LEDGER_PATH": ledger.path, "SWIFT_BACKTRACE": "enable=no"]
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle(forWritingAtPath: output)
            process.standardError = FileHandle(forWritingAtPath: errors)
            try process.run()
        }

        /// Waits until so many lines are printed; what there is after ten seconds otherwise.
        func lines(_ count: Int) async throws -> [String] {
            let end = ContinuousClock.now + .seconds(10)
            while true {
                let text = try String(contentsOfFile: output, encoding: .utf8)
                let lines = text.split(separator: "\n").map(String.init)
                if lines.count >= count || ContinuousClock.now > end { return lines }
                try await Task.sleep(for: .milliseconds(10))
            }
        }

        /// The status with which it ends by itself within ten seconds.
        func status() async throws -> Int32? {
            let end = ContinuousClock.now + .seconds(10)
            while process.isRunning {
                if ContinuousClock.now > end {
                    process.terminate()
                    return nil
                }
                try await Task.sleep(for: .milliseconds(10))
            }
            return process.terminationReason == .exit ? process.terminationStatus : nil
        }
    }

    private func run(_ ledger: TestLedger, _ words: String...) async throws -> BuiltProgram.Outcome
    {
        try await BuiltProgram.run(words, environment: ["LEDGER_PATH": ledger.path])
    }

    @Test("Events are printed one a line, as history prints them, from a place on")
    func lines() async throws {
        let story = try await StoryLedger()
        let outcome = try await run(story.ledger, "tail")
        #expect(outcome.status == 0 && outcome.errors == "")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        let events = try lines.map { try TestJSON(json: $0.utf8) }
        #expect(events.map { $0["sequence"]?.integerValue } == (1...events.count).map(Int64.init))
        let history = try story.json(await story.runAboutAlice("history --json"))
        let told = history["events"]?.elements ?? []
        #expect(told.count > 4)
        for event in told {
            let sequence = try #require(event["sequence"]?.integerValue)
            #expect(events[Int(sequence) - 1] == event)
        }
        for first in [1, 2, events.count, events.count + 1, events.count + 9] {
            let rest = try await run(story.ledger, "tail", "--from", "\(first)", "--json")
            #expect(rest.status == 0)
            #expect(
                rest.output.split(separator: "\n").map(String.init)
                    == Array(lines.dropFirst(first - 1)))
        }
        let sandbox = try await run(story.ledger, "tail", "--environment", "Sandbox")
        let kinds = try sandbox.output.split(separator: "\n").map {
            try TestJSON(json: $0.utf8)["kind"]
        }
        #expect(kinds == ["catalog"])
        for wrong in ["0", "-1", "x"] {
            #expect(try await run(story.ledger, "tail", "--from", wrong).status == 64)
        }
    }

    @Test(
        "What is appended meanwhile follows, until a signal ends it with status 0",
        arguments: [SIGINT, SIGTERM])
    func follow(signal: Int32) async throws {
        let story = try await StoryLedger()
        let before = try await run(story.ledger, "tail").output.split(separator: "\n").count
        let following = try Following(story.ledger, [])
        #expect(try await following.lines(before).count == before)
        let file = try story.ledger.writePurchase(id: "900", to: "more.json")
        #expect(await story.ledger.run("ingest", file).status == .done)
        let after = try await following.lines(before + 2)
        #expect(after.count == before + 2)
        #expect(try TestJSON(json: after[before].utf8)["kind"] == "notification")
        kill(following.process.processIdentifier, signal)
        #expect(try await following.status() == 0)
        #expect(try String(contentsOfFile: following.errors, encoding: .utf8) == "")
    }

    @Test("A reader that goes away ends it quietly, with nothing more to print")
    func readerGone() async throws {
        let story = try await StoryLedger()
        let pipe = Pipe()
        let following = Process()
        following.executableURL = try BuiltProgram.url()
        following.arguments = ["tail", "--follow", "--from", "1000"]
        following.environment = ["LEDGER_PATH": story.ledger.path]
        following.standardOutput = pipe.fileHandleForWriting
        following.standardError = FileHandle.nullDevice
        try following.run()
        try pipe.fileHandleForWriting.close()
        try await Task.sleep(for: .milliseconds(300))
        #expect(following.isRunning)
        try pipe.fileHandleForReading.close()
        let end = ContinuousClock.now + .seconds(10)
        while following.isRunning, ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(!following.isRunning)
        if following.isRunning { following.terminate() }
        following.waitUntilExit()
        #expect(following.terminationReason == .exit && following.terminationStatus == 0)
    }
}
