internal import COpenSSL

/// A public key of Ed25519 (RFC 8032).
struct Ed25519PublicKey: Sendable, Hashable {
    /// Bytes of a key, and of the seed of a private one.
    static let byteCount = 32
    /// Bytes of a signature.
    static let signatureByteCount = 64

    let bytes: [UInt8]

    /// Takes the 32 bytes of a key; nil where there are more or fewer.
    ///
    /// Whether they are a point of the curve shows when a signature is checked.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Whether a signature is this key's signature of the message.
    ///
    /// - Throws: `NoteError.cryptographyUnavailable`.
    func isSignature(
        _ signature: [UInt8], of message: [UInt8]
    ) throws(NoteError) -> Bool {
        guard signature.count == Self.signatureByteCount else { return false }
        defer { ERR_clear_error() }
        guard
            let key = unsafe EVP_PKEY_new_raw_public_key(
                EVP_PKEY_ED25519, nil, bytes, bytes.count)
        else { throw .cryptographyUnavailable }
        defer { unsafe EVP_PKEY_free(key) }
        guard let context = unsafe EVP_MD_CTX_new() else { throw .cryptographyUnavailable }
        defer { unsafe EVP_MD_CTX_free(context) }
        guard unsafe EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1 else {
            throw .cryptographyUnavailable
        }
        // 1 is yes and 0 is no; below the check itself failed.
        let answer = unsafe EVP_DigestVerify(
            context, signature, signature.count, message, message.count)
        guard answer >= 0 else { throw .cryptographyUnavailable }
        return answer == 1
    }
}

/// A private key of Ed25519.
///
/// It never prints itself. The seed is in libcrypto's memory, which is cleared when the key goes.
@safe final class Ed25519PrivateKey: @unchecked Sendable {
    // Sendable because an EVP_PKEY that is complete never changes; each use has its own context.
    private let key: OpaquePointer
    let publicKey: Ed25519PublicKey

    /// Takes the 32 bytes that a key is made from.
    ///
    /// - Throws: `NoteError.malformedKey` when there are more or fewer, or
    ///   `NoteError.cryptographyUnavailable`.
    init(seed: [UInt8]) throws(NoteError) {
        guard seed.count == Ed25519PublicKey.byteCount else { throw .malformedKey }
        defer { ERR_clear_error() }
        guard
            let key = unsafe EVP_PKEY_new_raw_private_key(
                EVP_PKEY_ED25519, nil, seed, seed.count)
        else { throw .cryptographyUnavailable }
        var bytes = [UInt8](repeating: 0, count: Ed25519PublicKey.byteCount)
        var count = bytes.count
        guard unsafe EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1,
            let publicKey = Ed25519PublicKey(Array(bytes.prefix(count)))
        else {
            unsafe EVP_PKEY_free(key)
            throw .cryptographyUnavailable
        }
        unsafe self.key = key
        self.publicKey = publicKey
    }

    deinit { unsafe EVP_PKEY_free(key) }

    /// The bytes that the key is made from; whoever has them can sign.
    func seed() throws(NoteError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Ed25519PublicKey.byteCount)
        var count = bytes.count
        guard unsafe EVP_PKEY_get_raw_private_key(key, &bytes, &count) == 1,
            count == bytes.count
        else { throw .cryptographyUnavailable }
        return bytes
    }

    /// The signature of a message, always the same for the same message.
    func signature(of message: [UInt8]) throws(NoteError) -> [UInt8] {
        defer { ERR_clear_error() }
        guard let context = unsafe EVP_MD_CTX_new() else { throw .cryptographyUnavailable }
        defer { unsafe EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: Ed25519PublicKey.signatureByteCount)
        var count = signature.count
        guard unsafe EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
            unsafe EVP_DigestSign(context, &signature, &count, message, message.count) == 1,
            count == signature.count
        else { throw .cryptographyUnavailable }
        return signature
    }
}
