/// The two hashes of a Merkle tree (RFC 9162, 2.1.1): of a leaf's input and of two nodes.
///
/// A leaf's input begins with the byte 0 and a node's with 1, so that neither passes for the other.
/// Not `Sendable`, as the digest that it works with: it belongs to one thread at a time.
struct MerkleHasher {
    private static let leafPrefix: UInt8 = 0
    private static let nodePrefix: UInt8 = 1

    private let digest: SHA256

    /// Makes a hasher.
    ///
    /// - Throws: `MerkleError.digestUnavailable`.
    init() throws(MerkleError) {
        digest = try Self.translated { () throws(IntegrityError) in try SHA256() }
    }

    /// Makes a hasher that works with a digest which others use between its calls.
    init(sharing digest: SHA256) { self.digest = digest }

    /// The hash of the tree without leaves: SHA-256 of nothing.
    func emptyRoot() throws(MerkleError) -> MerkleHash {
        try Self.translated { () throws(IntegrityError) in
            try digest.start()
            return try digest.finish()
        }
    }

    /// The hash of a leaf whose whole input is at hand.
    func leaf(_ input: RawSpan) throws(MerkleError) -> MerkleHash {
        try startLeaf()
        try add(input)
        return try finishLeaf()
    }

    /// Begins a leaf whose input comes in pieces: `add` each, then `finishLeaf`.
    func startLeaf() throws(MerkleError) {
        try Self.translated { () throws(IntegrityError) in
            try digest.start()
            try digest.add(Self.leafPrefix)
        }
    }

    /// Adds the next piece of the leaf's input.
    func add(_ piece: RawSpan) throws(MerkleError) {
        do { try digest.add(piece) } catch { throw .digestUnavailable }
    }

    /// The hash of the leaf begun by `startLeaf`.
    func finishLeaf() throws(MerkleError) -> MerkleHash {
        try Self.translated { () throws(IntegrityError) in try digest.finish() }
    }

    /// The hash of the node above two others.
    func node(_ left: MerkleHash, _ right: MerkleHash) throws(MerkleError) -> MerkleHash {
        try Self.translated { () throws(IntegrityError) in
            try digest.start()
            try digest.add(Self.nodePrefix)
            try digest.add(left)
            try digest.add(right)
            return try digest.finish()
        }
    }

    private static func translated<Result>(
        _ body: () throws(IntegrityError) -> Result
    ) throws(MerkleError) -> Result {
        do { return try body() } catch { throw .digestUnavailable }
    }
}
