/// Where a hash stands in the Merkle tree: the root of a complete subtree of 2^level leaves.
///
/// At level 0 the nodes are the leaves. Node `index` of a level covers the leaves from
/// `index << level` up to, and without, `(index + 1) << level`.
struct MerkleNode: Sendable, Hashable {
    /// How many levels are below; at most `MerkleLimits.levelMax`.
    var level: UInt8
    /// Which node of the level, from 0.
    var index: UInt64
}

/// What a tree and its proofs may have at most.
enum MerkleLimits {
    /// The most leaves of a tree: sizes are below 2^63, so that arithmetic on them cannot overflow.
    static let leafCountMax = UInt64(Int64.max)
    /// The highest level at which such a tree has a complete subtree.
    static let levelMax: UInt8 = 62
    /// The most hashes of an inclusion proof: one for each level of the largest tree.
    static let inclusionProofHashesMax = 63
    /// The most hashes of a consistency proof: one for each level, and the old tree's last subtree.
    static let consistencyProofHashesMax = 64
}

/// Why a hash, a proof or a stored piece of the tree is not what it says.
enum MerkleError: Error, Sendable, Hashable {
    /// libcrypto has no memory left or was built without SHA-256; nothing is known about the data.
    case digestUnavailable
    /// The tree has more leaves than `MerkleLimits.leafCountMax`.
    case treeTooLarge
    /// The leaf's index is not below the tree's size.
    case indexBeyondTree
    /// The older tree of a consistency proof is larger than the newer one.
    case sizesOutOfOrder
    /// The proof has more hashes than trees of these sizes allow.
    case proofTooLong
    /// The proof has fewer hashes than trees of these sizes need.
    case proofTooShort
    /// The proof leads to another root: the leaf, the index, the proof or the root is wrong.
    case rootDiffers
    /// The proof does not lead to the older root: the log is not an extension of the older one.
    case olderRootDiffers
    /// Stored bytes of the tree have another length or order than their place demands.
    case damagedTree
}

extension MerkleError: CustomStringConvertible {
    /// What is wrong and what to do.
    var description: String {
        switch self {
        case .digestUnavailable:
            "libcrypto cannot make a SHA-256; nothing is known about the proof, try again"
        case .treeTooLarge: "the tree size is above 2^63 - 1; no ledger is so large"
        case .indexBeyondTree:
            "the leaf's index is not below the tree's size; ask for a newer proof"
        case .sizesOutOfOrder: "the older tree is the larger one; exchange the checkpoints"
        case .proofTooLong: "the proof has more hashes than the tree has levels; it is not genuine"
        case .proofTooShort: "the proof has too few hashes for the tree; it is cut or not genuine"
        case .rootDiffers:
            "the proof does not lead to the checkpoint's root; the log, the event or the proof was changed"
        case .olderRootDiffers:
            "the proof does not lead to the older root; the log was changed before the older checkpoint"
        case .damagedTree: "stored hashes are damaged; restore a backup"
        }
    }
}
