internal import COpenSSL

/// One set-up check of ES256 signatures (RFC 7518, 3.4) under one header, with one key.
///
/// The header is most of a token, and the same in each. So its bytes are hashed once, and each token
/// goes on from there.
///
/// For one thread at a time.
@safe final class SignatureCheck: @unchecked Sendable {
    // Sendable because its owner lends it to one thread at a time.
    private let keyContext: OpaquePointer
    /// Has hashed the header and the full stop behind it.
    private let headerContext: OpaquePointer
    private let digestContext: OpaquePointer

    /// Sets the check up.
    ///
    /// - Parameters:
    ///   - key: stays alive by a reference of its own.
    ///   - headerText: the first segment of the tokens that are checked.
    /// - Throws: `CheckFailure.fault` where libcrypto cannot.
    init(key: OpaquePointer, headerText: Span<UInt8>) throws(CheckFailure) {
        let sha256 = try SHA256Algorithm.fetched()
        guard let keyContext = unsafe EVP_PKEY_CTX_new(key, nil) else {
            throw OpenSSLErrors.fault(in: "EVP_PKEY_CTX_new")
        }
        let headerContext = unsafe EVP_MD_CTX_new()
        let digestContext = unsafe EVP_MD_CTX_new()
        guard let headerContext = unsafe headerContext, let digestContext = unsafe digestContext
        else {
            unsafe EVP_PKEY_CTX_free(keyContext)
            unsafe EVP_MD_CTX_free(headerContext)
            unsafe EVP_MD_CTX_free(digestContext)
            throw OpenSSLErrors.fault(in: "EVP_MD_CTX_new")
        }
        unsafe self.keyContext = keyContext
        unsafe self.headerContext = headerContext
        unsafe self.digestContext = digestContext
        var fullStop = UInt8(ascii: ".")
        let isReady = unsafe sha256.withPointer { digest in
            unsafe headerText.withUnsafeBufferPointer { header in
                unsafe EVP_PKEY_verify_init(keyContext) == 1
                    && EVP_PKEY_CTX_set_signature_md(keyContext, digest) == 1
                    && EVP_DigestInit_ex(headerContext, digest, nil) == 1
                    && EVP_DigestUpdate(headerContext, header.baseAddress, header.count) == 1
                    && EVP_DigestUpdate(headerContext, &fullStop, 1) == 1
            }
        }
        if !isReady { throw OpenSSLErrors.fault(in: "EVP_PKEY_verify_init") }
    }

    deinit {
        unsafe EVP_PKEY_CTX_free(keyContext)
        unsafe EVP_MD_CTX_free(headerContext)
        unsafe EVP_MD_CTX_free(digestContext)
    }

    /// Whether the bytes, r and s of 32 bytes each, are the key's signature of the header, a full
    /// stop and the payload's text.
    func isSignature(
        _ signature: Span<UInt8>, of payloadText: Span<UInt8>
    ) throws(CheckFailure) -> Bool {
        guard let encoded = ECDSASignature(signature) else { return false }
        let digest = try hash(payloadText)
        let answer = unsafe encoded.der.span.withUnsafeBufferPointer { signature in
            unsafe digest.span.withUnsafeBufferPointer { digest in
                unsafe EVP_PKEY_verify(
                    keyContext, signature.baseAddress, encoded.count, digest.baseAddress,
                    digest.count)
            }
        }
        // 1 is yes and 0 is no. Below is no too, for r or s out of range, unless memory ran out.
        if answer == 1 { return true }
        try OpenSSLErrors.drain(in: "EVP_PKEY_verify")
        return false
    }

    /// SHA-256 of the header, a full stop and the payload's text.
    private func hash(
        _ payloadText: Span<UInt8>
    ) throws(CheckFailure) -> InlineArray<32, UInt8> {
        var digest = InlineArray<32, UInt8>(repeating: 0)
        var output = digest.mutableSpan
        let isDone = unsafe payloadText.withUnsafeBufferPointer { text in
            unsafe output.withUnsafeMutableBufferPointer { output in
                unsafe EVP_MD_CTX_copy_ex(digestContext, headerContext) == 1
                    && EVP_DigestUpdate(digestContext, text.baseAddress, text.count) == 1
                    && EVP_DigestFinal_ex(digestContext, output.baseAddress, nil) == 1
            }
        }
        if !isDone { throw OpenSSLErrors.fault(in: "EVP_DigestFinal_ex") }
        return digest
    }
}
