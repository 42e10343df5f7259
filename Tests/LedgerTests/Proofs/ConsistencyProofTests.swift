import Testing

@testable import Ledger

@Suite("The proof that a log only grew")
struct ConsistencyProofTests {
    @Test("Every two checkpoints of a ledger are proved, and the file comes back byte for byte")
    func everyPair() async throws {
        let ledger = try await ProvenLedger.shared.value
        let verifier = ProofVerifier(keys: ledger.keys, storeSignatures: nil)
        for size in 1...ledger.size {
            for older in 0...size {
                let proof = try ledger.consistencyProof(from: older, to: size)
                #expect(try ConsistencyProofFile(proof.bytes) == proof)
                guard case .consistency(let report) = try verifier.verify(proof.bytes) else {
                    Issue.record("\(older) to \(size) is proved as something else")
                    continue
                }
                #expect(report.older.checkpoint.size == older)
                #expect(report.newer.checkpoint.size == size)
                #expect(report.checks.count == 3)
            }
        }
    }

    @Test("A proof with any bit changed or cut is refused")
    func damaged() async throws {
        let ledger = try await ProvenLedger.shared.value
        let verifier = ProofVerifier(keys: ledger.keys, storeSignatures: nil)
        let file = try ledger.consistencyProof(from: 3, to: 7).bytes
        for (bit, changed) in NoteSupport.flipped(file) {
            #expect(
                NoteSupport.isRefused { _ = try verifier.verify(changed) },
                "bit \(bit % 8) of byte \(bit / 8)")
        }
        for count in 0..<file.count {
            #expect(NoteSupport.isRefused { _ = try verifier.verify(Array(file[..<count])) })
        }
        #expect(NoteSupport.isRefused { _ = try verifier.verify(file + [10]) })
    }

    @Test("A rewritten past, exchanged checkpoints and another log's checkpoint do not pass")
    func rewritten() async throws {
        let ledger = try await ProvenLedger.shared.value
        let verifier = ProofVerifier(keys: ledger.keys, storeSignatures: nil)
        var proof = try ledger.consistencyProof(from: 3, to: 7)
        swap(&proof.olderCheckpoint, &proof.checkpoint)
        #expect(throws: MerkleError.sizesOutOfOrder) { try verifier.verify(proof.bytes) }
        let forged = Checkpoint(
            origin: ledger.signer.verifier.name, size: 3,
            root: try ledger.tree(size: 4).root(hash: ledger.hash))
        proof = try ledger.consistencyProof(from: 3, to: 7)
        proof.olderCheckpoint = try SignedNote(text: forged.text, signedBy: ledger.signer)
        #expect(throws: MerkleError.olderRootDiffers) { try verifier.verify(proof.bytes) }
        let other = try NoteSupport.signer("other.example", seed: 3)
        let foreign = Checkpoint(
            origin: other.verifier.name, size: 3,
            root: try ledger.tree(size: 3).root(hash: ledger.hash))
        proof.olderCheckpoint = try SignedNote(text: foreign.text, signedBy: other)
        let trusting = ProofVerifier(keys: ledger.keys + [other.verifier], storeSignatures: nil)
        #expect(throws: ProofError.differentLogs) { try trusting.verify(proof.bytes) }
    }
}
