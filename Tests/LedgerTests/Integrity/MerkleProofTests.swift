internal import Testing

@testable internal import Ledger

@Suite("Proofs of the Merkle tree")
struct MerkleProofTests {
    static let sizeMax = 300
    /// Up to this size every change of a proof is tried.
    static let mutatedSizeMax = 12

    /// A tree in chunks, and the definitions to compare it with.
    private struct Trees {
        var naive: NaiveTree
        let hasher: MerkleHasher
        /// Every complete subtree, as the chunks have it.
        private var nodes: [MerkleNode: MerkleHash] = [:]

        init(size: Int) throws {
            naive = try NaiveTree(numbered: size)
            hasher = naive.hasher
            var store = ChunkStore()
            try store.append(naive.leaves, to: 0)
            let stored = try store.hashes(stored: UInt64(size))
            for level in 0..<UInt8(9) {
                for index in 0..<UInt64(size) >> UInt64(level) {
                    let node = MerkleNode(level: level, index: index)
                    nodes[node] = try stored(node)
                }
            }
        }

        func hashes(_ node: MerkleNode) throws -> MerkleHash {
            guard let hash = nodes[node] else { throw MerkleError.damagedTree }
            return hash
        }
    }

    @Test("Every inclusion proof of every tree of up to 300 leaves is the defined one and holds")
    func inclusion() throws {
        var trees = try Trees(size: Self.sizeMax)
        for size in 1...Self.sizeMax {
            let tree = try MerkleTree(size: UInt64(size), hasher: trees.hasher)
            let root = try trees.naive.root(0..<size)
            #expect(try tree.root(hash: trees.hashes) == root)
            for leaf in 0..<size {
                let proof = try tree.inclusionProof(leaf: UInt64(leaf), hash: trees.hashes)
                #expect(try proof == trees.naive.path(leaf, in: 0..<size), "\(leaf) of \(size)")
                try trees.hasher.verifyInclusion(
                    proof, leaf: trees.naive.leaves[leaf], index: UInt64(leaf), size: UInt64(size),
                    root: root)
            }
        }
    }

    @Test("Every consistency proof of every tree of up to 300 leaves is the defined one and holds")
    func consistency() throws {
        var trees = try Trees(size: Self.sizeMax)
        for size in 1...Self.sizeMax {
            let tree = try MerkleTree(size: UInt64(size), hasher: trees.hasher)
            let root = try trees.naive.root(0..<size)
            for older in 0...size {
                let proof = try tree.consistencyProof(from: UInt64(older), hash: trees.hashes)
                if older > 0 {
                    let defined = try trees.naive.subproof(older, in: 0..<size, isWhole: true)
                    #expect(proof == defined, "\(older) to \(size)")
                }
                try trees.hasher.verifyConsistency(
                    proof, olderSize: UInt64(older), olderRoot: try trees.naive.root(0..<older),
                    size: UInt64(size), root: root)
            }
        }
    }

    /// Every proof that differs from this one in one bit, one hash too many or too few, or order.
    private static func mutations(of proof: [MerkleHash]) throws -> [[MerkleHash]] {
        var mutations: [[MerkleHash]] = []
        for place in proof.indices {
            for bit in 0..<256 {
                var bytes = proof[place].bytes
                bytes[bit / 8] ^= 1 << UInt8(bit % 8)
                var changed = proof
                changed[place] = try #require(MerkleHash(bytes))
                mutations.append(changed)
            }
            var shorter = proof
            shorter.remove(at: place)
            mutations.append(shorter)
            for other in proof.indices where other < place {
                var swapped = proof
                swapped.swapAt(place, other)
                mutations.append(swapped)
            }
        }
        for place in 0...proof.count {
            for hash in proof + [.zero] {
                var longer = proof
                longer.insert(hash, at: place)
                mutations.append(longer)
            }
        }
        return mutations.filter { $0 != proof }
    }

    private func isRefused(_ body: () throws(MerkleError) -> Void) -> Bool {
        do {
            try body()
            return false
        } catch {
            return error != .digestUnavailable
        }
    }

    @Test("An inclusion proof with any bit, hash, index, size or root changed is refused")
    func brokenInclusion() throws {
        var trees = try Trees(size: Self.mutatedSizeMax)
        let hasher = trees.hasher
        for size in 1...Self.mutatedSizeMax {
            let tree = try MerkleTree(size: UInt64(size), hasher: trees.hasher)
            let root = try trees.naive.root(0..<size)
            for index in 0..<size {
                let proof = try tree.inclusionProof(leaf: UInt64(index), hash: trees.hashes)
                let leaf = trees.naive.leaves[index]
                func isRefused(
                    _ proof: [MerkleHash], index: Int = index, size: Int = size,
                    leaf: MerkleHash = leaf, root: MerkleHash = root
                ) -> Bool {
                    self.isRefused { () throws(MerkleError) in
                        try hasher.verifyInclusion(
                            proof, leaf: leaf, index: UInt64(index), size: UInt64(size), root: root)
                    }
                }
                #expect(try Self.mutations(of: proof).allSatisfy { isRefused($0) })
                #expect(isRefused(proof, leaf: .zero))
                #expect(isRefused(proof, root: .zero))
                for other in 0..<Self.mutatedSizeMax + 4 where other != index {
                    #expect(isRefused(proof, index: other), "\(index) of \(size) as \(other)")
                }
            }
        }
    }

