/// What a signed note and what it is part of may have at most.
enum NoteLimits {
    /// The longest note, in bytes, signatures included: 256 KiB.
    static let noteBytesMax = 256 * 1024
    /// The most signatures of a note; C2SP asks for 16 at least.
    static let signatureCountMax = 64
    /// The longest line of a note, in bytes: room for the signatures of today's post-quantum keys.
    static let lineBytesMax = 16 * 1024
    /// The longest name of a key, in bytes.
    static let keyNameBytesMax = 255
    /// The longest file of a private key, in bytes.
    static let keyFileBytesMax = 4 * 1024
    /// The latest instant of a cosignature, in seconds since 1970.
    static let cosignatureSecondsMax = UInt64(Int64.max)
}

/// Why a key, a signed note or a checkpoint is not taken.
enum NoteError: Error, Sendable, Hashable {
    /// A note, a line, a name or a key file is longer than `NoteLimits` allow.
    case tooLarge
    /// The bytes are not UTF-8, or have a control character other than a line feed.
    case notText
    /// The note has no text, no empty line before its signatures, or no signature.
    case malformedNote
    /// A line behind the text is no signature.
    case malformedSignatureLine
    /// The note has more than `NoteLimits.signatureCountMax` signatures.
    case tooManySignatures
    /// A key's name is empty, too long, or has white space, a plus sign or a control character.
    case invalidKeyName
    /// The text is no verifier key.
    case malformedKey
    /// The bytes are no file of a signing key.
    case malformedKeyFile
    /// The key's id is not that of its name and bytes: one of them was changed.
    case keyIDDiffers
    /// The key is of a type that this release does not check.
    case unknownKeyType(UInt8)
    /// Two of the keys that are trusted have one name and one id.
    case ambiguousKeys
    /// None of the keys that are trusted has signed.
    case noKnownSignature
    /// A signature by a key that is trusted is wrong.
    case signatureInvalid
    /// The note's text is no checkpoint.
    case malformedCheckpoint
    /// libcrypto could not do its work; nothing is known about the data.
    case cryptographyUnavailable
}

extension NoteError: CustomStringConvertible {
    /// What is wrong and what to do.
    var description: String {
        switch self {
        case .tooLarge: "it is longer than any genuine one; give the right file"
        case .notText: "it is not plain text in UTF-8; give the right file"
        case .malformedNote: "it is no signed note: a text, an empty line, and signatures"
        case .malformedSignatureLine: "a line behind the note's text is no signature"
        case .tooManySignatures:
            "the note has more than \(NoteLimits.signatureCountMax) signatures; remove some"
        case .invalidKeyName:
            "a key's name must have 1 to \(NoteLimits.keyNameBytesMax) bytes, no white space and no plus sign"
        case .malformedKey: "it is no verifier key; give the text that `key` printed"
        case .malformedKeyFile: "it is no signing key; give the file that `key --output` wrote"
        case .keyIDDiffers: "the key's id does not fit its name and bytes; copy the key again"
        case .unknownKeyType(let type):
            "the key is of type \(type); this release checks types 1 and 4 (Ed25519)"
        case .ambiguousKeys: "two keys have the same name and id; leave one of them out"
        case .noKnownSignature: "none of the given keys has signed; give the ledger's verifier key"
        case .signatureInvalid:
            "the signature of a given key is wrong; the note was changed or is not genuine"
        case .malformedCheckpoint:
            "the note is no checkpoint: origin, size and root, each on a line of its own"
        case .cryptographyUnavailable:
            "libcrypto failed; nothing is known about the signature, try again"
        }
    }
}
