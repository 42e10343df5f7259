import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("The whole ledger: processes that are killed, and processes at once", .serialized)
struct WholeProcessTests {
    private static let otherBytes = 80 << 10

    /// Events that one ingest of the deliveries appends.
    private func eventsOfCleanRun(_ deliveries: [[UInt8]]) async throws -> UInt64 {
        try await statisticsOfCleanRun(deliveries).events
    }

    private func statisticsOfCleanRun(_ deliveries: [[UInt8]]) async throws -> LedgerStatistics {
        let whole = try WholeLedger()
        for delivery in deliveries { try await whole.ingest(delivery) }
        let statistics = try whole.ledger.statistics()
        await whole.ledger.close()
        return statistics
    }

    @Test("Killed at any moment, a ledger opens with all that was committed, and goes on")
    func killed() async throws {
        var random = SeededGenerator(seed: 5)
        let story = try WholeStoryGenerator.story(seed: 21, isWild: false)
        let expected = try await eventsOfCleanRun(story.deliveries)
        let program = try WholeProgram()
        try await program.makeLedger()
        let file = try program.write(story.deliveries, to: "story.jsonl")
        var (kills, eventsBefore) = (0, UInt64(0))
        for round in 0..<12 {
            let delay = Int.random(in: 5..<(120 + 60 * round), using: &random)
            let seen = try await seenWhileIngesting(program, file, killAfterMilliseconds: delay)
            kills += seen.wasKilled ? 1 : 0
            let ledger = try program.openLedger()
            let report = try ledger.verify(signatures: true)
            #expect(report.isIntact, "round \(round), after \(delay) ms: \(report.damage)")
            #expect(report.events >= max(seen.events, eventsBefore), "round \(round)")
            eventsBefore = report.events
            await ledger.close()
        }
        #expect(kills > 0)
        let last = try await program.run(["ingest", file, "--json"])
        #expect(last.status == 0, "\(last.errors)")
        let again = try await program.run(["ingest", file, "--json"])
        #expect(again.number("appended") == 0)
        let ledger = try program.openLedger()
        #expect(try ledger.statistics().events == expected)
        #expect(try ledger.verify(signatures: true).isIntact)
        await ledger.close()
    }

    /// Ingests until the process is killed, and reads meanwhile what is committed.
    private func seenWhileIngesting(
        _ program: WholeProgram, _ file: String, killAfterMilliseconds delay: Int
    ) async throws -> (events: UInt64, wasKilled: Bool) {
        let reader = try program.openLedger()
        async let running = program.run(["ingest", file], killAfterMilliseconds: delay)
        var events: UInt64 = 0
        let end = ContinuousClock.now + .milliseconds(delay)
        repeat {
            events = try reader.statistics().events
            try await Task.sleep(for: .milliseconds(2))
        } while ContinuousClock.now < end
        let outcome = try await running
        await reader.close()
        return (events, outcome.wasKilled)
    }

    @Test("Two processes at once append every input once, while others ask")
    func atOnce() async throws {
        let (one, other) = (
            try WholeStoryGenerator.story(seed: 22, steps: 6, isWild: false),
            try WholeStoryGenerator.story(
                seed: 23, steps: 6, store: WholeStore.sandbox(), isWild: false)
        )
        let expected = try await eventsOfCleanRun(one.deliveries)
        let expectedOther = try await eventsOfCleanRun(other.deliveries)
        let program = try WholeProgram()
        try await program.makeLedger()
        let file = try program.write(one.deliveries, to: "one.jsonl")
        let otherFile = try program.write(other.deliveries, to: "other.jsonl")
        async let first = program.run(["ingest", file, "--json"])
        async let second = program.run(["ingest", file, "--json"])
        async let third = program.run(["ingest", otherFile, "--json"])
        async let asking = ask(program)
        let outcomes = try await [first, second, third]
        for outcome in outcomes { #expect(outcome.status == 0, "\(outcome.errors)") }
        let appended = outcomes.compactMap { $0.number("events") }.reduce(0, +)
        #expect(UInt64(appended) == expected + expectedOther)
        let answers = try await asking
        #expect(answers.allSatisfy { $0.status == 0 }, "\(answers.map(\.errors))")
        let ledger = try program.openLedger()
        let report = try ledger.verify(signatures: true)
        #expect(report.isIntact && report.events == expected + expectedOther)
        await ledger.close()
    }

    private func ask(_ program: WholeProgram) async throws -> [WholeProgram.Outcome] {
        var outcomes: [WholeProgram.Outcome] = []
        for _ in 0..<6 {
            for command in ["entitlements", "status"] {
                outcomes.append(
                    try await program.run([
                        command, "--app-account-token", WholeStory.tokens[0], "--json",
                    ]))
            }
        }
        return outcomes
    }

    @Test(
        "A disk that fills during an ingest loses nothing that was taken in",
        .enabled(if: TinyFileSystem.isPossible, "the process may not mount a file system"))
    func diskFull() async throws {
        let story = try WholeStoryGenerator.story(seed: 31, steps: 60, isWild: false)
        // Notifications alone: one line is one input.
        let deliveries = story.deliveries.filter {
            $0.starts(with: Array(#"{"signedPayload""#.utf8))
        }
        let clean = try await statisticsOfCleanRun(deliveries)
        let expected = clean.events
        let empty = try await statisticsOfCleanRun([])
        // Room for a part of it, for the readers' file, and for what the ledger counts as full.
        let sizeBytes = (3 * empty.usedBytes + clean.usedBytes) / 4 + Self.otherBytes
        let disk = try #require(TinyFileSystem(sizeBytes: sizeBytes))
        defer { disk.unmount() }
        let program = try WholeProgram(ledgerAt: disk.directory.path + "/ledger")
        try await program.makeLedger()
        let file = try program.write(deliveries, to: "story.jsonl")
        let stopped = try await program.run(["ingest", file, "--json"])
        #expect(stopped.status == 74, "\(stopped.status): \(stopped.errors)")
        let number = stopped.errors.firstMatch(of: /stopped at input ([0-9]+)/)?.1
        let taken = try #require(number.flatMap { Int($0) }, "\(stopped.errors)") - 1
        #expect(taken > 0)
        let copy = try WholeProgram()
        try FileManager.default.createDirectory(
            atPath: copy.ledgerPath, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: program.ledgerPath + "/data.mdb", toPath: copy.ledgerPath + "/data.mdb")
        let ledger = try copy.openLedger()
        let report = try ledger.verify(signatures: true)
        #expect(report.isIntact, "\(report.damage)")
        await ledger.close()
        let before = try copy.write(Array(deliveries.prefix(taken)), to: "before.jsonl")
        let again = try await copy.run(["ingest", before, "--json"])
        #expect(again.number("appended") == 0 && again.number("duplicates") == taken)
        let all = try await copy.run(["ingest", file, "--json"])
        #expect(all.status == 0, "\(all.errors)")
        let whole = try copy.openLedger()
        #expect(try whole.statistics().events == expected)
        #expect(try whole.verify().isIntact)
        await whole.close()
    }
}
