/// The right edge of a tree: all that is needed to append leaves and to know the root.
///
/// It has the hash of one complete subtree for each bit of the size, the largest first. Appending
/// makes one node per leaf on average and allocates nothing once the edge has grown.
struct MerkleFrontier: Sendable, Hashable {
    /// How many leaves there are.
    private(set) var size: UInt64 = 0
    private var subtrees: [MerkleHash] = []

    /// The edge of the tree without leaves.
    init() {}

    /// The edge of a stored tree.
    ///
    /// - Parameters:
    ///   - size: how many leaves the tree has.
    ///   - hash: the hash of a complete subtree.
    /// - Throws: `MerkleError.treeTooLarge`, and what `hash` throws.
    init(size: UInt64, hash: (MerkleNode) throws -> MerkleHash) throws {
        guard size <= MerkleLimits.leafCountMax else { throw MerkleError.treeTooLarge }
        self.size = size
        for level in (0...MerkleLimits.levelMax).reversed() where size >> UInt64(level) & 1 == 1 {
            // The subtree's index has every bit of the size above, and ends with a zero.
            let index = (size >> UInt64(level)) & ~1
            subtrees.append(try hash(MerkleNode(level: level, index: index)))
        }
    }

    /// Appends a leaf, and tells of each subtree that it completes: the leaf itself, then upwards.
    ///
    /// - Parameters:
    ///   - leaf: the leaf's hash.
    ///   - hasher: makes the nodes.
    ///   - completed: gets each complete subtree once, in the order of levels.
    /// - Throws: `MerkleError.treeTooLarge`, `MerkleError.digestUnavailable`, and what `completed`
    ///   throws; the edge is of no use after that.
    mutating func append(
        _ leaf: MerkleHash, hasher: MerkleHasher,
        completed: (MerkleNode, MerkleHash) throws -> Void = { _, _ in }
    ) throws {
        guard size < MerkleLimits.leafCountMax else { throw MerkleError.treeTooLarge }
        var node = MerkleNode(level: 0, index: size)
        var hash = leaf
        try completed(node, hash)
        while node.index & 1 == 1, let left = subtrees.popLast() {
            hash = try hasher.node(left, hash)
            node = MerkleNode(level: node.level + 1, index: node.index >> 1)
            try completed(node, hash)
        }
        subtrees.append(hash)
        size += 1
    }

    /// The root of the tree as it stands.
    func root(hasher: MerkleHasher) throws(MerkleError) -> MerkleHash {
        try hasher.folded(subtrees)
    }
}

extension MerkleFrontier {
    /// The edge as bytes: the size, 8 bytes little-endian, then the hashes.
    var encoded: [UInt8] {
        var writer = ByteWriter(capacity: 8 + subtrees.count * MerkleHash.byteCount)
        writer.append(size)
        for hash in subtrees { writer.append(bytes: hash.bytes) }
        return writer.bytes
    }

    /// The edge that bytes are.
    ///
    /// - Throws: `MerkleError.damagedTree` when they are none.
    init(decoding bytes: RawSpan) throws(MerkleError) {
        var reader = ByteReader(bytes)
        do { size = try reader.read(UInt64.self) } catch { throw .damagedTree }
        guard size <= MerkleLimits.leafCountMax,
            reader.remainingByteCount == size.nonzeroBitCount * MerkleHash.byteCount
        else { throw .damagedTree }
        for offset in stride(from: reader.offset, to: bytes.byteCount, by: MerkleHash.byteCount) {
            guard let hash = MerkleHash(bytes, at: offset) else { throw .damagedTree }
            subtrees.append(hash)
        }
    }
}
