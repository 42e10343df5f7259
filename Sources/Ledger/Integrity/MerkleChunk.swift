/// Thirty-two hashes in a row of one level: the unit in which the tree is stored.
///
/// Only levels 0, 5, 10 … are stored; a chunk is the lowest level of a subtree of height 5, and the
/// nodes between are made from it with at most 31 hashes. So an append changes the last chunk of
/// level 0 and, one time in 32, that of level 5: a commit dirties one page, and the tree takes
/// 33 bytes per leaf instead of 64.
struct MerkleChunk: Sendable, Hashable {
    /// How many levels a chunk stands for.
    static let height: UInt8 = 5
    /// How many hashes a full chunk has.
    static let hashCountMax = 32
    /// The bytes of every stored chunk.
    ///
    /// A chunk that is not full ends with zeros: as its size never changes, it is written over in
    /// place, and a new one can be appended behind a full page.
    static let byteCount = hashCountMax * MerkleHash.byteCount

    /// Where a chunk stands.
    struct Position: Sendable, Hashable {
        /// The level of its hashes, a multiple of `height`.
        var level: UInt8
        /// Which chunk of the level: its hashes are those of the nodes from `index * 32` on.
        var index: UInt64

        /// The chunk's key: 63 less the level, then the index, big-endian.
        ///
        /// Level 0, which has 31 of 32 chunks, comes last, so that its new chunks are appended at
        /// the end of the table.
        var key: [UInt8] {
            [63 - level] + (0..<8).map { UInt8(truncatingIfNeeded: index >> UInt64(56 - 8 * $0)) }
        }

        /// How many of its hashes a tree of this size has.
        func hashCount(treeSize: UInt64) -> Int {
            let nodes = treeSize >> UInt64(level)
            let (first, isBeyond) = index.multipliedReportingOverflow(
                by: UInt64(MerkleChunk.hashCountMax))
            guard !isBeyond, nodes > first else { return 0 }
            return Int(min(nodes - first, UInt64(MerkleChunk.hashCountMax)))
        }
    }

    /// The hashes so far, at most `hashCountMax`.
    private(set) var hashes: [MerkleHash] = []

    /// A chunk without hashes.
    init() { hashes.reserveCapacity(Self.hashCountMax) }

    var isFull: Bool { hashes.count == Self.hashCountMax }

    /// The chunk that has a node or that the node is made from.
    static func position(of node: MerkleNode) -> Position {
        let level = node.level - node.level % height
        return Position(level: level, index: node.index >> UInt64(height - node.level % height))
    }

    /// Adds the next hash; a full chunk takes none.
    mutating func append(_ hash: MerkleHash) throws(MerkleError) {
        if isFull { throw .damagedTree }
        hashes.append(hash)
    }

    /// The hash of a complete subtree.
    ///
    /// - Parameters:
    ///   - node: one for which `position(of:)` is where this chunk stands.
    ///   - hasher: makes what is not stored.
    /// - Returns: the hash.
    /// - Throws: `MerkleError.damagedTree` when the chunk has not all that the node is made from, or
    ///   `MerkleError.digestUnavailable`.
    func hash(of node: MerkleNode, hasher: MerkleHasher) throws(MerkleError) -> MerkleHash {
        let rise = UInt64(node.level % Self.height)
        let count = 1 << Int(rise)
        let start = Int(node.index & ((32 >> rise) - 1)) << Int(rise)
        return try root(from: start, count: count, hasher: hasher)
    }

    /// The hash of the subtree above all hashes of a full chunk.
    func root(hasher: MerkleHasher) throws(MerkleError) -> MerkleHash {
        try root(from: 0, count: Self.hashCountMax, hasher: hasher)
    }

    private func root(
        from start: Int, count: Int, hasher: MerkleHasher
    ) throws(MerkleError) -> MerkleHash {
        guard start + count <= hashes.count else { throw .damagedTree }
        if count == 1 { return hashes[start] }
        let half = count / 2
        return try hasher.node(
            root(from: start, count: half, hasher: hasher),
            root(from: start + half, count: half, hasher: hasher))
    }
}

extension MerkleChunk {
    /// The chunk as it is stored, always `byteCount` bytes.
    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        for hash in hashes {
            unsafe withUnsafeBytes(of: hash) { unsafe bytes.append(contentsOf: $0) }
        }
        bytes.append(contentsOf: repeatElement(0, count: Self.byteCount - bytes.count))
        return bytes
    }

    /// The chunk that stored bytes are.
    ///
    /// - Parameters:
    ///   - bytes: the stored bytes.
    ///   - hashCount: how many hashes it has, see `Position.hashCount(treeSize:)`.
    /// - Throws: `MerkleError.damagedTree` when there are more or fewer bytes, or more hashes.
    init(decoding bytes: RawSpan, hashCount: Int) throws(MerkleError) {
        guard bytes.byteCount == Self.byteCount, (0...Self.hashCountMax).contains(hashCount) else {
            throw .damagedTree
        }
        self.init()
        for place in 0..<Self.hashCountMax {
            guard let hash = MerkleHash(bytes, at: place * MerkleHash.byteCount) else {
                throw .damagedTree
            }
            if place < hashCount {
                hashes.append(hash)
            } else if hash != .zero {
                throw .damagedTree
            }
        }
    }
}
