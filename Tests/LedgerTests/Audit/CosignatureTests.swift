import Testing

@testable import Ledger

@Suite("Cosignatures of witnesses")
struct CosignatureTests {
    /// The checkpoint with a line of a witness behind it.
    private func cosigned(
        _ checkpoint: LedgerCheckpoint, by witness: NoteSupport.Witness, seconds: UInt64 = 99
    ) throws -> SignedNote {
        var note = checkpoint.signedNote
        try note.add(witness.cosignature(of: note.text, seconds: seconds))
        return note
    }

    @Test("Lines of known and unknown witnesses are kept, once each, and are in proofs")
    func kept() async throws {
        let audited = try await AuditedLedger()
        let signed = try await audited.ledger.signCheckpoint(with: audited.key)
        let known = try NoteSupport.Witness()
        let unknown = try NoteSupport.Witness("witness.example/w2", seed: 8)
        let first = try cosigned(signed, by: known)
        let added = try await audited.ledger.addSignatures(
            of: first.bytes, verifierKeys: [known.verifier.text])
        #expect(added.addedCount == 1 && added.checkpoint.note == first.bytes)
        // The second witness has not seen the first one's line.
        let second = try await audited.ledger.addSignatures(
            of: cosigned(signed, by: unknown).bytes)
        #expect(second.addedCount == 1 && second.checkpoint.signatureCount == 3)
        let again = try await audited.ledger.addSignatures(of: first.bytes)
        #expect(again.addedCount == 0 && again.checkpoint.note == second.checkpoint.note)
        let signedAgain = try await audited.ledger.signCheckpoint(with: audited.key)
        #expect(signedAgain.note == second.checkpoint.note)
        let checker = try ProofChecker(
            verifierKeys: [audited.key.verifierKey, known.verifier.text, unknown.verifier.text])
        let check = try checker.check(audited.ledger.proveEvent(1))
        #expect(check.holds)
        #expect(check.checks.count { $0.contains("was seen by the witness") } == 2)
        #expect(try audited.ledger.verify().isIntact)
        await audited.ledger.close()
    }

    @Test("Another text, a wrong line of a known key, and an unknown size are refused")
    func refused() async throws {
        let audited = try await AuditedLedger()
        let signed = try await audited.ledger.signCheckpoint(with: audited.key)
        let witness = try NoteSupport.Witness()
        var wrong = signed.signedNote
        try wrong.add(witness.cosignature(of: Array("another text\n".utf8), seconds: 1))
        await #expect(throws: AuditError(.signatureInvalid, "")) {
            try await audited.ledger.addSignatures(
                of: wrong.bytes, verifierKeys: [witness.verifier.text])
        }
        let other = Checkpoint(
            origin: audited.key.signer.verifier.name, size: signed.size,
            root: try MerkleHasher().emptyRoot())
        let otherNote = try SignedNote(text: other.text, signedBy: audited.key.signer)
        await #expect(throws: AuditError(.textDiffers, "")) {
            try await audited.ledger.addSignatures(of: otherNote.bytes)
        }
        let unknown = Checkpoint(
            origin: audited.key.signer.verifier.name, size: 1, root: signed.checkpoint.root)
        let unknownNote = try SignedNote(text: unknown.text, signedBy: audited.key.signer)
        await #expect(throws: AuditError(.noSuchCheckpoint, "")) {
            try await audited.ledger.addSignatures(of: unknownNote.bytes)
        }
        for bytes in [[], [1, 2, 3], Array(signed.note.dropLast())] {
            await #expect(throws: AuditError(.invalidCheckpoint, "")) {
                try await audited.ledger.addSignatures(of: bytes)
            }
        }
        await #expect(throws: AuditError(.invalidKey, "")) {
            try await audited.ledger.addSignatures(of: signed.note, verifierKeys: ["no key"])
        }
        #expect(try audited.ledger.newestCheckpoint()?.note == signed.note)
        await audited.ledger.close()
    }

    @Test("A note takes as many lines as it may have, and says so")
    func full() async throws {
        let audited = try await AuditedLedger()
        let signed = try await audited.ledger.signCheckpoint(with: audited.key)
        let witness = try NoteSupport.Witness()
        var note = signed.signedNote
        for seconds in 1..<UInt64(NoteLimits.signatureCountMax) {
            try note.add(witness.cosignature(of: note.text, seconds: seconds))
        }
        let added = try await audited.ledger.addSignatures(of: note.bytes)
        #expect(added.addedCount == NoteLimits.signatureCountMax - 1)
        await #expect(throws: AuditError(.invalidCheckpoint, "")) {
            try await audited.ledger.addSignatures(
                of: cosigned(signed, by: witness, seconds: 1_000).bytes)
        }
        await audited.ledger.close()
    }
}
