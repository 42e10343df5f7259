internal import COpenSSL

/// The hash of one header segment and the full stop behind it, from which the hash of each token
/// with that header goes on.
///
/// The header is most of a token, and the same in each. So its bytes are hashed once.
///
/// For one thread at a time.
@safe final class HeaderHash {
    private let headerContext: OpaquePointer
    private let digestContext: OpaquePointer

    /// Hashes the header.
    init(_ headerText: Span<UInt8>) throws(VerificationFault) {
        guard let sha256 = SHA256Algorithm.fetched else {
            throw OpenSSLErrors.drained(by: "EVP_MD_fetch")
        }
        let headerContext = unsafe EVP_MD_CTX_new()
        let digestContext = unsafe EVP_MD_CTX_new()
        guard let headerContext = unsafe headerContext, let digestContext = unsafe digestContext
        else {
            unsafe EVP_MD_CTX_free(headerContext)
            unsafe EVP_MD_CTX_free(digestContext)
            throw OpenSSLErrors.drained(by: "EVP_MD_CTX_new")
        }
        unsafe self.headerContext = headerContext
        unsafe self.digestContext = digestContext
        var fullStop = UInt8(ascii: ".")
        let isDone = unsafe headerText.withUnsafeBufferPointer { header in
            unsafe sha256.begin(in: headerContext)
                && EVP_DigestUpdate(headerContext, header.baseAddress, header.count) == 1
                && EVP_DigestUpdate(headerContext, &fullStop, 1) == 1
        }
        if !isDone { throw OpenSSLErrors.drained(by: "EVP_DigestInit_ex") }
    }

    deinit {
        unsafe EVP_MD_CTX_free(headerContext)
        unsafe EVP_MD_CTX_free(digestContext)
    }

    /// The hash of a token: SHA-256 of the header, a full stop and the payload's text.
    func signingInput(
        payloadText: Span<UInt8>
    ) throws(VerificationFault) -> SigningInputHash {
        var digest = InlineArray<32, UInt8>(repeating: 0)
        var output = digest.mutableSpan
        let isDone = unsafe payloadText.withUnsafeBufferPointer { text in
            unsafe output.withUnsafeMutableBufferPointer { output in
                unsafe EVP_MD_CTX_copy_ex(digestContext, headerContext) == 1
                    && EVP_DigestUpdate(digestContext, text.baseAddress, text.count) == 1
                    && EVP_DigestFinal_ex(digestContext, output.baseAddress, nil) == 1
            }
        }
        if !isDone { throw OpenSSLErrors.drained(by: "EVP_DigestFinal_ex") }
        return SigningInputHash(bytes: digest)
    }
}
