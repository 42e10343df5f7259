@testable internal import Ledger

/// The definitions of RFC 9162, section 2.1, written down as they stand: slow and recursive.
///
/// Everything about a tree is compared with this.
struct NaiveTree {
    let hasher: MerkleHasher
    let leaves: [MerkleHash]
    private var roots: [Range<Int>: MerkleHash] = [:]

    init(leaves: [MerkleHash]) throws {
        hasher = try MerkleHasher()
        self.leaves = leaves
    }

    /// Leaves whose inputs are their own numbers.
    init(numbered count: Int) throws {
        let hasher = try MerkleHasher()
        try self.init(leaves: try (0..<count).map { try hasher.leaf(Self.input($0).bytes) })
    }

    static func input(_ index: Int) -> [UInt8] { Array("leaf \(index)".utf8) }

    private static func split(_ count: Int) -> Int {
        var half = 1
        while half * 2 < count { half *= 2 }
        return half
    }

    /// MTH of some leaves in a row.
    mutating func root(_ range: Range<Int>) throws -> MerkleHash {
        if let known = roots[range] { return known }
        if range.isEmpty { return try hasher.emptyRoot() }
        if range.count == 1 { return leaves[range.lowerBound] }
        let middle = range.lowerBound + Self.split(range.count)
        let root = try hasher.node(
            root(range.lowerBound..<middle), root(middle..<range.upperBound))
        roots[range] = root
        return root
    }

    /// PATH(m, D_n).
    mutating func path(_ leaf: Int, in range: Range<Int>) throws -> [MerkleHash] {
        if range.count == 1 { return [] }
        let middle = range.lowerBound + Self.split(range.count)
        if leaf < middle {
            return try path(leaf, in: range.lowerBound..<middle)
                + [root(middle..<range.upperBound)]
        }
        return try path(leaf, in: middle..<range.upperBound)
            + [root(range.lowerBound..<middle)]
    }

    /// SUBPROOF(m, D_n, b), where the older tree ends at leaf `end`.
    mutating func subproof(_ end: Int, in range: Range<Int>, isWhole: Bool) throws -> [MerkleHash] {
        if end == range.upperBound { return isWhole ? [] : [try root(range)] }
        let middle = range.lowerBound + Self.split(range.count)
        if end <= middle {
            return try subproof(end, in: range.lowerBound..<middle, isWhole: isWhole)
                + [root(middle..<range.upperBound)]
        }
        return try subproof(end, in: middle..<range.upperBound, isWhole: false)
            + [root(range.lowerBound..<middle)]
    }

    /// The hash of a complete subtree.
    mutating func hash(_ node: MerkleNode) throws -> MerkleHash {
        let start = Int(node.index) << Int(node.level)
        return try root(start..<start + 1 << Int(node.level))
    }
}

/// A store of chunks as the ledger keeps them: bytes by key.
struct ChunkStore {
    var rows: [[UInt8]: [UInt8]] = [:]
    var writeCount = 0

    /// Appends leaves and stores what changed, as one commit does.
    mutating func append(_ leaves: [MerkleHash], to size: UInt64) throws {
        var appender = MerkleChunkAppender(size: size, hasher: try MerkleHasher())
        for leaf in leaves {
            try appender.append(leaf) { try chunk($0, treeSize: size) }
        }
        try appender.flush { position, chunk, isNew in
            guard (rows[position.key] == nil) == isNew else { throw MerkleError.damagedTree }
            rows[position.key] = chunk.encoded
            writeCount += 1
        }
    }

    func chunk(_ position: MerkleChunk.Position, treeSize: UInt64) throws -> MerkleChunk {
        guard let bytes = rows[position.key] else { throw MerkleError.damagedTree }
        return try MerkleChunk(
            decoding: bytes.bytes, hashCount: position.hashCount(treeSize: treeSize))
    }

    /// The hashes of a tree of this size, read from the chunks.
    func hashes(stored: UInt64) throws -> (MerkleNode) throws -> MerkleHash {
        let hasher = try MerkleHasher()
        var chunks: [MerkleChunk.Position: MerkleChunk] = [:]
        for level in stride(from: UInt8(0), through: 60, by: 5) {
            for index in 0..<((stored >> UInt64(level)) + 31) / 32 {
                let position = MerkleChunk.Position(level: level, index: index)
                chunks[position] = try chunk(position, treeSize: stored)
            }
        }
        let read = chunks
        return { node in
            guard let chunk = read[MerkleChunk.position(of: node)] else {
                throw MerkleError.damagedTree
            }
            return try chunk.hash(of: node, hasher: hasher)
        }
    }
}
