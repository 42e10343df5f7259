import Foundation
import Testing

@testable import Ledger

@Suite("A log written out as tiles")
struct TileWriterTests {
    /// A log of numbered entries, written to a directory of its own.
    private struct Log {
        let directory = Result { try TemporaryDirectory() }
        let signer: NoteSigner
        var inputs: [[UInt8]]
        private(set) var nodes: [MerkleNode: MerkleHash] = [:]

        init(size: Int, longest: Int? = nil) throws {
            signer = try NoteSupport.signer()
            inputs = (0..<size).map { NaiveTree.input($0) }
            if let longest { inputs[longest] = [UInt8](repeating: 1, count: 65_536) }
            let hasher = try MerkleHasher()
            var frontier = MerkleFrontier()
            for input in inputs {
                try frontier.append(hasher.leaf(input.bytes), hasher: hasher) { nodes[$0] = $1 }
            }
        }

        var root: URL { get throws { URL(fileURLWithPath: try directory.get().path) } }

        func checkpoint(size: UInt64, signer: NoteSigner? = nil) throws -> SignedNote {
            let signer = signer ?? self.signer
            let tree = try MerkleTree(size: size, hasher: MerkleHasher())
            let checkpoint = Checkpoint(
                origin: signer.verifier.name, size: size, root: try tree.root(hash: hash))
            return try SignedNote(text: checkpoint.text, signedBy: signer)
        }

        func hash(_ node: MerkleNode) throws -> MerkleHash {
            guard let hash = nodes[node] else { throw MerkleError.damagedTree }
            return hash
        }

        func write(size: UInt64, signer: NoteSigner? = nil) throws -> TileWriter.Report {
            try TileWriter(directory: root, size: size).write(
                checkpoint(size: size, signer: signer), hash: hash,
                leafInput: { inputs[Int($0)] })
        }

        func file(_ path: String) throws -> [UInt8] {
            [UInt8](try Data(contentsOf: root.appending(path: path)))
        }

        var paths: Set<String> {
            get throws {
                let root = try root
                let all = FileManager.default.enumerator(atPath: root.path)
                // A directory cannot be read as a file.
                return Set(
                    (all?.compactMap { $0 as? String } ?? []).filter { path in
                        (try? Data(contentsOf: root.appending(path: path))) != nil
                    })
            }
        }
    }

    @Test("Files have C2SP's names, and entries hash to the tile of level 0")
    func names() throws {
        let log = try Log(size: 600)
        let report = try log.write(size: 600)
        #expect(report == TileWriter.Report(tileCount: 4, bundleCount: 3))
        #expect(
            try log.paths == [
                "checkpoint", "tile/0/000", "tile/0/001", "tile/0/002.p/88", "tile/1/000.p/2",
                "tile/entries/000", "tile/entries/001", "tile/entries/002.p/88",
            ])
        let hasher = try MerkleHasher()
        for (name, first, width) in [("000", 0, 256), ("001", 256, 256), ("002.p/88", 512, 88)] {
            let tile = try log.file("tile/0/\(name)")
            let bundle = try log.file("tile/entries/\(name)")
            #expect(tile.count == 32 * width)
            var place = 0
            for index in 0..<width {
                let count = Int(bundle[place]) << 8 | Int(bundle[place + 1])
                let entry = Array(bundle[(place + 2)..<(place + 2 + count)])
                place += 2 + count
                #expect(entry == log.inputs[first + index])
                #expect(
                    try hasher.leaf(entry.bytes).bytes
                        == Array(tile[(32 * index)..<(32 * index + 32)]))
            }
            #expect(place == bundle.count)
        }
        let upper = try log.file("tile/1/000.p/2")
        #expect(
            try upper == log.hash(.init(level: 8, index: 0)).bytes
                + log.hash(.init(level: 8, index: 1)).bytes)
        #expect(try log.file("checkpoint") == log.checkpoint(size: 600).bytes)
    }

    @Test("A path groups the digits of its index by three")
    func paths() {
        func path(_ index: UInt64, _ width: UInt64 = 256) -> String {
            TilePath(content: .hashes(level: 2), index: index, width: width)
                .components.joined(separator: "/")
        }
        #expect(path(0) == "tile/2/000")
        #expect(path(999) == "tile/2/999")
        #expect(path(1_000) == "tile/2/x001/000")
        #expect(path(1_234_067) == "tile/2/x001/x234/067")
        #expect(path(1_234_067, 8) == "tile/2/x001/x234/067.p/8")
    }

    @Test("A tree of 70,000 leaves has the tiles that C2SP's example counts")
    func exampleSize() {
        func widths(_ level: UInt8) -> [UInt64] {
            TilePath.all(.hashes(level: level), nodeCount: 70_000 >> UInt64(8 * level)).map(\.width)
        }
        #expect(widths(0) == [UInt64](repeating: 256, count: 273) + [112])
        #expect(widths(1) == [256, 17])
        #expect(widths(2) == [1])
        #expect(widths(3) == [])
    }

    @Test("A later checkpoint writes what is new and leaves full pieces, another log is refused")
    func growth() throws {
        let log = try Log(size: 1_000)
        _ = try log.write(size: 300)
        let kept = try log.root.appending(path: "tile/0/000")
        try FileManager.default.removeItem(at: kept)
        let report = try log.write(size: 1_000)
        #expect(report == TileWriter.Report(tileCount: 4, bundleCount: 3))
        #expect(!FileManager.default.fileExists(atPath: kept.path))
        #expect(throws: ProofError.directoryOfAnotherLog) { try log.write(size: 300) }
        let other = try NoteSupport.signer("other.example", seed: 3)
        #expect(throws: ProofError.directoryOfAnotherLog) {
            try log.write(size: 1_000, signer: other)
        }
    }

    @Test("An entry that is too long leaves its bundle out, and the report says which")
    func longEntries() throws {
        let log = try Log(size: 300, longest: 7)
        let report = try log.write(size: 300)
        #expect(report.omittedBundles == [TilePath(content: .entries, index: 0, width: 256)])
        #expect(report.bundleCount == 1)
        #expect(try !log.paths.contains("tile/entries/000"))
        #expect(try log.file("tile/0/000").count == 8_192)
    }

    @Test("A changed entry, and a checkpoint of another tree, are not written out")
    func damaged() throws {
        var log = try Log(size: 10)
        let checkpoint = try log.checkpoint(size: 9)
        #expect(throws: MerkleError.rootDiffers) {
            try TileWriter(directory: log.root, size: 10).write(
                checkpoint, hash: log.hash, leafInput: { log.inputs[Int($0)] })
        }
        log.inputs[4][0] ^= 1
        #expect(throws: ProofError.leafDiffers(index: 4)) { try log.write(size: 10) }
        #expect(try log.paths.isEmpty)
    }

    @Test("An empty log has a checkpoint and nothing else")
    func empty() throws {
        let log = try Log(size: 0)
        #expect(try log.write(size: 0) == TileWriter.Report())
        #expect(try log.paths == ["checkpoint"])
    }
}
