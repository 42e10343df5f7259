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

/// Hashes what tokens sign, whoever signed them; for tokens that are not verified at the same time.
///
/// Nearly every token has the header of the one before it. For one thread at a time.
final class SigningInputHasher {
    private var last: (headerText: [UInt8], hash: HeaderHash)?

    /// The hash of a token that was split.
    func hash(_ jws: CompactJWS) throws(VerificationFault) -> SigningInputHash {
        try hash(jws.bytes, headerCount: jws.headerCount, signedCount: jws.signedCount)
    }

    /// The hash of a token whose first bytes are its header, and whose next, up to a second count,
    /// are a full stop and its payload's text.
    func hash(
        _ token: [UInt8], headerCount: Int, signedCount: Int
    ) throws(VerificationFault) -> SigningInputHash {
        let headerText = token.span.extracting(..<headerCount)
        let payloadText = token.span.extracting(headerCount + 1..<signedCount)
        if let last, last.headerText.span.elementsAreEqual(to: headerText) {
            return try last.hash.signingInput(payloadText: payloadText)
        }
        let hash = try HeaderHash(headerText)
        last = (Array(token[..<headerCount]), hash)
        return try hash.signingInput(payloadText: payloadText)
    }
}
