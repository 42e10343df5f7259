internal import Testing

@testable internal import Ledger

@Suite("The Merkle tree")
struct MerkleTreeTests {
    static let sizeMax = 300

    private static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = Array(hexadecimal)
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...($0 + 1)]), radix: 16)
        }
    }

    /// The eight inputs and the roots of their first 1 to 8 that the tests of Certificate
    /// Transparency's implementations have used since RFC 6962.
    private static let knownInputs = [
        "", "00", "10", "2021", "3031", "40414243", "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    ]
    private static let knownRoots = [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ]

    @Test("The tree that Certificate Transparency's tests share has its known roots")
    func knownTree() throws {
        let hasher = try MerkleHasher()
        var frontier = MerkleFrontier()
        #expect(
            try frontier.root(hasher: hasher).bytes
                == Self.bytes("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"))
        for (input, root) in zip(Self.knownInputs, Self.knownRoots) {
            try frontier.append(try hasher.leaf(Self.bytes(input).bytes), hasher: hasher)
            #expect(try frontier.root(hasher: hasher).bytes == Self.bytes(root))
        }
        #expect(frontier.size == 8)
    }

    @Test("Where the input of a leaf is cut into pieces does not matter")
    func pieces() throws {
        let hasher = try MerkleHasher()
        let bytes = (0..<100).map { UInt8($0) }
        let whole = try hasher.leaf(bytes.bytes)
        for cut in 0...bytes.count {
            try hasher.startLeaf()
            try hasher.add(Array(bytes[..<cut]).bytes)
            try hasher.add(Array(bytes[cut...]).bytes)
            #expect(try hasher.finishLeaf() == whole, "cut at \(cut)")
        }
    }

    @Test(
        "The edge has the root of every size, tells of each complete subtree, and comes back from bytes"
    )
    func frontier() throws {
        var naive = try NaiveTree(numbered: Self.sizeMax)
        let hasher = naive.hasher
        var frontier = MerkleFrontier()
        var told: [MerkleNode: MerkleHash] = [:]
        for size in 0...Self.sizeMax {
            #expect(try frontier.root(hasher: hasher) == naive.root(0..<size), "size \(size)")
            let bytes = frontier.encoded
            #expect(try MerkleFrontier(decoding: bytes.bytes) == frontier)
            let stored = told
            let rebuilt = try MerkleFrontier(size: UInt64(size)) { node in
                guard let hash = stored[node] else { throw MerkleError.damagedTree }
                return hash
            }
            #expect(rebuilt == frontier)
            guard size < Self.sizeMax else { break }
            try frontier.append(naive.leaves[size], hasher: hasher) { node, hash in
                #expect(told.updateValue(hash, forKey: node) == nil, "told twice of \(node)")
            }
        }
        for (node, hash) in told { #expect(try naive.hash(node) == hash) }
        let complete = (0..<UInt64(9)).map { UInt64(Self.sizeMax) >> $0 }.reduce(0, +)
        #expect(told.count == Int(complete))
    }

    @Test("An edge cut, lengthened or of an impossible size is refused")
    func damagedFrontier() throws {
        var frontier = MerkleFrontier()
        let naive = try NaiveTree(numbered: 13)
        for leaf in naive.leaves { try frontier.append(leaf, hasher: naive.hasher) }
        let bytes = frontier.encoded
        for count in 0..<bytes.count {
            #expect(throws: MerkleError.damagedTree) {
                try MerkleFrontier(decoding: Array(bytes[..<count]).bytes)
            }
        }
        #expect(throws: MerkleError.damagedTree) {
            try MerkleFrontier(decoding: (bytes + [0]).bytes)
        }
        let tooLarge = [0, 0, 0, 0, 0, 0, 0, 0x80] + [UInt8](repeating: 0, count: 32)
        #expect(throws: MerkleError.damagedTree) { try MerkleFrontier(decoding: tooLarge.bytes) }
    }

    @Test(
        "Chunks written in commits of any size hold the same tree",
        arguments: [1, 2, 7, 31, 32, 33, 150, 1_100])
    func chunks(batch: Int) throws {
        let size = 1_100
        var naive = try NaiveTree(numbered: size)
        var store = ChunkStore()
        var frontier = MerkleFrontier()
        var stored = 0
        while stored < size {
            let end = min(stored + batch, size)
            try store.append(Array(naive.leaves[stored..<end]), to: UInt64(stored))
            for leaf in naive.leaves[stored..<end] {
                try frontier.append(leaf, hasher: naive.hasher)
            }
            stored = end
            let tree = try MerkleTree(size: UInt64(stored), hasher: naive.hasher)
            let hashes = try store.hashes(stored: UInt64(stored))
            #expect(
                try tree.root(hash: hashes) == frontier.root(hasher: naive.hasher), "size \(stored)"
            )
        }
        let hashes = try store.hashes(stored: UInt64(size))
        for level in 0..<UInt8(11) {
            for index in 0..<UInt64(size) >> UInt64(level) {
                let node = MerkleNode(level: level, index: index)
                let isRight = try hashes(node) == naive.hash(node)
                #expect(isRight, "\(node)")
            }
        }
        #expect(store.rows.count == 35 + 2 + 1)
        #expect(store.rows.values.allSatisfy { $0.count == MerkleChunk.byteCount })
        // One row for each commit, and one more for each chunk that is filled.
        #expect(store.writeCount <= (size + batch - 1) / batch + 35 * 2 + 4)
    }

    @Test("A chunk's key orders level 0 last, by index")
    func chunkKeys() {
        let positions = [
            MerkleChunk.Position(level: 10, index: 0), .init(level: 5, index: 0),
            .init(level: 5, index: 1), .init(level: 0, index: 0), .init(level: 0, index: 255),
            .init(level: 0, index: 256), .init(level: 0, index: .max >> 6),
        ]
        let keys = positions.map(\.key)
        #expect(keys.allSatisfy { $0.count == 9 })
        for (low, high) in zip(keys, keys.dropFirst()) {
            #expect(low.lexicographicallyPrecedes(high))
        }
        #expect(
            MerkleChunk.position(of: MerkleNode(level: 62, index: 1)) == .init(level: 60, index: 0))
    }

    @Test("A stored chunk that is cut, lengthened, or has more or less than the tree is refused")
    func damagedChunk() throws {
        var chunk = MerkleChunk()
        let naive = try NaiveTree(numbered: 32)
        for leaf in naive.leaves.prefix(5) { try chunk.append(leaf) }
        let bytes = chunk.encoded
        #expect(try MerkleChunk(decoding: bytes.bytes, hashCount: 5) == chunk)
        for count in [0, 1, 160, 1_023] {
            #expect(throws: MerkleError.damagedTree) {
                try MerkleChunk(decoding: Array(bytes[..<count]).bytes, hashCount: 5)
            }
        }
        #expect(throws: MerkleError.damagedTree) {
            try MerkleChunk(decoding: (bytes + [0]).bytes, hashCount: 5)
        }
        for count in [-1, 0, 4, 33, Int.max] {
            #expect(throws: MerkleError.damagedTree) {
                try MerkleChunk(decoding: bytes.bytes, hashCount: count)
            }
        }
        #expect(throws: MerkleError.damagedTree) {
            try chunk.hash(of: MerkleNode(level: 1, index: 2), hasher: naive.hasher)
        }
        #expect(throws: MerkleError.damagedTree) { try chunk.root(hasher: naive.hasher) }
        for leaf in naive.leaves.dropFirst(5) { try chunk.append(leaf) }
        #expect(throws: MerkleError.damagedTree) { try chunk.append(naive.leaves[0]) }
    }
}
