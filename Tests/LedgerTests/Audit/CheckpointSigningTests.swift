import Foundation
import Testing

@testable import Ledger

@Suite("Signing checkpoints of a ledger")
struct CheckpointSigningTests {
    @Test("A checkpoint states size and root, is stored and kept, and comes again at the same size")
    func signs() async throws {
        let audited = try await AuditedLedger()
        let first = try await audited.ledger.signCheckpoint(with: audited.key)
        #expect(first.origin == "example.com/ledger" && first.isSignatureChecked)
        #expect(try first.size == audited.size())
        #expect(try audited.kept() == first.note)
        #expect(try audited.ledger.newestCheckpoint()?.note == first.note)
        let again = try await audited.ledger.signCheckpoint(with: audited.key)
        #expect(again.note == first.note)
        try await audited.append("one")
        let second = try await audited.ledger.signCheckpoint(with: audited.key)
        #expect(second.size == first.size + 1 && second.root != first.root)
        #expect(try audited.ledger.checkpoint(size: first.size)?.note == first.note)
        #expect(try audited.ledger.newestCheckpoint(sizeMax: second.size - 1)?.note == first.note)
        #expect(try audited.ledger.newestCheckpoint(sizeMax: first.size - 1) == nil)
        let report = try audited.ledger.verify()
        #expect(report.isIntact && report.checkpoints == 2)
        await audited.ledger.close()
    }

    @Test("A ledger without events has a checkpoint too")
    func empty() async throws {
        let whole = try WholeLedger()
        let key = try CheckpointKey.create(at: whole.directory.path + "/k", name: "empty")
        let checkpoint = try await whole.ledger.signCheckpoint(with: key)
        #expect(checkpoint.size == 0)
        #expect(try whole.ledger.verify(checkpoints: [checkpoint]).isIntact)
        await whole.ledger.close()
    }

