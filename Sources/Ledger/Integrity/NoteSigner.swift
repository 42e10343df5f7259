/// The key that signs a ledger's checkpoints, and the file that it is kept in.
///
/// The file has two lines: one that says what it is, and `PRIVATE+KEY+name+id+base64`, where the
/// bytes are the type 1 and the seed. Other tools for signed notes write the second line too.
struct NoteSigner: Sendable {
    /// The first line of a key file.
    static let fileHeader =
        "transaction-ledger signing key v1: keep it secret, who has it can sign checkpoints"
    private static let prefix = "PRIVATE+KEY+"

    /// The key to check its signatures with; everyone may have it.
    let verifier: NoteVerifier
    private let key: Ed25519PrivateKey

    /// Makes a signer.
    ///
    /// - Parameters:
    ///   - name: the ledger's name, which is the origin of its checkpoints too.
    ///   - seed: 32 bytes that nobody can foresee, see `RandomBytes`.
    /// - Throws: `NoteError`.
    init(name: NoteKeyName, seed: [UInt8]) throws(NoteError) {
        key = try Ed25519PrivateKey(seed: seed)
        verifier = try NoteVerifier(name: name, type: .ed25519, publicKey: key.publicKey)
    }

    /// Reads a key file.
    ///
    /// - Throws: `NoteError.malformedKeyFile` when it is none, and other `NoteError`.
    init(file: [UInt8]) throws(NoteError) {
        guard file.count <= NoteLimits.keyFileBytesMax else { throw .tooLarge }
        let lines = NoteText.split(try NoteText.checked(file), at: "\n")
        guard lines.count == 3, lines[0] == Self.fileHeader, lines[1].hasPrefix(Self.prefix),
            lines[2].isEmpty
        else { throw .malformedKeyFile }
        let parts = NoteText.split(
            lines[1].dropFirst(Self.prefix.count), at: "+", maxSplits: 2)
        guard parts.count == 3, let keyID = NoteText.keyID(parts[1]) else {
            throw .malformedKeyFile
        }
        let bytes = try NoteText.base64(parts[2], else: NoteError.malformedKeyFile)
        guard bytes.first == NoteKeyType.ed25519.rawValue else { throw .malformedKeyFile }
        guard bytes.count == 1 + Ed25519PublicKey.byteCount else { throw .malformedKeyFile }
        try self.init(name: try NoteKeyName(String(parts[0])), seed: Array(bytes.dropFirst()))
        guard verifier.keyID == keyID else { throw .keyIDDiffers }
    }

    /// The key file.
    ///
    /// Write it where only its owner can read it.
    func file() throws(NoteError) -> [UInt8] {
        let secret = NoteText.base64([NoteKeyType.ed25519.rawValue] + (try key.seed()))
        let line =
            "\(Self.prefix)\(verifier.name.text)+\(NoteText.keyID(verifier.keyID))+\(secret)"
        return Array("\(Self.fileHeader)\n\(line)\n".utf8)
    }

    /// The signature of a note's text.
    func signature(of text: [UInt8]) throws(NoteError) -> NoteSignature {
        NoteSignature(
            name: verifier.name, keyID: verifier.keyID, bytes: try key.signature(of: text))
    }
}
