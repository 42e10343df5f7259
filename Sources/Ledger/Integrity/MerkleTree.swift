/// Roots and proofs of a Merkle tree (RFC 9162, 2.1), made from the hashes of its complete
/// subtrees.
///
/// The tree itself is stored elsewhere: each function takes a closure that reads one complete
/// subtree's hash. It asks for a number of nodes that grows with the square of the tree's height at
/// most.
struct MerkleTree {
    /// How many leaves the tree has.
    let size: UInt64
    private let hasher: MerkleHasher

    /// A view of the tree as it was when it had `size` leaves.
    ///
    /// - Parameters:
    ///   - size: how many leaves; at most those whose hashes are stored.
    ///   - hasher: makes the hashes that are not stored.
    /// - Throws: `MerkleError.treeTooLarge`.
    init(size: UInt64, hasher: MerkleHasher) throws(MerkleError) {
        guard size <= MerkleLimits.leafCountMax else { throw .treeTooLarge }
        self.size = size
        self.hasher = hasher
    }

    /// The root hash.
    ///
    /// - Throws: what `hash` throws, and `MerkleError.digestUnavailable`.
    func root(hash: (MerkleNode) throws -> MerkleHash) throws -> MerkleHash {
        if size == 0 { return try hasher.emptyRoot() }
        return try root(of: Leaves(start: 0, count: size), hash)
    }

    /// The hashes that lead from a leaf to the root, the leaf's sibling first (RFC 9162, 2.1.3.1).
    ///
    /// - Throws: `MerkleError.indexBeyondTree`, what `hash` throws, and
    ///   `MerkleError.digestUnavailable`.
    func inclusionProof(
        leaf index: UInt64, hash: (MerkleNode) throws -> MerkleHash
    ) throws -> [MerkleHash] {
        guard index < size else { throw MerkleError.indexBeyondTree }
        var leaves = Leaves(start: 0, count: size)
        var proof: [MerkleHash] = []
        while leaves.count > 1 {
            let halves = leaves.halves
            let isLeft = index < halves.right.start
            proof.append(try root(of: isLeft ? halves.right : halves.left, hash))
            leaves = isLeft ? halves.left : halves.right
        }
        return proof.reversed()
    }

    /// The hashes that show that this tree begins with all leaves of an older one (RFC 9162,
    /// 2.1.4.1).
    ///
    /// None where the older tree is empty or as large as this one: then the roots alone tell.
    ///
    /// - Throws: `MerkleError.sizesOutOfOrder`, what `hash` throws, and
    ///   `MerkleError.digestUnavailable`.
    func consistencyProof(
        from olderSize: UInt64, hash: (MerkleNode) throws -> MerkleHash
    ) throws -> [MerkleHash] {
        guard olderSize <= size else { throw MerkleError.sizesOutOfOrder }
        if olderSize == 0 || olderSize == size { return [] }
        var leaves = Leaves(start: 0, count: size)
        var proof: [MerkleHash] = []
        // Down to the older tree's last subtree that this tree has too.
        while leaves.start + leaves.count != olderSize {
            let halves = leaves.halves
            let isLeft = olderSize <= halves.right.start
            proof.append(try root(of: isLeft ? halves.right : halves.left, hash))
            leaves = isLeft ? halves.left : halves.right
        }
        // Where that subtree is the whole older tree, its hash is the root that the verifier has.
        if leaves.start > 0 { proof.append(try root(of: leaves, hash)) }
        return proof.reversed()
    }

    /// Some leaves in a row that are a subtree: complete, or at the right edge.
    private struct Leaves {
        var start: UInt64
        var count: UInt64

        /// The two subtrees below; the left one has the largest power of two below `count`.
        var halves: (left: Leaves, right: Leaves) {
            let left = UInt64(1) << UInt64(63 - (count - 1).leadingZeroBitCount)
            return (
                Leaves(start: start, count: left),
                Leaves(start: start + left, count: count - left)
            )
        }
    }

    /// The hash of a subtree: a stored one where it is complete, else one made of those in it.
    private func root(
        of leaves: Leaves, _ hash: (MerkleNode) throws -> MerkleHash
    ) throws -> MerkleHash {
        var complete: [MerkleHash] = []
        var start = leaves.start
        var rest = leaves.count
        while rest > 0 {
            let level = UInt8(63 - rest.leadingZeroBitCount)
            complete.append(try hash(MerkleNode(level: level, index: start >> UInt64(level))))
            start += 1 << UInt64(level)
            rest -= 1 << UInt64(level)
        }
        return try hasher.folded(complete)
    }
}

extension MerkleHasher {
    /// The root above subtrees that become smaller from left to right; of none, that of no leaves.
    func folded(_ subtrees: [MerkleHash]) throws(MerkleError) -> MerkleHash {
        guard var root = subtrees.last else { return try emptyRoot() }
        for left in subtrees.dropLast().reversed() { root = try node(left, root) }
        return root
    }
}
