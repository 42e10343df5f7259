extension TransactionLedger {
    /// Signs how many events the log has, and the root of the tree over them.
    ///
    /// A ledger never signs a checkpoint that contradicts an older one: before it signs, the newest
    /// checkpoint that is kept beside the key and every stored one are compared with the log as it
    /// stands. The signature is given out when it is kept beside the key and stored in the ledger,
    /// both durably. Signing again at the same size gives the stored checkpoint, with the
    /// cosignatures that were added to it. Other processes may append meanwhile; two that sign with
    /// one key take turns.
    ///
    /// - Parameter key: signs; its name is the checkpoint's origin.
    /// - Returns: the signed checkpoint.
    /// - Throws: `AuditError` (`logIsShorter`, `historyDiffers`, `originDiffers`,
    ///   `keptCheckpointInvalid`, `keyBusy`, `tooManyKeys`, `fileFailed`, `fileMissing`),
    ///   `LedgerError.Code.damaged`, `StorageError`, `VerificationFault`.
    /// - Complexity: O(stored checkpoints · log events).
    public func signCheckpoint(with key: CheckpointKey) async throws -> LedgerCheckpoint {
        let lock = try await FileLock.acquire(key.path)
        defer { lock.release() }
        let kept = try key.keptCheckpoint()
        let signed = try signedCheckpoint(with: key, kept: kept)
        if kept?.signedNote.text != signed.signedNote.text { try key.keep(signed) }
        let verifier = key.signer.verifier
        return try await writer.perform { batch, transaction in
            do {
                let merged = try batch.reader.merged(
                    signed.signedNote, size: signed.size, in: transaction)
                try batch.reader.remember([verifier], in: transaction)
                try batch.reader.store(merged, size: signed.size, in: transaction)
                return try LedgerCheckpoint(merged, verifiers: [verifier])
            } catch let error as AuditError {
                throw GroupCommitRefusal(reason: error)
            }
        }
    }

    /// Signs the log as it stands; nothing is kept or stored yet.
    private func signedCheckpoint(
        with key: CheckpointKey, kept: LedgerCheckpoint?
    ) throws -> LedgerCheckpoint {
        let hasher = try MerkleHasher()
        if let kept {
            let history = try environment.read { transaction in
                try reader.history(statedBy: kept.checkpoint, hasher: hasher, in: transaction)
            }
            try Self.refuse(
                history, kept.checkpoint, "as \(key.keptCheckpointPath) says, the key has signed")
        }
        try requireStoredCheckpoints(hasher: hasher)
        let (size, root) = try environment.read { transaction in
            let size = try reader.lastSequence(in: transaction)
            return (size, try reader.treeRoot(size: size, hasher: hasher, in: transaction))
        }
        let verifier = key.signer.verifier
        let checkpoint = Checkpoint(origin: verifier.name, size: size, root: root)
        do {
            let note = try SignedNote(text: checkpoint.text, signedBy: key.signer)
            return try LedgerCheckpoint(note, verifiers: [verifier])
        } catch let error as NoteError {
            throw AuditError.translated(error, of: key.path)
        }
    }

    /// Compares every stored checkpoint with the log, in short read transactions.
    private func requireStoredCheckpoints(hasher: MerkleHasher) throws {
        var last: UInt64?
        while true {
            let count = try environment.read { transaction in
                let sizes = try reader.checkpointSizes(
                    behind: last, limit: Self.itemsPerReadMax, in: transaction)
                for size in sizes {
                    guard let note = try reader.storedCheckpoint(size: size, in: transaction)
                    else { continue }
                    let checkpoint = try Checkpoint(text: note.text)
                    let history = try reader.history(
                        statedBy: checkpoint, hasher: hasher, in: transaction)
                    try Self.refuse(history, checkpoint, "the ledger has a checkpoint of")
                }
                last = sizes.last ?? last
                return sizes.count
            }
            if count == 0 { return }
        }
    }

    /// Refuses to sign where the log contradicts what was signed before.
    private static func refuse(
        _ history: LogReader.History, _ checkpoint: Checkpoint, _ who: String
    ) throws(AuditError) {
        switch history {
        case .same: return
        case .isShorter(let eventCount):
            throw AuditError(
                .logIsShorter,
                "\(who) \(checkpoint.size) events, but the log has \(eventCount): an older backup "
                    + "was restored, or its end is missing. Nothing was signed. Put the newest copy "
                    + "of the ledger back; if there is none, make a new key and tell everybody who "
                    + "has a checkpoint")
        case .differs:
            throw AuditError(
                .historyDiffers,
                "\(who) \(checkpoint.size) events, and the log has others: it was restored from an "
                    + "older backup and went on differently, was changed, or the key is another "
                    + "ledger's. Nothing was signed. Run verify; give each ledger its own key")
        }
    }

    /// Adds the signatures of a checkpoint, as witnesses send it back, to the stored one.
    ///
    /// The text has to be that of the stored checkpoint of its size. Signatures by unknown keys are
    /// kept. One by a key that is given, or that the ledger remembers, must hold. Keys that are
    /// given are remembered, so that `verify` checks what they signed.
    ///
    /// - Parameters:
    ///   - note: the signed note: the stored checkpoint with more signatures behind it.
    ///   - verifierKeys: keys of witnesses, in the form `name+id+base64`.
    /// - Returns: the stored checkpoint with all signatures, and how many are new.
    /// - Throws: `AuditError` (`invalidCheckpoint`, `noSuchCheckpoint`, `textDiffers`,
    ///   `signatureInvalid`, `invalidKey`, `tooManyKeys`), `LedgerError.Code.damaged`,
    ///   `StorageError`, `VerificationFault`.
    public func addSignatures(
        of note: [UInt8], verifierKeys: [String] = []
    ) async throws -> (checkpoint: LedgerCheckpoint, addedCount: Int) {
        let given = try LedgerCheckpoint(note: note)
        let verifiers = try NoteVerifier.trusted(verifierKeys)
        return try await writer.perform { batch, transaction in
            do {
                let reader = batch.reader
                guard let held = try reader.storedCheckpoint(size: given.size, in: transaction)
                else {
                    throw AuditError(
                        .noSuchCheckpoint,
                        "the ledger has no checkpoint of \(given.size) events; add signatures to "
                            + "one that it has signed")
                }
                let (merged, count) = try held.adding(given.signedNote, size: given.size)
                var known = try reader.verifierKeys(in: transaction)
                for verifier in verifiers where !known.contains(verifier) { known.append(verifier) }
                let checkpoint = try LedgerCheckpoint(note: merged.bytes, verifiers: known)
                try reader.remember(verifiers, in: transaction)
                try reader.store(merged, size: given.size, in: transaction)
                return (checkpoint, count)
            } catch let error as AuditError {
                throw GroupCommitRefusal(reason: error)
            }
        }
    }

    /// The newest checkpoint that is stored, or the newest of at most so many events.
    ///
    /// Its signatures are not checked.
    ///
    /// - Parameter sizeMax: how many events it may state at most.
    /// - Returns: the checkpoint; nil where none is stored.
    /// - Throws: `LedgerError.Code.damaged`, `StorageError`.
    public func newestCheckpoint(sizeMax: UInt64 = .max) throws -> LedgerCheckpoint? {
        let note = try environment.read { transaction in
            try reader.newestCheckpoint(sizeMax: sizeMax, in: transaction)
        }
        return try note.map { try LedgerCheckpoint($0, verifiers: nil) }
    }

    /// The stored checkpoint of a size; its signatures are not checked.
    ///
    /// - Parameter size: how many events it states.
    /// - Returns: the checkpoint; nil where none of that size is stored.
    /// - Throws: `LedgerError.Code.damaged`, `StorageError`.
    public func checkpoint(size: UInt64) throws -> LedgerCheckpoint? {
        let note = try environment.read { transaction in
            try reader.storedCheckpoint(size: size, in: transaction)
        }
        return try note.map { try LedgerCheckpoint($0, verifiers: nil) }
    }
}

extension LogReader {
    /// A note with the signatures that are stored for its size.
    fileprivate func merged(
        _ note: SignedNote, size: UInt64, in transaction: borrowing LMDBWriteTransaction
    ) throws -> SignedNote {
        guard let held = try storedCheckpoint(size: size, in: transaction) else { return note }
        guard held.text == note.text else {
            let origin = try Checkpoint(text: held.text).origin.text
            throw AuditError(
                .originDiffers,
                "the checkpoint of \(size) events was signed as \(origin), and there is one for "
                    + "each size; use a key of that name, or sign when the log has grown")
        }
        return try held.adding(note, size: size).note
    }
}

extension SignedNote {
    /// The note with the signatures of another of the same text, as errors of the audit.
    fileprivate func adding(
        _ other: SignedNote, size: UInt64
    ) throws -> (note: SignedNote, addedCount: Int) {
        guard text == other.text else {
            throw AuditError(
                .textDiffers,
                "the checkpoint states something else than the stored one of \(size) events; it is "
                    + "another ledger's, or one of them was changed")
        }
        do {
            return try adding(signaturesOf: other)
        } catch {
            throw AuditError.translated(error, of: "the checkpoint")
        }
    }
}
