/// One signature of a note, by a key that may be unknown.
struct NoteSignature: Sendable, Hashable {
    let name: NoteKeyName
    let keyID: UInt32
    /// What the key made of the note's text.
    let bytes: [UInt8]

    /// The signature as a line of the note, without its end.
    var line: String {
        let keyIDBytes = (0..<4).map { UInt8(truncatingIfNeeded: keyID >> UInt32(24 - 8 * $0)) }
        return "— \(name.text) \(NoteText.base64(keyIDBytes + bytes))"
    }

    /// Reads a line of a note.
    ///
    /// - Throws: `NoteError.malformedSignatureLine`, `NoteError.invalidKeyName`.
    init(line: Substring) throws(NoteError) {
        let parts = NoteText.split(line, at: " ")
        guard parts.count == 3, parts[0] == "—" else { throw .malformedSignatureLine }
        name = try NoteKeyName(String(parts[1]))
        let bytes = try NoteText.base64(parts[2], else: NoteError.malformedSignatureLine)
        guard bytes.count > 4 else { throw .malformedSignatureLine }
        keyID = bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        self.bytes = Array(bytes.dropFirst(4))
    }

    init(name: NoteKeyName, keyID: UInt32, bytes: [UInt8]) {
        self.name = name
        self.keyID = keyID
        self.bytes = bytes
    }
}

/// A text with signatures below it (C2SP signed-note).
///
/// Signatures by unknown keys are kept; a note that was read is written again byte for byte.
struct SignedNote: Sendable, Hashable {
    /// What is signed; ends with a line feed.
    let text: [UInt8]
    private(set) var signatures: [NoteSignature]

    /// Signs a text.
    ///
    /// - Parameters:
    ///   - text: text that ends with a line feed.
    ///   - signer: whose signature is the first.
    /// - Throws: `NoteError`.
    init(text: [UInt8], signedBy signer: NoteSigner) throws(NoteError) {
        guard text.last == UInt8(ascii: "\n") else { throw .malformedNote }
        _ = try NoteText.checked(text)
        self.text = text
        signatures = [try signer.signature(of: text)]
        guard bytes.count <= NoteLimits.noteBytesMax else { throw .tooLarge }
    }

    /// Reads a note; nothing in it is trusted before `verify`.
    ///
    /// - Throws: `NoteError` when the bytes are no note, or exceed `NoteLimits`.
    init(_ bytes: [UInt8]) throws(NoteError) {
        guard bytes.count <= NoteLimits.noteBytesMax else { throw .tooLarge }
        let note = try NoteText.checked(bytes)
        guard let end = Self.endOfText(in: bytes), bytes.last == UInt8(ascii: "\n") else {
            throw .malformedNote
        }
        text = Array(bytes[..<end])
        let rest = note.utf8.dropFirst(end + 1).dropLast()
        let lines = NoteText.split(Substring(rest), at: "\n")
        guard lines.count <= NoteLimits.signatureCountMax else { throw .tooManySignatures }
        signatures = []
        for line in lines {
            guard line.utf8.count <= NoteLimits.lineBytesMax else { throw .tooLarge }
            signatures.append(try NoteSignature(line: line))
        }
    }

    /// Adds a signature, as a witness sends it, behind the others.
    ///
    /// - Throws: `NoteError.tooManySignatures`, `NoteError.tooLarge`.
    mutating func add(_ signature: NoteSignature) throws(NoteError) {
        guard signatures.count < NoteLimits.signatureCountMax else { throw .tooManySignatures }
        guard bytes.count + signature.line.utf8.count < NoteLimits.noteBytesMax else {
            throw .tooLarge
        }
        signatures.append(signature)
    }

    /// The note as it is written.
    var bytes: [UInt8] {
        text + Array("\n".utf8) + signatures.flatMap { Array("\($0.line)\n".utf8) }
    }

    /// Where the text ends: behind the line feed before the last empty line.
    private static func endOfText(in bytes: [UInt8]) -> Int? {
        let lineFeed = UInt8(ascii: "\n")
        for place in bytes.indices.dropFirst().reversed()
        where bytes[place] == lineFeed && bytes[place - 1] == lineFeed {
            return place
        }
        return nil
    }
}
