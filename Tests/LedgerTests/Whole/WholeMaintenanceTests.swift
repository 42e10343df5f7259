import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("The whole ledger: backups, rebuilds and retries, killed and at once", .serialized)
struct WholeMaintenanceTests {
    private func program(_ deliveries: [[UInt8]]) async throws -> WholeProgram {
        let program = try WholeProgram()
        try await program.makeLedger()
        let file = try program.write(deliveries, to: "story.jsonl")
        let taken = try await program.run(["ingest", file])
        try #require(taken.status == 0, "\(taken.errors)")
        return program
    }

    /// A ledger that does not know the app of what it was given, and then does.
    private func quarantined(_ count: Int) async throws -> WholeProgram {
        let program = try WholeProgram()
        let store = try WholeStore.production()
        let made = try await program.run([
            "init", "--bundle-id", "com.example.other", "--root-certificate",
            program.directory.path + "/root.der",
        ])
        try #require(made.status == 0, "\(made.errors)")
        let tokens = try (1...count).map { number in
            try store.sign(
                store.transaction(
                    id: "\(number)", productID: "gem", purchaseDate: 1_767_700_000_000))
        }
        let file = try program.write(tokens.map { Array($0.utf8) }, to: "tokens")
        #expect(try await program.run(["ingest", file, "--json"]).number("quarantined") == count)
        let configured = try await program.run([
            "configure", "--add-bundle-id", store.bundleID, "--app-apple-id", "\(store.appAppleID)",
        ])
        #expect(configured.status == 0)
        return program
    }

    @Test("Retries of several processes at once take each input in once")
    func retriesAtOnce() async throws {
        let count = 700
        let program = try await quarantined(count)
        async let first = program.run(["quarantine", "retry", "--json"])
        async let second = program.run(["quarantine", "retry", "--json"])
        async let third = program.run(["quarantine", "retry", "--json"])
        let outcomes = try await [first, second, third]
        #expect(outcomes.map(\.status) == [0, 0, 0], "\(outcomes.map(\.errors))")
        #expect(outcomes.compactMap { $0.number("appended") }.reduce(0, +) == count)
        let ledger = try program.openLedger()
        #expect(try ledger.statistics().events == UInt64(count))
        #expect(try ledger.quarantineTotals().rowCount == 0)
        #expect(try ledger.verify(signatures: true).isIntact)
        await ledger.close()
    }

    @Test("A retry that is killed at any moment has lost nothing, and is run again")
    func retryKilled() async throws {
        let count = 1_500
        let program = try await quarantined(count)
        var kills = 0
        for round in 0..<6 {
            let outcome = try await program.run(
                ["quarantine", "retry"], killAfterMilliseconds: 30 + 50 * round)
            kills += outcome.wasKilled ? 1 : 0
            let ledger = try program.openLedger()
            let events = try ledger.statistics().events
            #expect(events + (try ledger.quarantineTotals().rowCount) == UInt64(count))
            #expect(try ledger.verify().isIntact)
            await ledger.close()
        }
        #expect(kills > 0)
        let last = try await program.run(["quarantine", "retry"])
        #expect(last.status == 0, "\(last.errors)")
        let ledger = try program.openLedger()
        #expect(try ledger.statistics().events == UInt64(count))
        await ledger.close()
    }

    @Test("A backup that is killed is never taken for one")
    func backupKilled() async throws {
        let story = try WholeStoryGenerator.story(seed: 41, steps: 40, isWild: false)
        let program = try await program(story.deliveries)
        var kills = 0
        for round in 0..<8 {
            let path = program.directory.path + "/backup\(round)"
            let outcome = try await program.run(
                ["backup", path], killAfterMilliseconds: 8 + 8 * round)
            kills += outcome.wasKilled ? 1 : 0
            if !outcome.wasKilled { #expect(outcome.status == 0, "\(outcome.errors)") }
            guard FileManager.default.fileExists(atPath: path) else { continue }
            let copy = try TransactionLedger(at: path)
            #expect(try copy.verify(signatures: true).isIntact)
            await copy.close()
        }
        #expect(kills > 0)
    }

    @Test("A rebuild that is killed at any moment leaves a ledger that opens and rebuilds")
    func rebuildKilled() async throws {
        let story = try WholeStoryGenerator.story(seed: 42, steps: 60, isWild: false)
        let program = try await program(story.deliveries)
        var ledger = try program.openLedger()
        let before = try DerivedContents(ledger)
        var random = SeededGenerator(seed: 42)
        try DerivedContents.damage(ledger, oneOf: 2, using: &random)
        await ledger.close()
        var kills = 0
        for round in 0..<8 {
            let outcome = try await program.run(["rebuild"], killAfterMilliseconds: 10 + 25 * round)
            kills += outcome.wasKilled ? 1 : 0
            ledger = try program.openLedger()
            let events = try ledger.statistics().events
            #expect(events > 0)
            await ledger.close()
        }
        #expect(kills > 0)
        let last = try await program.run(["rebuild", "--json"])
        #expect(last.status == 0, "\(last.errors)")
        ledger = try program.openLedger()
        #expect(try DerivedContents(ledger).differences(from: before) == [])
        #expect(try ledger.verify(signatures: true).isIntact)
        await ledger.close()
    }

    @Test("A rebuild beside a process that appends keeps all that was appended")
    func rebuildWhileWriting() async throws {
        let (one, other) = (
            try WholeStoryGenerator.story(seed: 43, steps: 20, isWild: false),
            try WholeStoryGenerator.story(
                seed: 44, steps: 40, store: WholeStore.sandbox(), isWild: false)
        )
        let program = try await program(one.deliveries)
        let file = try program.write(other.deliveries, to: "other.jsonl")
        async let writing = program.run(["ingest", file, "--json"])
        for _ in 0..<3 {
            let outcome = try await program.run(["rebuild", "--json"])
            #expect(outcome.status == 0 && outcome.number("corrected") == 0, "\(outcome.errors)")
        }
        #expect(try await writing.status == 0)
        #expect(try await program.run(["rebuild", "--json"]).number("corrected") == 0)
        let ledger = try program.openLedger()
        #expect(try ledger.verify(signatures: true).isIntact)
        await ledger.close()
    }
}
