/// The name of a key, best the schema-less URL of what it signs (C2SP signed-note).
///
/// Compared byte by byte.
struct NoteKeyName: Sendable, Hashable {
    private let exact: ExactText

    var text: String { exact.text }

    /// Takes a name.
    ///
    /// - Throws: `NoteError.invalidKeyName` when it is empty, longer than
    ///   `NoteLimits.keyNameBytesMax`, or has white space, a plus sign or a control character.
    init(_ text: String) throws(NoteError) {
        guard !text.isEmpty, text.utf8.count <= NoteLimits.keyNameBytesMax,
            text.unicodeScalars.allSatisfy({ scalar in
                scalar.value > 0x20 && scalar != "+" && !scalar.properties.isWhitespace
            })
        else { throw .invalidKeyName }
        exact = ExactText(text)
    }
}

/// What a key signs, as the first byte of its public form says.
enum NoteKeyType: UInt8, Sendable, Hashable {
    /// The text of a note (C2SP signed-note).
    case ed25519 = 0x01
    /// A checkpoint that a witness has seen, with an instant (C2SP tlog-cosignature).
    case ed25519Cosignature = 0x04
}