    @Test("A consistency proof with any bit, hash, size or root changed is refused")
    func brokenConsistency() throws {
        var trees = try Trees(size: Self.mutatedSizeMax)
        let hasher = trees.hasher
        for size in 1...Self.mutatedSizeMax {
            let tree = try MerkleTree(size: UInt64(size), hasher: trees.hasher)
            let root = try trees.naive.root(0..<size)
            for older in 1...size {
                let proof = try tree.consistencyProof(from: UInt64(older), hash: trees.hashes)
                let olderRoot = try trees.naive.root(0..<older)
                func isRefused(
                    _ proof: [MerkleHash], olderRoot: MerkleHash = olderRoot,
                    root: MerkleHash = root
                ) -> Bool {
                    self.isRefused { () throws(MerkleError) in
                        try hasher.verifyConsistency(
                            proof, olderSize: UInt64(older), olderRoot: olderRoot,
                            size: UInt64(size), root: root)
                    }
                }
                #expect(try Self.mutations(of: proof).allSatisfy { isRefused($0) })
                #expect(isRefused(proof, olderRoot: .zero))
                #expect(isRefused(proof, root: .zero))
                #expect(isRefused(proof + proof + [.zero]))
            }
        }
    }

    @Test("No numbers and no length of proof trap, up to the largest tree")
    func extremes() throws {
        let hasher = try MerkleHasher()
        let leaf = try hasher.leaf([1].bytes)
        var sizes: [UInt64] = [.max, .max - 1, 3, 5, 12_345]
        for power in 0..<64 {
            let size = UInt64(1) << UInt64(power)
            sizes += [size, size &- 1, size &+ 1]
        }
        for size in sizes {
            for other in sizes {
                for count in [0, 1, 2, 62, 63, 64, 65, 1_000] {
                    let proof = [MerkleHash](repeating: .zero, count: count)
                    #expect(throws: MerkleError.self) {
                        try hasher.verifyInclusion(
                            proof, leaf: leaf, index: other, size: size, root: .zero)
                    }
                    let isSame = size == other && count == 0 && size > 0
                    let holds =
                        (try? hasher.verifyConsistency(
                            proof, olderSize: other, olderRoot: .zero, size: size, root: .zero))
                        != nil
                    #expect(holds == (isSame && size <= MerkleLimits.leafCountMax))
                }
            }
        }
    }

    @Test("The longest proofs that the largest tree has are taken, one hash more is not")
    func longest() throws {
        let hasher = try MerkleHasher()
        let size = MerkleLimits.leafCountMax
        // A tree all of whose complete subtrees have the same hash has proofs that can be made.
        let tree = try MerkleTree(size: size, hasher: hasher)
        let inclusion = try tree.inclusionProof(leaf: 0) { _ in .zero }
        #expect(inclusion.count == MerkleLimits.inclusionProofHashesMax)
        let consistency = try tree.consistencyProof(from: (1 << 62) - 1) { _ in .zero }
        #expect(consistency.count == MerkleLimits.consistencyProofHashesMax)
        #expect(throws: MerkleError.rootDiffers) {
            try hasher.verifyInclusion(
                inclusion, leaf: .zero, index: 0, size: size, root: .zero)
        }
        #expect(throws: MerkleError.olderRootDiffers) {
            try hasher.verifyConsistency(
                consistency, olderSize: (1 << 62) - 1, olderRoot: .zero, size: size, root: .zero)
        }
        #expect(throws: MerkleError.proofTooLong) {
            try hasher.verifyInclusion(
                inclusion + [.zero], leaf: .zero, index: 0, size: size, root: .zero)
        }
        #expect(throws: MerkleError.proofTooLong) {
            try hasher.verifyConsistency(
                consistency + [.zero], olderSize: (1 << 62) - 1, olderRoot: .zero, size: size,
                root: .zero)
        }
        #expect(throws: MerkleError.treeTooLarge) {
            try MerkleTree(size: size + 1, hasher: hasher)
        }
        #expect(throws: MerkleError.indexBeyondTree) {
            try tree.inclusionProof(leaf: size) { _ in .zero }
        }
        #expect(throws: MerkleError.sizesOutOfOrder) {
            try tree.consistencyProof(from: size + 1) { _ in .zero }
        }
    }
}
