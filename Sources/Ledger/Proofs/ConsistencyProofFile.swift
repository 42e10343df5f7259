/// The file that shows that a log only grew from one checkpoint to another.
///
/// C2SP has no such form. Ours: a first line, the hashes, and both checkpoints with their
/// signatures, five blocks with an empty line between each two (`docs/proofs.md`).
struct ConsistencyProofFile: Sendable, Hashable {
    /// The first line of the file.
    static let header = "transaction-ledger/consistency-proof@v1"

    /// In the order of RFC 9162.
    var hashes: [MerkleHash]
    var olderCheckpoint: SignedNote
    var checkpoint: SignedNote

    /// The file as it is written.
    var bytes: [UInt8] {
        let lines = [Self.header] + hashes.map { NoteText.base64($0.bytes) }
        let emptyLine = Array("\n".utf8)
        return Array(lines.map { "\($0)\n" }.joined().utf8) + emptyLine + olderCheckpoint.bytes
            + emptyLine + checkpoint.bytes
    }
}

extension ConsistencyProofFile {
    /// Reads a file.
    ///
    /// - Throws: `ProofError` when it is none, `NoteError` when a checkpoint is no note.
    init(_ bytes: [UInt8]) throws {
        guard bytes.count <= ProofLimits.fileBytesMax else { throw ProofError.tooLarge }
        // A checkpoint has no empty line in its text, so that blocks are told apart by them.
        guard let end = ProofText.endOfBlock(in: bytes, from: 0),
            let olderTextEnd = ProofText.endOfBlock(in: bytes, from: end + 2),
            let olderEnd = ProofText.endOfBlock(in: bytes, from: olderTextEnd + 2)
        else { throw ProofError.malformedProof }
        var lines = NoteText.split(try NoteText.checked(Array(bytes[..<end])), at: "\n")[...]
        guard lines.popFirst().map({ $0.utf8.elementsEqual(Self.header.utf8) }) == true else {
            throw ProofError.malformedProof
        }
        hashes = try ProofText.hashes(lines, countMax: MerkleLimits.consistencyProofHashesMax)
        olderCheckpoint = try SignedNote(Array(bytes[(end + 2)...olderEnd]))
        checkpoint = try SignedNote(Array(bytes[(olderEnd + 2)...]))
    }
}
