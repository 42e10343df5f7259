/// The stored checkpoints, and the keys that they are checked with.
extension LogReader {
    /// The name of the row of `meta` that has the verifier keys, each with a line feed behind it.
    private static let verifierKeysName = "verifierKeys"

    /// How the log stands to a checkpoint.
    enum History: Sendable, Hashable {
        /// It begins with exactly the events that the checkpoint states.
        case same
        /// It has fewer events: so many.
        case isShorter(eventCount: UInt64)
        /// It has other events.
        case differs
    }

    /// Compares the log's tree with a checkpoint.
    ///
    /// - Complexity: O(log size) hashes.
    func history(
        statedBy checkpoint: Checkpoint, hasher: MerkleHasher,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> History {
        let last = try lastSequence(in: transaction)
        guard checkpoint.size <= last else { return .isShorter(eventCount: last) }
        let root = try treeRoot(size: checkpoint.size, hasher: hasher, in: transaction)
        return root == checkpoint.root ? .same : .differs
    }

    /// The stored checkpoint of a size; nil where there is none.
    func storedCheckpoint(
        size: UInt64, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> SignedNote? {
        let key = LMDBKey(size)
        let bytes = try tables.checkpoints.get(key.bytes, in: transaction) {
            [UInt8](copying: $0)
        }
        return try bytes.map { try Self.note($0, size: size) }
    }

    /// The newest stored checkpoint of at most so many events; nil where there is none.
    func newestCheckpoint(
        sizeMax: UInt64 = .max, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> SignedNote? {
        let range = LMDBRange.bounds(from: nil, through: LMDBKey(sizeMax))
        return try tables.checkpoints.last(range, in: transaction) { key, value in
            try Self.note([UInt8](copying: value), size: try Self.sequence(of: key))
        }
    }

    /// The sizes of the stored checkpoints behind one, in order.
    func checkpointSizes(
        behind size: UInt64?, limit: Int,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [UInt64] {
        var sizes: [UInt64] = []
        let range = LMDBRange.bounds(from: size.map { LMDBKey($0) }, through: nil)
        try tables.checkpoints.forEach(range, in: transaction) { key, _ in
            let found = try Self.sequence(of: key)
            if found != size { sizes.append(found) }
            return sizes.count < limit
        }
        return sizes
    }

    /// A row's note, which has to be a checkpoint of the size that it is stored at.
    static func note(_ row: [UInt8], size: UInt64) throws -> SignedNote {
        do {
            if let bytes = try CheckedRow.decoded(row, key: LMDBKey(size)) {
                let note = try SignedNote(bytes)
                if try Checkpoint(text: note.text).size == size { return note }
            }
        } catch is NoteError {
            // Told below: a row that cannot be read, and one of another size, are the same damage.
        }
        throw LedgerError(
            .damaged, "the stored checkpoint of size \(size) is damaged; restore a backup")
    }

    /// The verifier keys of what has signed this ledger's checkpoints, and of witnesses.
    func verifierKeys(
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [NoteVerifier] {
        let key = LogKey.text(Self.verifierKeysName)
        let row = try tables.meta.get(key.bytes, in: transaction) { [UInt8](copying: $0) }
        guard let row else { return [] }
        let bytes = try CheckedRow.decoded(row, key: key) ?? []
        do throws(NoteError) {
            var lines = NoteText.split(try NoteText.checked(bytes), at: "\n")
            if lines.popLast()?.isEmpty == true {
                var keys: [NoteVerifier] = []
                for line in lines { keys.append(try NoteVerifier(String(line))) }
                if !keys.isEmpty { return keys }
            }
        } catch  where error != .cryptographyUnavailable {
            // Told below.
        } catch {
            throw AuditError.translated(error, of: "a verifier key")
        }
        throw LedgerError(.damaged, "the verifier keys are damaged; restore a backup")
    }

    /// Remembers verifier keys.
    ///
    /// - Throws: `AuditError.Code.tooManyKeys`, before anything is changed.
    func remember(
        _ added: [NoteVerifier], in transaction: borrowing LMDBWriteTransaction
    ) throws {
        var keys = try verifierKeys(in: transaction)
        let known = keys.count
        for key in added where !keys.contains(key) { keys.append(key) }
        if keys.count == known { return }
        guard keys.count <= AuditLimits.verifierKeyCountMax else {
            throw AuditError(
                .tooManyKeys,
                "the ledger remembers at most \(AuditLimits.verifierKeyCountMax) verifier keys; "
                    + "sign with a key that has signed before")
        }
        let row = LogKey.text(Self.verifierKeysName)
        let bytes = try CheckedRow.encoded(keys.flatMap { Array("\($0.text)\n".utf8) }, key: row)
        try tables.meta.put(row.bytes, bytes.bytes, in: transaction)
    }

    /// Stores a checkpoint in the place of the one of its size.
    func store(
        _ note: SignedNote, size: UInt64, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        let bytes = try CheckedRow.encoded(note.bytes, key: LMDBKey(size))
        try tables.checkpoints.put(LMDBKey(size).bytes, bytes.bytes, in: transaction)
    }
}
