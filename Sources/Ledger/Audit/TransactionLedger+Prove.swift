extension TransactionLedger {
    /// A checkpoint of this ledger: a stored one, or one that somebody kept.
    public enum CheckpointSource: Sendable, Hashable {
        /// The stored checkpoint of so many events.
        case stored(size: UInt64)
        /// A checkpoint that was given out.
        case given(LedgerCheckpoint)
    }

    /// The proof that an event is in the log that a checkpoint states, as the bytes of a file.
    ///
    /// The file has the event with the texts that it names, and the signed token that it was made
    /// from unless that was erased: whoever is given it can check both without the ledger. The
    /// token names the customer, so that such a file is personal data.
    ///
    /// - Parameters:
    ///   - sequence: the event.
    ///   - checkpoint: a checkpoint of this ledger that covers the event; the newest stored one
    ///     unless given.
    /// - Returns: a C2SP `tlog-proof` (`docs/proofs.md`).
    /// - Throws: `AuditError` (`noSuchEvent`, `noCheckpoint`, `notCovered`, `logIsShorter`,
    ///   `historyDiffers`), `LedgerError.Code.damaged`, `RecordError`, `StorageError`.
    /// - Complexity: O(log events).
    public func proveEvent(
        _ sequence: UInt64, in checkpoint: LedgerCheckpoint? = nil
    ) throws -> [UInt8] {
        let hasher = try MerkleHasher()
        return try environment.read { transaction in
            let last = try reader.lastSequence(in: transaction)
            guard sequence > 0, sequence <= last else {
                throw AuditError(
                    .noSuchEvent, "there is no event \(sequence); the log has 1 to \(last)")
            }
            let note = try checkpoint?.signedNote ?? newestNote(in: transaction)
            let stated = try checkedCheckpoint(note, hasher: hasher, in: transaction)
            guard sequence <= stated.size else {
                throw AuditError(
                    .notCovered,
                    "the checkpoint states \(stated.size) events, and event \(sequence) is behind "
                        + "it; sign a newer one with checkpoint")
            }
            try symbols.update(from: reader.tables.symbols, in: transaction)
            let entry = try reader.leaf(
                of: sequence, symbols: symbols, hasher: hasher, in: transaction)
            let tree = try MerkleTree(size: stated.size, hasher: hasher)
            let hashes = try tree.inclusionProof(leaf: sequence - 1) { node in
                try reader.treeHash(of: node, size: last, hasher: hasher, in: transaction)
            }
            return EventProof(
                leafInput: entry.input,
                evidence: try signedEvidence(of: entry.fields, sequence, in: transaction),
                index: sequence - 1, hashes: hashes, checkpoint: note
            ).bytes
        }
    }

    /// The proof that the log only grew from one checkpoint to another, as the bytes of a file.
    ///
    /// - Parameters:
    ///   - older: the checkpoint of fewer events.
    ///   - newer: the other one, of the same name.
    /// - Returns: the file (`docs/proofs.md`).
    /// - Throws: `AuditError` (`noSuchCheckpoint`, `originDiffers`, `sizesOutOfOrder`,
    ///   `logIsShorter`, `historyDiffers`), `LedgerError.Code.damaged`, `StorageError`.
    /// - Complexity: O(log² events).
    public func proveConsistency(
        from older: CheckpointSource, to newer: CheckpointSource
    ) throws -> [UInt8] {
        let hasher = try MerkleHasher()
        return try environment.read { transaction in
            let last = try reader.lastSequence(in: transaction)
            let notes = (
                older: try note(of: older, in: transaction),
                newer: try note(of: newer, in: transaction)
            )
            let from = try checkedCheckpoint(notes.older, hasher: hasher, in: transaction)
            let to = try checkedCheckpoint(notes.newer, hasher: hasher, in: transaction)
            guard from.origin == to.origin else {
                throw AuditError(
                    .originDiffers,
                    "the checkpoints are signed as \(from.origin.text) and \(to.origin.text); give "
                        + "two of one name")
            }
            guard from.size <= to.size else {
                throw AuditError(
                    .sizesOutOfOrder,
                    "--from states \(from.size) events and --to \(to.size); exchange them")
            }
            let tree = try MerkleTree(size: to.size, hasher: hasher)
            let hashes = try tree.consistencyProof(from: from.size) { node in
                try reader.treeHash(of: node, size: last, hasher: hasher, in: transaction)
            }
            return ConsistencyProofFile(
                hashes: hashes, olderCheckpoint: notes.older, checkpoint: notes.newer
            ).bytes
        }
    }

    /// The newest stored checkpoint; that there is none is an error.
    func newestNote(
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> SignedNote {
        guard let note = try reader.newestCheckpoint(in: transaction) else {
            throw AuditError(
                .noCheckpoint, "the ledger has no checkpoint; sign one with checkpoint --key FILE")
        }
        return note
    }

    private func note(
        of source: CheckpointSource, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> SignedNote {
        switch source {
        case .given(let checkpoint): return checkpoint.signedNote
        case .stored(let size):
            guard let note = try reader.storedCheckpoint(size: size, in: transaction) else {
                throw AuditError(
                    .noSuchCheckpoint,
                    "the ledger has no checkpoint of \(size) events; give the file of one")
            }
            return note
        }
    }

    /// What a note states, if the log has that history.
    func checkedCheckpoint(
        _ note: SignedNote, hasher: MerkleHasher,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Checkpoint {
        let checkpoint = try Checkpoint(text: note.text)
        switch try reader.history(statedBy: checkpoint, hasher: hasher, in: transaction) {
        case .same: return checkpoint
        case .isShorter(let eventCount):
            throw AuditError(
                .logIsShorter,
                "the checkpoint states \(checkpoint.size) events, but the log has \(eventCount): "
                    + "it is another ledger's, or events are missing; run verify --checkpoint")
        case .differs:
            throw AuditError(
                .historyDiffers,
                "the log has other events than the checkpoint of \(checkpoint.size) events states: "
                    + "it is another ledger's, or the log was changed; run verify --checkpoint")
        }
    }

    /// The token that an event was made from; nil where there is none or it was erased.
    private func signedEvidence(
        of fields: EventFields, _ sequence: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> EventProof.SignedEvidence? {
        var stored = StoredEvidence(hasher: try SHA256())
        guard let first = fields.evidenceSequence, let digest = fields.evidenceDigest,
            let part = fields.evidencePart.flatMap({ UInt8(exactly: $0) }),
            try EvidenceReader(tables: reader.tables)
                .read(&stored, at: first, for: sequence, in: transaction)
        else { return nil }
        let damage = EvidenceReader.damage(of: sequence)
        guard Int(part) < stored.count else { throw damage }
        let evidence = EventProof.SignedEvidence(
            salt: stored.salt, partIndex: part,
            token: stored.evidence().parts[Int(part)].compactJWS,
            others: stored.others(beside: Int(part)))
        // As whoever gets the proof will, from what stands in it alone.
        guard let jws = try? CompactJWS(evidence.token) else { throw damage }
        var commitment = EvidenceCommitment(hasher: try SHA256())
        do {
            let salted = try commitment.digest(
                of: jws, partIndex: Int(part), salt: evidence.salt, beside: evidence.others)
            guard salted == MerkleHash(digest.bytes) else { throw damage }
        } catch is EvidenceError {
            throw damage
        }
        return evidence
    }
}
