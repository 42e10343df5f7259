internal import COpenSSL

/// One set-up check of ES256 signatures with one key.
///
/// For one thread at a time.
@safe final class SignatureCheck: @unchecked Sendable {
    // Sendable because its owner lends it to one thread at a time.
    private let keyContext: OpaquePointer
    private let digestContext: OpaquePointer

    /// Sets the check up.
    ///
    /// The key stays alive by a reference of its own.
    init(key: OpaquePointer) throws(CheckFailure) {
        let sha256 = try SHA256Algorithm.fetched()
        guard let keyContext = unsafe EVP_PKEY_CTX_new(key, nil) else {
            throw OpenSSLErrors.fault(in: "EVP_PKEY_CTX_new")
        }
        guard let digestContext = unsafe EVP_MD_CTX_new() else {
            unsafe EVP_PKEY_CTX_free(keyContext)
            throw OpenSSLErrors.fault(in: "EVP_MD_CTX_new")
        }
        unsafe self.keyContext = keyContext
        unsafe self.digestContext = digestContext
        let isReady = unsafe sha256.withPointer { digest in
            unsafe EVP_PKEY_verify_init(keyContext) == 1
                && EVP_PKEY_CTX_set_signature_md(keyContext, digest) == 1
                && EVP_DigestInit_ex(digestContext, digest, nil) == 1
        }
        if !isReady { throw OpenSSLErrors.fault(in: "EVP_PKEY_verify_init") }
    }

    deinit {
        unsafe EVP_PKEY_CTX_free(keyContext)
        unsafe EVP_MD_CTX_free(digestContext)
    }

    /// Whether these 64 bytes are the key's signature of the message.
    func isSignature(
        _ signature: [UInt8], of message: Span<UInt8>
    ) throws(CheckFailure) -> Bool {
        let digest = try hash(message)
        let encoded = ECDSASignature.der(of: signature)
        let answer = unsafe encoded.withUnsafeBufferPointer { signature in
            unsafe digest.withUnsafeBufferPointer { digest in
                unsafe EVP_PKEY_verify(
                    keyContext, signature.baseAddress, signature.count, digest.baseAddress,
                    digest.count)
            }
        }
        // 1 is yes and 0 is no. Below is no too, for r or s out of range, unless memory ran out.
        if answer == 1 { return true }
        try OpenSSLErrors.drain(in: "EVP_PKEY_verify")
        return false
    }

    /// SHA-256 of the message.
    ///
    /// Initialising again with no digest keeps the one fetched once.
    private func hash(_ message: Span<UInt8>) throws(CheckFailure) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        let isDone = unsafe message.withUnsafeBufferPointer { message in
            unsafe EVP_DigestInit_ex(digestContext, nil, nil) == 1
                && EVP_DigestUpdate(digestContext, message.baseAddress, message.count) == 1
                && EVP_DigestFinal_ex(digestContext, &digest, nil) == 1
        }
        if !isDone { throw OpenSSLErrors.fault(in: "EVP_DigestFinal_ex") }
        return digest
    }
}