    @Test("A key file is its owner's alone, and never written over")
    func keyFile() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/k"
        let key = try CheckpointKey.create(at: path, name: "a")
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(throws: AuditError(.keyExists, "")) {
            try CheckpointKey.create(at: path, name: "a")
        }
        #expect(try CheckpointKey(at: path).verifierKey == key.verifierKey)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["k"])
        #expect(throws: AuditError(.invalidKey, "")) {
            try CheckpointKey.create(at: directory.path + "/b", name: "a b")
        }
        #expect(throws: AuditError(.fileMissing, "")) { try CheckpointKey(at: path + "x") }
        #expect(throws: AuditError(.fileMissing, "")) {
            try CheckpointKey.create(at: directory.path + "/no/k", name: "a")
        }
        let link = directory.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let linked = try CheckpointKey(at: link)
        #expect(linked.keptCheckpointPath == key.keptCheckpointPath)
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: directory.path + "/bad"))
        #expect(throws: AuditError(.invalidKey, "")) {
            try CheckpointKey(at: directory.path + "/bad")
        }
    }

    @Test("A ledger restored from an older backup signs nothing, whether it went on or not")
    func restoredBackup() async throws {
        var audited = try await AuditedLedger()
        _ = try await audited.ledger.signCheckpoint(with: audited.key)
        await audited.ledger.close()
        try audited.copyStore(to: "backup")
        audited = try AuditedLedger(reopening: audited)
        for name in ["one", "two"] { try await audited.append(name) }
        let signed = try await audited.ledger.signCheckpoint(with: audited.key)
        await audited.ledger.close()
        try audited.restoreStore(from: "backup")

        audited = try AuditedLedger(reopening: audited)
        await #expect(throws: AuditError(.logIsShorter, "")) {
            try await audited.ledger.signCheckpoint(with: audited.key)
        }
        for name in ["other", "history", "is longer"] {
            try await audited.append(name)
            await #expect(throws: AuditError.self, "\(name)") {
                try await audited.ledger.signCheckpoint(with: audited.key)
            }
        }
        await #expect(throws: AuditError(.historyDiffers, "")) {
            try await audited.ledger.signCheckpoint(with: audited.key)
        }
        #expect(try audited.kept() == signed.note)
        // Whoever kept the checkpoint sees it too, though the restored ledger has no trace of it.
        let report = try audited.ledger.verify(checkpoints: [signed])
        #expect(report.damage.map(\.kind) == [.checkpointDiffers])
        #expect(try audited.ledger.verify().isIntact)
        await audited.ledger.close()
    }

    @Test("A stored checkpoint that the log contradicts refuses every key")
    func storedContradiction() async throws {
        let audited = try await AuditedLedger()
        let signed = try await audited.ledger.signCheckpoint(with: audited.key)
        let other = try CheckpointKey.create(at: audited.directory + "/other", name: "other")
        try await audited.append("one")
        let forged = Checkpoint(
            origin: audited.key.signer.verifier.name, size: signed.size + 1,
            root: signed.checkpoint.root)
        let note = try SignedNote(text: forged.text, signedBy: audited.key.signer)
        try await audited.writeNote(size: forged.size, note.bytes)
        for key in [audited.key, other] {
            await #expect(throws: AuditError(.historyDiffers, "")) {
                try await audited.ledger.signCheckpoint(with: key)
            }
        }
        try await audited.writeNote(size: forged.size, nil)
        let far = Checkpoint(
            origin: audited.key.signer.verifier.name, size: 1_000, root: signed.checkpoint.root)
        let farNote = try SignedNote(text: far.text, signedBy: audited.key.signer)
        try await audited.writeNote(size: far.size, farNote.bytes)
        await #expect(throws: AuditError(.logIsShorter, "")) {
            try await audited.ledger.signCheckpoint(with: other)
        }
        try await audited.writeNote(size: far.size, [1, 2, 3])
        await #expect(throws: LedgerError(.damaged, "")) {
            try await audited.ledger.signCheckpoint(with: other)
        }
        #expect(!FileManager.default.fileExists(atPath: other.keptCheckpointPath))
        await audited.ledger.close()
    }

    @Test("What is kept beside the key has to be what the key signed: cut or changed it refuses")
    func keptIsDamaged() async throws {
        let audited = try await AuditedLedger()
        let signed = try await audited.ledger.signCheckpoint(with: audited.key)
        let whole = signed.note
        for count in stride(from: 0, to: whole.count, by: 9) {
            try audited.writeKept(Array(whole[..<count]))
            await #expect(throws: AuditError(.keptCheckpointInvalid, ""), "\(count) bytes") {
                try await audited.ledger.signCheckpoint(with: audited.key)
            }
        }
        for place in stride(from: 0, to: whole.count, by: 9) {
            var changed = whole
            changed[place] ^= 1
            try audited.writeKept(changed)
            await #expect(throws: AuditError(.keptCheckpointInvalid, ""), "byte \(place)") {
                try await audited.ledger.signCheckpoint(with: audited.key)
            }
        }
        try audited.writeKept(whole)
        #expect(try await audited.ledger.signCheckpoint(with: audited.key).note == whole)
        await audited.ledger.close()
    }

    @Test("A checkpoint that a run kept but did not store is given out the next time")
    func interrupted() async throws {
        let audited = try await AuditedLedger()
        let signed = try await audited.ledger.signCheckpoint(with: audited.key)
        try await audited.writeNote(size: signed.size, nil)
        #expect(try await audited.ledger.signCheckpoint(with: audited.key).note == signed.note)
        #expect(try audited.ledger.newestCheckpoint()?.note == signed.note)
        // And one that was stored while the file beside the key was lost.
        try FileManager.default.removeItem(atPath: audited.key.keptCheckpointPath)
        #expect(try await audited.ledger.signCheckpoint(with: audited.key).note == signed.note)
        #expect(try audited.kept() == signed.note)
        await audited.ledger.close()
    }

    @Test(
        "A new key of the same name signs beside the old one; one of another name waits for events")
    func newKey() async throws {
        let audited = try await AuditedLedger()
        _ = try await audited.ledger.signCheckpoint(with: audited.key)
        let rotated = try CheckpointKey.create(
            at: audited.directory + "/rotated", name: audited.key.name)
        let both = try await audited.ledger.signCheckpoint(with: rotated)
        #expect(both.signatureCount == 2)
        for key in [audited.key, rotated] {
            #expect(
                try LedgerCheckpoint(note: both.note, verifierKeys: [key.verifierKey]).size
                    == both.size)
        }
        let other = try CheckpointKey.create(at: audited.directory + "/other", name: "other")
        await #expect(throws: AuditError(.originDiffers, "")) {
            try await audited.ledger.signCheckpoint(with: other)
        }
        try await audited.append("one")
        #expect(try await audited.ledger.signCheckpoint(with: other).origin == "other")
        #expect(try audited.ledger.verify().isIntact)
        await audited.ledger.close()
    }

    @Test("Many tasks that sign and append at once give one history")
    func concurrent() async throws {
        let audited = try await AuditedLedger()
        let checkpoints = try await withThrowingTaskGroup(of: LedgerCheckpoint?.self) { group in
            for number in 0..<12 {
                group.addTask {
                    try await audited.append("\(number)")
                    return try await audited.ledger.signCheckpoint(with: audited.key)
                }
            }
            var found: [LedgerCheckpoint] = []
            for try await checkpoint in group { if let checkpoint { found.append(checkpoint) } }
            return found
        }
        #expect(checkpoints.count == 12)
        let report = try audited.ledger.verify(checkpoints: checkpoints)
        #expect(report.isIntact)
        #expect(
            try LedgerCheckpoint(note: audited.kept()).size == checkpoints.map(\.size).max())
        await audited.ledger.close()
    }
}
