/// The key that signs a ledger's checkpoints: a file that only its owner can read.
///
/// Whoever has the file can sign. Beside it, as `FILE.checkpoint`, lies the newest checkpoint that
/// it has signed: so the key never signs two histories, not even after an older backup of the
/// ledger was restored. Keep both on the same disk, away from the ledger's backups.
public struct CheckpointKey: Sendable {
    /// Where the key is, behind symbolic links.
    public let path: String
    let signer: NoteSigner

    /// Makes a key that nobody has, and writes it to a file with mode 0600.
    ///
    /// - Parameters:
    ///   - path: where no file is yet.
    ///   - name: the ledger's name, the origin of its checkpoints: best a URL of yours without its
    ///     scheme, such as `example.com/ledger`. It has 1 to 255 bytes, no white space and no plus sign.
    /// - Returns: the key.
    /// - Throws: `AuditError` (`keyExists`, `invalidKey`, `fileMissing`, `fileFailed`),
    ///   `VerificationFault` where libcrypto failed.
    public static func create(at path: String, name: String) throws -> CheckpointKey {
        let signer: NoteSigner
        do {
            let seed = try RandomBytes.make(count: Ed25519PublicKey.byteCount)
            signer = try NoteSigner(name: try NoteKeyName(name), seed: seed)
            try DurableFile.createSecret(at: path, try signer.file())
        } catch let error as NoteError {
            throw AuditError.translated(error, of: "the key", as: .invalidKey)
        } catch is IntegrityError {
            throw VerificationFault(operation: "RAND_bytes")
        }
        return CheckpointKey(path: try DurableFile.resolved(path), signer: signer)
    }

    /// Reads the file of a key.
    ///
    /// - Throws: `AuditError` (`fileMissing`, `fileFailed`, `invalidKey`), `VerificationFault`.
    public init(at path: String) throws {
        let resolved = try DurableFile.resolved(path)
        let bytes = try DurableFile.contents(of: resolved, bytesMax: NoteLimits.keyFileBytesMax)
        guard let bytes else {
            throw AuditError(.fileMissing, "there is no key \(path); make one with key")
        }
        do {
            signer = try NoteSigner(file: bytes)
        } catch {
            throw AuditError.translated(error, of: path, as: .invalidKey)
        }
        self.path = resolved
    }

    private init(path: String, signer: NoteSigner) {
        self.path = path
        self.signer = signer
    }

    /// The name of the key, which is the origin of the checkpoints that it signs.
    public var name: String { signer.verifier.name.text }

    /// The public key, in the form `name+id+base64`: give it to everyone who is to check.
    public var verifierKey: String { signer.verifier.text }

    /// What everybody may know of the key, as one JSON object in UTF-8.
    public var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("name", name)
            json.member("verifierKey", verifierKey)
            json.member("file", path)
        }
        return json.bytes
    }

    /// Where the newest checkpoint that the key has signed is kept.
    public var keptCheckpointPath: String { path + ".checkpoint" }

    /// The newest checkpoint that the key has signed; nil where it has signed none.
    ///
    /// - Throws: `AuditError` (`keptCheckpointInvalid`, `fileFailed`), `VerificationFault`.
    func keptCheckpoint() throws -> LedgerCheckpoint? {
        let bytes = try DurableFile.contents(
            of: keptCheckpointPath, bytesMax: NoteLimits.noteBytesMax)
        guard let bytes else { return nil }
        do {
            return try LedgerCheckpoint(note: bytes, verifiers: [signer.verifier])
        } catch let error as AuditError {
            throw AuditError(
                .keptCheckpointInvalid,
                "\(keptCheckpointPath) is not what the key has signed last, so that nothing can be "
                    + "signed; put back the right file from a copy (\(error.detail))")
        }
    }

    /// Keeps a checkpoint, onto the disk, before its signature is given out.
    func keep(_ checkpoint: LedgerCheckpoint) throws {
        try DurableFile.replace(keptCheckpointPath, checkpoint.note)
    }
}
