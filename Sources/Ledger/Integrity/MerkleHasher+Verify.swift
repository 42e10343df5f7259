/// Checks of proofs by their numbers and hashes alone; nothing in them is trusted.
extension MerkleHasher {
    /// Checks that a leaf is in a tree (RFC 9162, 2.1.3.2).
    ///
    /// - Parameters:
    ///   - proof: the hashes, the leaf's sibling first.
    ///   - leaf: the leaf's hash.
    ///   - index: the leaf's index, from 0.
    ///   - size: how many leaves the tree has.
    ///   - root: the tree's root.
    /// - Throws: `MerkleError` when the leaf is not shown to be there.
    func verifyInclusion(
        _ proof: [MerkleHash], leaf: MerkleHash, index: UInt64, size: UInt64, root: MerkleHash
    ) throws(MerkleError) {
        guard size <= MerkleLimits.leafCountMax else { throw .treeTooLarge }
        guard index < size else { throw .indexBeyondTree }
        guard proof.count <= MerkleLimits.inclusionProofHashesMax else { throw .proofTooLong }
        var node = index
        var last = size - 1
        var hash = leaf
        for sibling in proof {
            if last == 0 { throw .proofTooLong }
            if node & 1 == 1 || node == last {
                hash = try self.node(sibling, hash)
                Self.skipLonelyLevels(&node, &last)
            } else {
                hash = try self.node(hash, sibling)
            }
            node >>= 1
            last >>= 1
        }
        if last != 0 { throw .proofTooShort }
        if hash != root { throw .rootDiffers }
    }

    /// Checks that a tree begins with all leaves of an older one (RFC 9162, 2.1.4.2).
    ///
    /// A tree of the same size has to have the same root. Every tree begins with the one of no
    /// leaves. Both take an empty proof.
    ///
    /// - Throws: `MerkleError` when the tree is not shown to be an extension.
    func verifyConsistency(
        _ proof: [MerkleHash], olderSize: UInt64, olderRoot: MerkleHash, size: UInt64,
        root: MerkleHash
    ) throws(MerkleError) {
        guard size <= MerkleLimits.leafCountMax else { throw .treeTooLarge }
        guard olderSize <= size else { throw .sizesOutOfOrder }
        guard proof.count <= MerkleLimits.consistencyProofHashesMax else { throw .proofTooLong }
        if olderSize == 0 || olderSize == size {
            return try verifyTrivial(
                proof, olderSize: olderSize, olderRoot: olderRoot, size: size, root: root)
        }
        var node = olderSize - 1
        var last = size - 1
        var rest = proof[...]
        Self.skipRightChildren(&node, &last)
        let isWholeOlderTree = olderSize & (olderSize - 1) == 0
        guard let start = isWholeOlderTree ? olderRoot : rest.popFirst() else {
            throw .proofTooShort
        }
        var (older, newer) = (start, start)
        for sibling in rest {
            if last == 0 { throw .proofTooLong }
            if node & 1 == 1 || node == last {
                older = try self.node(sibling, older)
                newer = try self.node(sibling, newer)
                Self.skipLonelyLevels(&node, &last)
            } else {
                newer = try self.node(newer, sibling)
            }
            node >>= 1
            last >>= 1
        }
        if last != 0 { throw .proofTooShort }
        if older != olderRoot { throw .olderRootDiffers }
        if newer != root { throw .rootDiffers }
    }

    private func verifyTrivial(
        _ proof: [MerkleHash], olderSize: UInt64, olderRoot: MerkleHash, size: UInt64,
        root: MerkleHash
    ) throws(MerkleError) {
        guard proof.isEmpty else { throw .proofTooLong }
        let empty = try emptyRoot()
        if olderSize == 0, olderRoot != empty { throw .olderRootDiffers }
        if size == 0, root != empty { throw .rootDiffers }
        if olderSize == size, olderRoot != root { throw .olderRootDiffers }
    }

    /// Goes up past levels at which the last node has no sibling.
    private static func skipLonelyLevels(_ node: inout UInt64, _ last: inout UInt64) {
        while node & 1 == 0, node != 0 {
            node >>= 1
            last >>= 1
        }
    }

    /// Goes up to the largest complete subtree that ends the older tree.
    private static func skipRightChildren(_ node: inout UInt64, _ last: inout UInt64) {
        while node & 1 == 1 {
            node >>= 1
            last >>= 1
        }
    }
}
