/// The walk over the tree: every stored hash against those made of the records again.
struct TreeWalk {
    let reader: LogReader
    private var appender: MerkleChunkAppender
    /// Chunks that the events so far account for.
    private(set) var chunkCount = 0
    /// Events whose leaf is not the one in the tree, up to `VerificationReport.damageListedMax`.
    private var changed: Set<UInt64> = []
    /// Chunks that were reported: each is compared again when it has grown.
    private var reported: Set<MerkleChunk.Position> = []
    /// Whether a record could not be read, so that no hash behind it can be made.
    private(set) var isStopped = false

    init(reader: LogReader, hasher: SHA256) {
        self.reader = reader
        appender = MerkleChunkAppender(size: 0, hasher: MerkleHasher(sharing: hasher))
    }

    /// A record could not be read: the tree is not looked at from there on.
    mutating func stop() { isStopped = true }

    /// Adds the next event's leaf.
    mutating func add(_ hash: MerkleHash) throws {
        if isStopped { return }
        try appender.append(hash) { _ in throw MerkleError.damagedTree }
    }

    /// Compares the chunks that were made since with those that are stored.
    ///
    /// `last` is the last event of this transaction, which the stored tree ends with.
    mutating func compare(
        through last: UInt64, report: inout VerificationReport,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        var made: [(MerkleChunk.Position, MerkleChunk)] = []
        try appender.flush { position, chunk, isNew in
            made.append((position, chunk))
            if isNew { chunkCount += 1 }
        }
        for (position, chunk) in made {
            let first = (position.index << 5) << UInt64(position.level) + 1
            do {
                let held = try reader.treeChunk(at: position, size: last, in: transaction)
                if held.hashes.starts(with: chunk.hashes) { continue }
                compare(chunk, with: held, position, first, report: &report)
            } catch let error as MerkleError {
                report.add(
                    .treeDiffers, nil,
                    "the hashes of level \(position.level) from event \(first) on: \(error)")
            }
        }
    }

    /// Says which leaves differ; of what stands above them it says nothing, because that follows.
    private mutating func compare(
        _ chunk: MerkleChunk, with held: MerkleChunk, _ position: MerkleChunk.Position,
        _ first: UInt64, report: inout VerificationReport
    ) {
        if position.level == 0, held.hashes.count >= chunk.hashes.count {
            for index in chunk.hashes.indices where chunk.hashes[index] != held.hashes[index] {
                let sequence = first + UInt64(index)
                if changed.contains(sequence) { continue }
                report.add(.treeDiffers, sequence, "its record or a text was changed, or its leaf")
                if changed.count < VerificationReport.damageListedMax { changed.insert(sequence) }
            }
            return
        }
        let span = UInt64(chunk.hashes.count) << UInt64(position.level)
        let follows = changed.contains { $0 >= first && $0 - first < span }
        if position.level == 0 || !follows, reported.insert(position).inserted {
            report.add(
                .treeDiffers, nil, "the hashes of level \(position.level) from event \(first) on")
        }
    }
}
