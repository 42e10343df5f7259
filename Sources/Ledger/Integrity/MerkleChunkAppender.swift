/// Appends leaves to a tree that is stored in chunks, and knows which chunks that changed.
///
/// A leaf costs one hash in the last chunk of level 0; a chunk that becomes full gives its root to
/// the level above. No other node is made before a root or a proof is asked for.
struct MerkleChunkAppender {
    /// How many leaves there are.
    private(set) var size: UInt64
    private let hasher: MerkleHasher
    /// The last chunks, by level / 5, as far as they were needed; nil until then.
    private var open: [OpenChunk?] = []
    /// Chunks that were filled and are to be stored.
    private var full: [OpenChunk] = []

    private struct OpenChunk {
        var position: MerkleChunk.Position
        var chunk: MerkleChunk
        var isChanged = false
        /// Whether the store has none at this place yet.
        var isNew: Bool
    }

    /// Begins where a stored tree ends.
    init(size: UInt64, hasher: MerkleHasher) {
        self.size = size
        self.hasher = hasher
    }

    /// Appends a leaf.
    ///
    /// - Parameters:
    ///   - leaf: the leaf's hash.
    ///   - load: reads a chunk that is stored and not full; asked once for each level at most.
    /// - Throws: `MerkleError`, and what `load` throws; the appender is of no use after that.
    mutating func append(
        _ leaf: MerkleHash, load: (MerkleChunk.Position) throws -> MerkleChunk
    ) throws {
        guard size < MerkleLimits.leafCountMax else { throw MerkleError.treeTooLarge }
        var hash = leaf
        for step in 0... {
            let level = UInt8(step) * MerkleChunk.height
            if step == open.count { open.append(nil) }
            var last = try open[step] ?? self.last(level: level, load: load)
            open[step] = nil
            try last.chunk.append(hash)
            last.isChanged = true
            guard last.chunk.isFull else {
                open[step] = last
                break
            }
            hash = try last.chunk.root(hasher: hasher)
            full.append(last)
            open[step] = OpenChunk(
                position: MerkleChunk.Position(level: level, index: last.position.index + 1),
                chunk: MerkleChunk(), isNew: true)
        }
        size += 1
    }

    /// The last chunk of a level, as the store has it before this leaf.
    private func last(
        level: UInt8, load: (MerkleChunk.Position) throws -> MerkleChunk
    ) throws -> OpenChunk {
        let nodes = size >> UInt64(level)
        let position = MerkleChunk.Position(
            level: level, index: nodes >> UInt64(MerkleChunk.height))
        guard nodes & UInt64(MerkleChunk.hashCountMax - 1) != 0 else {
            return OpenChunk(position: position, chunk: MerkleChunk(), isNew: true)
        }
        return OpenChunk(position: position, chunk: try load(position), isNew: false)
    }

    /// Gives out every chunk that changed, in the order of indexes within each level.
    ///
    /// - Parameter store: writes one chunk; its last argument says that the store has none at this
    ///   place yet.
    /// - Throws: what `store` throws; the appender is of no use after that.
    mutating func flush(
        _ store: (MerkleChunk.Position, MerkleChunk, _ isNew: Bool) throws -> Void
    ) throws {
        for filled in full { try store(filled.position, filled.chunk, filled.isNew) }
        full.removeAll(keepingCapacity: true)
        for step in open.indices {
            guard let last = open[step], last.isChanged else { continue }
            try store(last.position, last.chunk, last.isNew)
            open[step]?.isChanged = false
            open[step]?.isNew = false
        }
    }
}
