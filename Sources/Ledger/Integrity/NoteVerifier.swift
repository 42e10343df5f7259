/// A key that signatures of notes are checked with, in C2SP's form `name+id+base64`.
struct NoteVerifier: Sendable, Hashable {
    let name: NoteKeyName
    let type: NoteKeyType
    let publicKey: Ed25519PublicKey
    /// The number by which a signature names the key, together with its name.
    let keyID: UInt32

    /// Makes the verifier of a key.
    ///
    /// - Throws: `NoteError.cryptographyUnavailable`.
    init(name: NoteKeyName, type: NoteKeyType, publicKey: Ed25519PublicKey) throws(NoteError) {
        self.name = name
        self.type = type
        self.publicKey = publicKey
        let identified =
            Array(name.text.utf8) + [UInt8(ascii: "\n"), type.rawValue] + publicKey.bytes
        do {
            keyID = UInt32(truncatingIfNeeded: try SHA256().leadingNumber(of: identified) >> 32)
        } catch {
            throw .cryptographyUnavailable
        }
    }

    /// Reads a verifier key.
    ///
    /// - Throws: `NoteError` when the text is no key, or is of a type that is not checked here.
    init(_ text: String) throws(NoteError) {
        guard text.utf8.count <= NoteLimits.lineBytesMax else { throw .tooLarge }
        let parts = NoteText.split(text, at: "+", maxSplits: 2)
        guard parts.count == 3, let keyID = NoteText.keyID(parts[1]) else { throw .malformedKey }
        let bytes = try NoteText.base64(parts[2], else: NoteError.malformedKey)
        guard let typeByte = bytes.first else { throw .malformedKey }
        guard let type = NoteKeyType(rawValue: typeByte) else { throw .unknownKeyType(typeByte) }
        guard let publicKey = Ed25519PublicKey(Array(bytes.dropFirst())) else {
            throw .malformedKey
        }
        try self.init(
            name: try NoteKeyName(String(parts[0])), type: type, publicKey: publicKey)
        guard self.keyID == keyID else { throw .keyIDDiffers }
    }

    /// The key as text; everyone may have it.
    var text: String {
        "\(name.text)+\(NoteText.keyID(keyID))+\(NoteText.base64([type.rawValue] + publicKey.bytes))"
    }
}
