/// A signature that a trusted key has made.
struct VerifiedSignature: Sendable, Hashable {
    let verifier: NoteVerifier
    /// When a witness says that it saw the checkpoint, in seconds since 1970; nil for a plain
    /// signature.
    let cosignedAtSeconds: UInt64?
}

extension SignedNote {
    /// Checks the signatures of the keys that are trusted, and leaves all others aside.
    ///
    /// - Parameter verifiers: the keys that are trusted.
    /// - Returns: who has signed, each key once, in the order of the note; at least one.
    /// - Throws: `NoteError.signatureInvalid` when a trusted key's signature is wrong,
    ///   `NoteError.noKnownSignature` when there is none, `NoteError.ambiguousKeys`,
    ///   `NoteError.cryptographyUnavailable`.
    func verify(with verifiers: [NoteVerifier]) throws(NoteError) -> [VerifiedSignature] {
        var known: [Signer: NoteVerifier] = [:]
        for verifier in verifiers {
            let signer = Signer(name: verifier.name, keyID: verifier.keyID)
            if let other = known.updateValue(verifier, forKey: signer), other != verifier {
                throw .ambiguousKeys
            }
        }
        var verified: [VerifiedSignature] = []
        for signature in signatures {
            let signer = Signer(name: signature.name, keyID: signature.keyID)
            guard let verifier = known[signer] else { continue }
            let found = try verify(signature, with: verifier)
            if !verified.contains(where: { $0.verifier == verifier }) { verified.append(found) }
        }
        if verified.isEmpty { throw .noKnownSignature }
        return verified
    }

    /// What a signature names its key by.
    private struct Signer: Hashable {
        let name: NoteKeyName
        let keyID: UInt32
    }

    private func verify(
        _ signature: NoteSignature, with verifier: NoteVerifier
    ) throws(NoteError) -> VerifiedSignature {
        var seconds: UInt64?
        var message = text
        var bytes = signature.bytes
        if verifier.type == .ed25519Cosignature {
            guard bytes.count == 8 + Ed25519PublicKey.signatureByteCount else {
                throw .signatureInvalid
            }
            let stated = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard stated <= NoteLimits.cosignatureSecondsMax else { throw .signatureInvalid }
            seconds = stated
            message = Self.cosignedMessage(text: text, seconds: stated)
            bytes.removeFirst(8)
            // A witness signs checkpoints and nothing else.
            _ = try Checkpoint(text: text)
        }
        guard try verifier.publicKey.isSignature(bytes, of: message) else {
            throw .signatureInvalid
        }
        return VerifiedSignature(verifier: verifier, cosignedAtSeconds: seconds)
    }

    /// What a witness signs (C2SP tlog-cosignature): two lines of its own before the text.
    static func cosignedMessage(text: [UInt8], seconds: UInt64) -> [UInt8] {
        Array("cosignature/v1\ntime \(seconds)\n".utf8) + text
    }
}
