/// The file that shows one leaf of a log: C2SP `tlog-proof`, version 1.
///
/// Nothing in it is trusted when it is read.
struct InclusionProofFile: Sendable, Hashable {
    /// The first line of the file.
    static let header = "c2sp.org/tlog-proof@v1"

    /// What the application adds; nothing signs it.
    var extra: [UInt8]?
    /// The leaf's index, from 0.
    var index: UInt64
    /// The leaf's sibling first.
    var hashes: [MerkleHash]
    /// The signed checkpoint, byte for byte.
    var checkpoint: SignedNote

    /// The file as it is written.
    var bytes: [UInt8] {
        var lines = [Self.header]
        if let extra { lines.append("extra \(NoteText.base64(extra))") }
        lines.append("index \(index)")
        lines += hashes.map { NoteText.base64($0.bytes) }
        return Array(lines.map { "\($0)\n" }.joined().utf8) + Array("\n".utf8) + checkpoint.bytes
    }
}

extension InclusionProofFile {
    /// Reads a file.
    ///
    /// - Throws: `ProofError` when it is none, `NoteError` when its checkpoint is no note.
    init(_ bytes: [UInt8]) throws {
        guard bytes.count <= ProofLimits.fileBytesMax else { throw ProofError.tooLarge }
        guard let end = ProofText.endOfBlock(in: bytes, from: 0) else {
            throw ProofError.malformedProof
        }
        var lines = NoteText.split(try NoteText.checked(Array(bytes[..<end])), at: "\n")[...]
        guard lines.popFirst().map({ $0.utf8.elementsEqual(Self.header.utf8) }) == true else {
            throw ProofError.malformedProof
        }
        extra = nil
        if let text = lines.first.flatMap({ ProofText.value(of: "extra", in: $0) }) {
            extra = try NoteText.base64(text, else: ProofError.malformedProof)
            lines.removeFirst()
        }
        guard let line = lines.popFirst(), let text = ProofText.value(of: "index", in: line),
            let index = NoteText.decimal(text), index < MerkleLimits.leafCountMax
        else { throw ProofError.malformedProof }
        self.index = index
        hashes = try ProofText.hashes(lines, countMax: MerkleLimits.inclusionProofHashesMax)
        checkpoint = try SignedNote(Array(bytes[(end + 2)...]))
    }
}

/// Pieces that the files of proofs have in common.
enum ProofText {
    /// Where a block of lines ends: at the line feed before the next empty line.
    static func endOfBlock(in bytes: [UInt8], from start: Int) -> Int? {
        let lineFeed = UInt8(ascii: "\n")
        var place = start
        while let found = bytes[place...].firstIndex(of: lineFeed) {
            if found + 1 < bytes.count, bytes[found + 1] == lineFeed { return found }
            place = found + 1
        }
        return nil
    }

    /// What stands behind a line's name and a space; nil where the line has another name.
    static func value(of name: String, in line: Substring) -> Substring? {
        let prefix = "\(name) ".utf8
        guard line.utf8.starts(with: prefix) else { return nil }
        return Substring(line.utf8.dropFirst(prefix.count))
    }

    /// One hash in base64 on each line.
    static func hashes(
        _ lines: ArraySlice<Substring>, countMax: Int
    ) throws(ProofError) -> [MerkleHash] {
        guard lines.count <= countMax else { throw .malformedProof }
        var hashes: [MerkleHash] = []
        for line in lines {
            guard
                let hash = MerkleHash(try NoteText.base64(line, else: ProofError.malformedProof))
            else { throw .malformedProof }
            hashes.append(hash)
        }
        return hashes
    }
}
