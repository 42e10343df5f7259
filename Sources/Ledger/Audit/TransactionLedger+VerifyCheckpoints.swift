extension TransactionLedger {
    /// Compares checkpoints that were given, and every stored one, with the tree; the walk before
    /// has compared the tree with the records.
    func checkCheckpoints(
        _ given: [LedgerCheckpoint], report: inout VerificationReport
    ) throws {
        let hasher = try MerkleHasher()
        for checkpoint in given {
            try environment.read { transaction in
                try compare(
                    checkpoint.checkpoint, "the given checkpoint", hasher: hasher, &report,
                    in: transaction)
            }
        }
        let keys = try environment.read { transaction -> [NoteVerifier]? in
            do {
                return try reader.verifierKeys(in: transaction)
            } catch let error as LedgerError {
                report.add(.checkpointUnreadable, nil, error.description)
                return nil
            }
        }
        var last: UInt64?
        while true {
            let count = try environment.read { transaction in
                let sizes = try reader.checkpointSizes(
                    behind: last, limit: Self.itemsPerReadMax, in: transaction)
                for size in sizes {
                    try checkStored(
                        size: size, keys: keys, hasher: hasher, &report, in: transaction)
                }
                last = sizes.last ?? last
                return sizes.count
            }
            if count == 0 { return }
        }
    }

    /// Checks one stored checkpoint: its form, its signatures and its root.
    private func checkStored(
        size: UInt64, keys: [NoteVerifier]?, hasher: MerkleHasher,
        _ report: inout VerificationReport, in transaction: borrowing LMDBReadTransaction
    ) throws {
        do {
            guard let note = try reader.storedCheckpoint(size: size, in: transaction) else {
                return
            }
            if let keys { try checkSignatures(of: note, size: size, keys: keys, &report) }
            try compare(
                try Checkpoint(text: note.text), "the stored checkpoint", hasher: hasher, &report,
                in: transaction)
        } catch let error as LedgerError {
            report.add(.checkpointUnreadable, nil, error.description)
        }
    }

    /// At least one key that the ledger remembers has signed, and all that have did so rightly.
    private func checkSignatures(
        of note: SignedNote, size: UInt64, keys: [NoteVerifier],
        _ report: inout VerificationReport
    ) throws {
        do throws(NoteError) {
            _ = try note.verify(with: keys)
        } catch .cryptographyUnavailable {
            throw VerificationFault(operation: "Ed25519")
        } catch {
            report.add(
                .checkpointSignatureInvalid, nil,
                "the stored checkpoint of \(size) events: \(error)")
        }
    }

    private func compare(
        _ checkpoint: Checkpoint, _ name: String, hasher: MerkleHasher,
        _ report: inout VerificationReport, in transaction: borrowing LMDBReadTransaction
    ) throws {
        report.checkpoints += 1
        do {
            switch try reader.history(statedBy: checkpoint, hasher: hasher, in: transaction) {
            case .same: break
            case .isShorter(let eventCount):
                report.add(
                    .checkpointDiffers, nil,
                    "\(name) states \(checkpoint.size) events, but the log has \(eventCount): its "
                        + "end is missing")
            case .differs:
                report.add(
                    .checkpointDiffers, nil,
                    "\(name) of \(checkpoint.size) events has another root: an event up to there was "
                        + "changed, removed or put in")
            }
        } catch {
            try report.note(error, at: nil)
        }
    }
}
