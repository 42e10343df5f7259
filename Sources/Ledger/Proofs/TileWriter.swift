internal import Foundation

/// Writes a log out as C2SP `tlog-tiles`: a directory that other people's tools can check, or that
/// a web server serves as it is.
///
/// Memory is bounded by one bundle of 256 entries. Every entry is compared with its leaf in the
/// tree, and the tree with the checkpoint. The checkpoint is written last, so that a directory
/// never promises what it has not. Full pieces that an older checkpoint in the directory covers are
/// left: they cannot change.
struct TileWriter {
    /// The directory; made where it is missing.
    let directory: URL
    /// How many leaves the log has at the checkpoint.
    let size: UInt64

    /// What was written.
    struct Report: Sendable, Hashable {
        /// Files with hashes.
        var tileCount = 0
        /// Files with entries.
        var bundleCount = 0
        /// Bundles that cannot be written, because an entry is longer than the form allows.
        ///
        /// The hashes of their leaves are in the tiles all the same.
        var omittedBundles: [TilePath] = []
    }

    /// Reads the hash of a complete subtree.
    typealias Hashes = (MerkleNode) throws -> MerkleHash
    /// Reads the input of a leaf.
    typealias LeafInputs = (UInt64) throws -> [UInt8]

    /// Writes what is missing in the directory.
    ///
    /// - Parameters:
    ///   - checkpoint: a signed checkpoint of the log at `size`.
    ///   - hash: reads the hash of a complete subtree.
    ///   - leafInput: reads the input of a leaf.
    /// - Returns: what was written, and what could not be.
    /// - Throws: `NoteError` when the note is no checkpoint, `MerkleError.rootDiffers` when it is
    ///   not of this tree, `ProofError.directoryOfAnotherLog`, `ProofError.leafDiffers`, what the
    ///   closures throw, and errors of files.
    func write(
        _ checkpoint: SignedNote, hash: Hashes, leafInput: LeafInputs
    ) throws -> Report {
        let stated = try Checkpoint(text: checkpoint.text)
        let tree = try MerkleTree(size: size, hasher: MerkleHasher())
        guard stated.size == size, try tree.root(hash: hash) == stated.root else {
            throw MerkleError.rootDiffers
        }
        let covered = try coveredSize(origin: stated.origin, hash)
        var report = Report()
        try writeBundles(beyond: covered, &report, hash, leafInput)
        var level: UInt8 = 0
        while size >> UInt64(level * TilePath.height) > 0 {
            try writeTiles(level: level, beyond: covered, &report, hash)
            level += 1
        }
        try write(checkpoint.bytes, to: ["checkpoint"])
        return report
    }

    private func writeTiles(
        level: UInt8, beyond covered: UInt64, _ report: inout Report, _ hash: Hashes
    ) throws {
        let nodeLevel = level * TilePath.height
        let paths = TilePath.all(.hashes(level: level), nodeCount: size >> UInt64(nodeLevel))
        for path in paths where !path.isFull(treeSize: covered) {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(Int(path.width) * MerkleHash.byteCount)
            for place in 0..<path.width {
                let node = MerkleNode(
                    level: nodeLevel, index: path.index * TilePath.widthMax + place)
                bytes += try hash(node).bytes
            }
            try write(bytes, to: path.components)
            report.tileCount += 1
        }
    }

    private func writeBundles(
        beyond covered: UInt64, _ report: inout Report, _ hash: Hashes, _ leafInput: LeafInputs
    ) throws {
        let hasher = try MerkleHasher()
        for path in TilePath.all(.entries, nodeCount: size)
        where !path.isFull(treeSize: covered) {
            if let bytes = try bundle(path, hasher: hasher, hash, leafInput) {
                try write(bytes, to: path.components)
                report.bundleCount += 1
            } else {
                report.omittedBundles.append(path)
            }
        }
    }

    /// The entries of a bundle, each behind its length; nil where one is too long.
    private func bundle(
        _ path: TilePath, hasher: MerkleHasher, _ hash: Hashes, _ leafInput: LeafInputs
    ) throws -> [UInt8]? {
        var bytes: [UInt8] = []
        var isTooLong = false
        for place in 0..<path.width {
            let index = path.index * TilePath.widthMax + place
            let entry = try leafInput(index)
            guard try hasher.leaf(entry.bytes) == hash(MerkleNode(level: 0, index: index)) else {
                throw ProofError.leafDiffers(index: index)
            }
            guard let count = UInt16(exactly: entry.count) else {
                isTooLong = true
                continue
            }
            bytes += [UInt8(count >> 8), UInt8(truncatingIfNeeded: count)]
            bytes += entry
        }
        return isTooLong ? nil : bytes
    }

    /// Up to which size the directory has this log already; 0 where it has no checkpoint.
    private func coveredSize(origin: ExactText, _ hash: Hashes) throws -> UInt64 {
        let url = url(["checkpoint"])
        guard FileManager.default.fileExists(atPath: url.path) else { return 0 }
        let note = try SignedNote([UInt8](try Data(contentsOf: url)))
        let older = try Checkpoint(text: note.text)
        guard older.origin == origin, older.size <= size,
            try MerkleTree(size: older.size, hasher: MerkleHasher()).root(hash: hash)
                == older.root
        else { throw ProofError.directoryOfAnotherLog }
        return older.size
    }

    private func url(_ components: [String]) -> URL {
        components.reduce(directory) { $0.appending(path: $1) }
    }

    private func write(_ bytes: [UInt8], to components: [String]) throws {
        let url = url(components)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url, options: .atomic)
    }
}
