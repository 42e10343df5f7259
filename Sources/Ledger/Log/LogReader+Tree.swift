extension LogReader {
    /// The hash of a complete subtree of the log's tree, which has `size` leaves in this
    /// transaction.
    func treeHash(
        of node: MerkleNode, size: UInt64, hasher: MerkleHasher,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> MerkleHash {
        let chunk = try treeChunk(at: MerkleChunk.position(of: node), size: size, in: transaction)
        return try chunk.hash(of: node, hasher: hasher)
    }

    /// A stored chunk of the tree.
    func treeChunk(
        at position: MerkleChunk.Position, size: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> MerkleChunk {
        let count = position.hashCount(treeSize: size)
        let chunk = try tables.tree.get(position.key.bytes, in: transaction) { bytes in
            try MerkleChunk(decoding: bytes, hashCount: count)
        }
        guard let chunk else { throw MerkleError.damagedTree }
        return chunk
    }

    /// The root of the tree as it was when it had so many leaves.
    ///
    /// - Complexity: O(log size) hashes.
    func treeRoot(
        size: UInt64, hasher: MerkleHasher,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> MerkleHash {
        let last = try lastSequence(in: transaction)
        return try MerkleTree(size: size, hasher: hasher).root { node in
            try treeHash(of: node, size: last, hasher: hasher, in: transaction)
        }
    }
}
