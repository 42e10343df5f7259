import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("Proofs that a ledger makes")
struct LedgerProofTests {
    private func checker(_ audited: AuditedLedger) throws -> ProofChecker {
        try ProofChecker(
            verifierKeys: [audited.key.verifierKey],
            rootCertificates: [Data(WholeStore.production().rootCertificate)])
    }

    /// Three checkpoints, the last one at the end of the log.
    private func signed(_ audited: AuditedLedger) async throws -> [LedgerCheckpoint] {
        var checkpoints = [try await audited.ledger.signCheckpoint(with: audited.key)]
        for name in ["one", "two", "three"] {
            try await audited.append(name)
            if name == "two" { continue }
            checkpoints.append(try await audited.ledger.signCheckpoint(with: audited.key))
        }
        return checkpoints
    }

    @Test("Every event is proved in the newest checkpoint and in every other that covers it")
    func everyEvent() async throws {
        let audited = try await AuditedLedger()
        let checkpoints = try await signed(audited)
        let checker = try checker(audited)
        var tokens = 0
        for sequence in 1...(try audited.size()) {
            let newest = try audited.ledger.proveEvent(sequence)
            #expect(try EventProof(newest).checkpoint == checkpoints.last?.signedNote)
            for checkpoint in checkpoints {
                guard sequence <= checkpoint.size else {
                    #expect(throws: AuditError(.notCovered, "")) {
                        try audited.ledger.proveEvent(sequence, in: checkpoint)
                    }
                    continue
                }
                let file = try audited.ledger.proveEvent(sequence, in: checkpoint)
                let check = try checker.check(file)
                #expect(check.holds && check.sequence == sequence && check.kind == .event)
                if try EventProof(file).evidence != nil { tokens += 1 }
            }
        }
        #expect(tokens > 20)
        await audited.ledger.close()
    }

    @Test(
        "An independent verifier finds that every proof holds",
        .enabled(if: IndependentVerifierTests.hasPython))
    func independent() async throws {
        let audited = try await AuditedLedger()
        let checkpoints = try await signed(audited)
        var files: [[UInt8]] = []
        for sequence in 1...(try audited.size()) {
            files.append(try audited.ledger.proveEvent(sequence))
        }
        for older in checkpoints {
            for newer in checkpoints where older.size <= newer.size {
                files.append(
                    try audited.ledger.proveConsistency(from: .given(older), to: .given(newer)))
            }
        }
        var paths: [String] = []
        for (index, file) in files.enumerated() {
            paths.append("\(audited.directory)/\(index).proof")
            try Data(file).write(to: URL(fileURLWithPath: "\(audited.directory)/\(index).proof"))
        }
        let words = [IndependentVerifierTests.script, "--key", audited.key.verifierKey] + paths
        let (status, output) = try IndependentVerifierTests.run(words)
        #expect(status == 0, "\(output)")
        #expect(output.components(separatedBy: "  holds\n").count == files.count + 1)
        await audited.ledger.close()
    }

    @Test("Growth is proved between every two checkpoints, stored or given, and in order only")
    func growth() async throws {
        let audited = try await AuditedLedger()
        let checkpoints = try await signed(audited)
        let checker = try checker(audited)
        for older in checkpoints {
            for newer in checkpoints {
                let sources:
                    (TransactionLedger.CheckpointSource, TransactionLedger.CheckpointSource)
                sources = (.stored(size: older.size), .given(newer))
                guard older.size <= newer.size else {
                    #expect(throws: AuditError(.sizesOutOfOrder, "")) {
                        try audited.ledger.proveConsistency(from: sources.0, to: sources.1)
                    }
                    continue
                }
                let file = try audited.ledger.proveConsistency(from: sources.0, to: sources.1)
                let check = try checker.check(file)
                #expect(check.holds && check.kind == .consistency && check.openQuestions.isEmpty)
            }
        }
        #expect(throws: AuditError(.noSuchCheckpoint, "")) {
            try audited.ledger.proveConsistency(from: .stored(size: 1), to: .given(checkpoints[0]))
        }
        await audited.ledger.close()
    }

    @Test("Without a key the check says that nobody's signature was checked")
    func withoutKey() async throws {
        let audited = try await AuditedLedger()
        let checkpoints = try await signed(audited)
        let checker = try ProofChecker(
            rootCertificates: [Data(WholeStore.production().rootCertificate)])
        let event = try checker.check(audited.ledger.proveEvent(3))
        #expect(event.holds)
        #expect(event.openQuestions.count { $0.contains("nobody's signature") } == 1)
        #expect(!event.checks.contains { $0.contains("is signed by") })
        let growth = try checker.check(
            audited.ledger.proveConsistency(
                from: .given(checkpoints[0]), to: .given(checkpoints[1])))
        #expect(growth.holds && growth.openQuestions.count == 2)
        // What is not a signature is still checked.
        var proof = try EventProof(audited.ledger.proveEvent(3))
        proof.index += 1
        #expect(try checker.check(proof.bytes).holds == false)
        #expect(try checker.check([1, 2, 3]).failure != nil)
        let apple = try ProofChecker(verifierKeys: [audited.key.verifierKey])
        #expect(
            try apple.check(audited.ledger.proveEvent(3)).failure?.contains("App Store") == true)
        #expect(throws: AuditError(.invalidKey, "")) { try ProofChecker(verifierKeys: ["x"]) }
        #expect(throws: LedgerError(.invalidArgument, "")) {
            try ProofChecker(rootCertificates: [Data([1])])
        }
        await audited.ledger.close()
    }

    @Test("What cannot be proved is an error that says why")
    func refusals() async throws {
        let audited = try await AuditedLedger()
        let other = try await AuditedLedger()
        #expect(throws: AuditError(.noCheckpoint, "")) { try audited.ledger.proveEvent(1) }
        let foreign = try await other.ledger.signCheckpoint(with: other.key)
        _ = try await audited.ledger.signCheckpoint(with: audited.key)
        let size = try audited.size()
        for sequence in [0, size + 1, .max] {
            #expect(throws: AuditError(.noSuchEvent, "")) {
                try audited.ledger.proveEvent(sequence)
            }
        }
        #expect(throws: AuditError(.historyDiffers, "")) {
            try audited.ledger.proveEvent(1, in: foreign)
        }
        try await other.append("one")
        let longer = try await other.ledger.signCheckpoint(with: other.key)
        #expect(throws: AuditError(.logIsShorter, "")) {
            try audited.ledger.proveEvent(1, in: longer)
        }
        try await audited.append("behind")
        #expect(throws: AuditError(.notCovered, "")) { try audited.ledger.proveEvent(size + 1) }
        await audited.ledger.close()
        await other.ledger.close()
    }

    @Test("An event whose evidence is gone is proved without it")
    func erased() async throws {
        let audited = try await AuditedLedger()
        _ = try await audited.ledger.signCheckpoint(with: audited.key)
        let checker = try checker(audited)
        let before = try EventProof(audited.ledger.proveEvent(3))
        let event = try LoggedEvent(leafInput: before.leafInput)
        let row = try #require(event.fields.evidenceSequence)
        try await audited.ledger.writer.perform { batch, transaction in
            _ = try batch.reader.tables.evidence.delete(LMDBKey(row).bytes, in: transaction)
        }
        let file = try audited.ledger.proveEvent(3)
        let proof = try EventProof(file)
        #expect(before.evidence != nil && proof.evidence == nil)
        #expect(proof.leafInput == before.leafInput && proof.hashes == before.hashes)
        let check = try checker.check(file)
        #expect(check.holds && check.openQuestions.contains { $0.contains("erased or left out") })
        await audited.ledger.close()
    }

    @Test("Tiles are those of the newest checkpoint, and grow with the next one")
    func tiles() async throws {
        let audited = try await AuditedLedger()
        let directory = audited.directory + "/tiles"
        #expect(throws: AuditError(.noCheckpoint, "")) {
            try audited.ledger.writeTiles(to: directory)
        }
        let first = try await audited.ledger.signCheckpoint(with: audited.key)
        let report = try audited.ledger.writeTiles(to: directory)
        #expect(report.size == first.size && report.tileCount == 1 && report.bundleCount == 1)
        let path = "\(directory)/tile/0/000.p/\(first.size)"
        let tile = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let hasher = try MerkleHasher()
        var frontier = MerkleFrontier()
        for place in stride(from: 0, to: tile.count, by: 32) {
            try frontier.append(
                try #require(MerkleHash(Array(tile[place..<place + 32]))), hasher: hasher)
        }
        #expect(try frontier.root(hasher: hasher) == first.checkpoint.root)
        try await audited.append("one")
        let second = try await audited.ledger.signCheckpoint(with: audited.key)
        #expect(try audited.ledger.writeTiles(to: directory).size == second.size)
        #expect(throws: AuditError(.directoryOfAnotherLog, "")) {
            try audited.ledger.writeTiles(to: directory, at: first)
        }
        await audited.ledger.close()
    }

    @Test("An event whose evidence is damaged is not proved, and the error says which it is")
    func damagedEvidence() async throws {
        let audited = try await AuditedLedger()
        _ = try await signed(audited)
        try Self.expectNoProof(audited.ledger)
        await audited.ledger.close()
    }

    /// Changes each byte of the last row of evidence.
    private static func expectNoProof(_ ledger: TransactionLedger) throws {
        let table = ledger.reader.tables.evidence
        let (key, row) = try ledger.environment.read { transaction in
            try #require(
                try table.last(.all, in: transaction) {
                    ([UInt8](copying: $0), [UInt8](copying: $1))
                })
        }
        let sequence = try LogReader.sequence(of: key.bytes)
        for place in row.indices {
            var changed = row
            changed[place] ^= 1
            try ledger.environment.write { transaction in
                try table.put(key.bytes, changed.bytes, in: transaction)
            }
            let error = try #require(
                #expect(throws: LedgerError(.damaged, "")) { try ledger.proveEvent(sequence) })
            #expect(error.detail == "the evidence of event \(sequence) is damaged; run verify")
        }
    }
}
