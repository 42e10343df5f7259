/// A signed checkpoint: how many events a log has, and the root of the tree over them.
///
/// Whoever keeps one can find out later whether anything before it was changed, removed or put in
/// (`docs/proofs.md`).
public struct LedgerCheckpoint: Sendable, Hashable {
    /// What is signed, and all signatures.
    let signedNote: SignedNote
    let checkpoint: Checkpoint
    /// Which of the trusted keys have signed; empty where signatures were not checked.
    let signatures: [VerifiedSignature]

    /// Reads a checkpoint, and checks its signatures where keys are given.
    ///
    /// - Parameters:
    ///   - note: the bytes of the signed note.
    ///   - verifierKeys: the keys that are trusted, in the form `name+id+base64`. Without any no
    ///     signature is checked. With some, one of them must have signed as the log itself, and every
    ///     signature by one of them must hold.
    /// - Throws: `AuditError` (`invalidCheckpoint`, `signatureInvalid`, `invalidKey`),
    ///   `VerificationFault` where libcrypto failed.
    public init(note: [UInt8], verifierKeys: [String] = []) throws {
        let verifiers = try NoteVerifier.trusted(verifierKeys)
        try self.init(note: note, verifiers: verifiers.isEmpty ? nil : verifiers)
    }

    /// Reads a checkpoint; with verifiers, one of them must have signed as the log itself.
    init(note: [UInt8], verifiers: [NoteVerifier]?) throws {
        do {
            try self.init(SignedNote(note), verifiers: verifiers)
        } catch let error as NoteError {
            throw AuditError.translated(error, of: "the checkpoint")
        } catch ProofError.notSignedByLog {
            throw AuditError(.signatureInvalid, "the checkpoint: \(ProofError.notSignedByLog)")
        }
    }

    /// Takes a note whose signatures are checked where verifiers are given.
    init(_ note: SignedNote, verifiers: [NoteVerifier]?) throws {
        signedNote = note
        let signed = try ProofVerifier(keys: verifiers, storeSignatures: nil).signed(note)
        checkpoint = signed.checkpoint
        signatures = signed.signatures
    }

    /// The name of the log.
    public var origin: String { checkpoint.origin.text }
    /// How many events the log had.
    public var size: UInt64 { checkpoint.size }
    /// The root of the tree over them, in base64.
    public var root: String { NoteText.base64(checkpoint.root.bytes) }
    /// The signed note, byte for byte.
    public var note: [UInt8] { signedNote.bytes }
    /// How many signatures it has, known ones or not.
    public var signatureCount: Int { signedNote.signatures.count }
    /// Whether a trusted key was found to have signed it.
    public var isSignatureChecked: Bool { !signatures.isEmpty }

    /// The checkpoint as one JSON object in UTF-8.
    public var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("origin", origin)
            json.member("size", size)
            json.member("root", root)
            json.member("signatures", signatureCount)
            json.member("note", String(decoding: note, as: UTF8.self))
        }
        return json.bytes
    }
}

extension NoteVerifier {
    /// The keys that texts are; one twice counts once.
    ///
    /// - Throws: `AuditError.Code.invalidKey`, `VerificationFault`.
    static func trusted(_ texts: [String]) throws -> [NoteVerifier] {
        var verifiers: [NoteVerifier] = []
        for text in texts {
            do throws(NoteError) {
                let verifier = try NoteVerifier(text)
                if !verifiers.contains(verifier) { verifiers.append(verifier) }
            } catch {
                throw AuditError.translated(error, of: "a verifier key", as: .invalidKey)
            }
        }
        return verifiers
    }
}

extension SignedNote {
    /// The note with those signatures of another that it has not yet.
    ///
    /// - Returns: the note, and how many signatures are new.
    /// - Throws: `NoteError.tooManySignatures`, `NoteError.tooLarge`.
    func adding(
        signaturesOf other: SignedNote
    ) throws(NoteError) -> (note: SignedNote, addedCount: Int) {
        var merged = self
        var count = 0
        for signature in other.signatures where !merged.signatures.contains(signature) {
            try merged.add(signature)
            count += 1
        }
        return (merged, count)
    }
}
