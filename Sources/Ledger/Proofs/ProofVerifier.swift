/// Checks the files of proofs by what is in them and the keys that are trusted; needs no ledger.
struct ProofVerifier {
    /// The verifier keys that are trusted: the ledger's, and those of witnesses; nil where no
    /// signature of a checkpoint is checked.
    let keys: [NoteVerifier]?
    /// Checks the App Store's signature too; nil where that is not asked for.
    let storeSignatures: StoreSignatureCheck?

    /// Checks one file, which tells by its first line what it is.
    ///
    /// - Parameter file: the bytes of an inclusion or a consistency proof.
    /// - Returns: what holds.
    /// - Throws: the first thing that does not: `ProofError`, `NoteError`, `MerkleError`,
    ///   `RecordError`, or `VerificationFault` when the check itself failed.
    func verify(_ file: [UInt8]) throws -> ProofReport {
        if file.starts(with: InclusionProofFile.header.utf8) {
            return .event(try verify(try EventProof(file)))
        }
        if file.starts(with: ConsistencyProofFile.header.utf8) {
            return .consistency(try verify(try ConsistencyProofFile(file)))
        }
        throw ProofError.malformedProof
    }

    /// Checks that an event is in the log and that its evidence is what it commits to.
    func verify(_ proof: EventProof) throws -> EventProofReport {
        let event = try LoggedEvent(leafInput: proof.leafInput)
        let checkpoint = try signed(proof.checkpoint)
        let hasher = try MerkleHasher()
        let leafHash = try hasher.leaf(proof.leafInput.bytes)
        try hasher.verifyInclusion(
            proof.hashes, leaf: leafHash, index: proof.index,
            size: checkpoint.checkpoint.size, root: checkpoint.checkpoint.root)
        let evidence = try verify(proof.evidence, of: event, at: proof.sequence)
        var storeSignature: StoreSignatureCheck.Result?
        if let storeSignatures, let token = proof.evidence?.token {
            storeSignature = try storeSignatures.check(token, of: event, at: proof.sequence)
        }
        return EventProofReport(
            sequence: proof.sequence, leafHash: leafHash, event: event, checkpoint: checkpoint,
            evidence: evidence, storeSignature: storeSignature,
            trustsAppleAlone: storeSignatures?.trustsAppleAlone ?? true)
    }

    /// Checks that one checkpoint's log is the beginning of the other's.
    func verify(_ proof: ConsistencyProofFile) throws -> ConsistencyProofReport {
        let older = try signed(proof.olderCheckpoint)
        let newer = try signed(proof.checkpoint)
        guard older.checkpoint.origin == newer.checkpoint.origin else {
            throw ProofError.differentLogs
        }
        try MerkleHasher().verifyConsistency(
            proof.hashes, olderSize: older.checkpoint.size, olderRoot: older.checkpoint.root,
            size: newer.checkpoint.size, root: newer.checkpoint.root)
        return ConsistencyProofReport(older: older, newer: newer)
    }

    /// A checkpoint whose log has signed it; without keys, whatever the note says.
    ///
    /// A key signs for the log of its own name alone, so that the key of one ledger that is trusted
    /// cannot vouch for another's.
    func signed(_ note: SignedNote) throws -> SignedCheckpoint {
        guard let keys else {
            return SignedCheckpoint(checkpoint: try Checkpoint(text: note.text), signatures: [])
        }
        let signatures = try note.verify(with: keys)
        let checkpoint = try Checkpoint(text: note.text)
        let isByLog = signatures.contains {
            $0.verifier.type == .ed25519
                && ExactText($0.verifier.name.text) == checkpoint.origin
        }
        guard isByLog else { throw ProofError.notSignedByLog }
        return SignedCheckpoint(checkpoint: checkpoint, signatures: signatures)
    }

    /// Compares what the event commits to with the token in the file.
    private func verify(
        _ evidence: EventProof.SignedEvidence?, of event: LoggedEvent, at sequence: UInt64
    ) throws -> EventProofReport.EvidenceState {
        guard event.fields.commitsAsItsKind(at: sequence) else {
            throw ProofError.kindContradictsEvidence
        }
        guard let evidence else {
            return event.fields.evidenceDigest == nil ? .notCommitted : .leftOut
        }
        guard let digest = event.fields.evidenceDigest, let part = event.fields.evidencePart else {
            throw ProofError.evidenceWithoutEvent
        }
        guard let jws = try? CompactJWS(evidence.token) else { throw ProofError.evidenceDiffers }
        var commitment = EvidenceCommitment(hasher: try SHA256())
        let found: MerkleHash
        do {
            found = try commitment.digest(
                of: jws, partIndex: Int(evidence.partIndex), salt: evidence.salt,
                beside: evidence.others)
        } catch is EvidenceError {
            throw ProofError.evidenceDiffers
        }
        guard found == MerkleHash(digest.bytes), part == Int32(evidence.partIndex) else {
            throw ProofError.evidenceDiffers
        }
        return .matches
    }
}

extension EventFields {
    /// Whether the event names its evidence as all of its kind do: that of an input which began a few
    /// events before at most, or none at all.
    fileprivate func commitsAsItsKind(at sequence: UInt64) -> Bool {
        guard kind.isSigned else { return !namesEvidence }
        guard let first = evidenceSequence, evidencePart != nil, evidenceDigest != nil else {
            return false
        }
        return first > 0 && first <= sequence && sequence - first < UInt64(Evidence.partCountMax)
    }
}
