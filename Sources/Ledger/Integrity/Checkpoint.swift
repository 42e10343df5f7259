/// The size and the root of a log at some time: the text of a signed note (C2SP tlog-checkpoint).
struct Checkpoint: Sendable, Hashable {
    /// Which log; a ledger uses the name of its key.
    let origin: ExactText
    /// How many leaves the log had.
    let size: UInt64
    let root: MerkleHash
    /// Further lines, which mean nothing here and are kept.
    let extensionLines: [ExactText]

    /// States size and root of a ledger's log.
    init(origin: NoteKeyName, size: UInt64, root: MerkleHash) {
        self.origin = ExactText(origin.text)
        self.size = size
        self.root = root
        extensionLines = []
    }

    /// Reads the text of a note.
    ///
    /// - Throws: `NoteError.malformedCheckpoint` when it is no checkpoint or the log has more than
    ///   `MerkleLimits.leafCountMax` leaves, `NoteError.tooLarge`, `NoteError.notText`.
    init(text: [UInt8]) throws(NoteError) {
        guard text.count <= NoteLimits.noteBytesMax else { throw .tooLarge }
        var lines = NoteText.split(try NoteText.checked(text), at: "\n")
        guard lines.popLast()?.isEmpty == true, lines.count >= 3,
            lines.allSatisfy({ !$0.isEmpty })
        else { throw .malformedCheckpoint }
        guard lines.allSatisfy({ $0.utf8.count <= NoteLimits.lineBytesMax }) else {
            throw .tooLarge
        }
        guard let size = NoteText.decimal(lines[1]), size <= MerkleLimits.leafCountMax,
            let root = MerkleHash(
                try NoteText.base64(lines[2], else: NoteError.malformedCheckpoint))
        else { throw .malformedCheckpoint }
        origin = ExactText(String(lines[0]))
        self.size = size
        self.root = root
        extensionLines = lines.dropFirst(3).map { ExactText(String($0)) }
    }

    /// The text to sign.
    var text: [UInt8] {
        let lines = [origin.text, String(size), NoteText.base64(root.bytes)]
        return (lines + extensionLines.map(\.text)).flatMap { Array("\($0)\n".utf8) }
    }
}
