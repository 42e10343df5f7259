internal import COpenSSL

/// One set-up check of ES256 signatures (RFC 7518, 3.4) under one header, with one key.
///
/// For one thread at a time.
@safe final class SignatureCheck: @unchecked Sendable {
    // Sendable because its owner lends it to one thread at a time.
    private let keyContext: OpaquePointer
    private let headerHash: HeaderHash
    private let signingKey: SigningKey
    /// How many signatures were found right without the key's multiples.
    private var plainCheckCount = 0
    /// A faster check, once it is worth it.
    private(set) var precomputed: PrecomputedCheck?

    /// Sets the check up.
    ///
    /// - Parameters:
    ///   - signingKey: whose signatures are checked.
    ///   - key: libcrypto's form of it; stays alive by a reference of its own.
    ///   - headerText: the first segment of the tokens that are checked.
    /// - Throws: `CheckFailure.fault` where libcrypto cannot.
    init(
        _ signingKey: SigningKey, key: OpaquePointer, headerText: Span<UInt8>
    ) throws(CheckFailure) {
        self.signingKey = signingKey
        do throws(VerificationFault) {
            headerHash = try HeaderHash(headerText)
            unsafe keyContext = try Self.keyContext(of: key)
        } catch {
            throw .fault(error)
        }
    }

    private static func keyContext(
        of key: OpaquePointer
    ) throws(VerificationFault) -> OpaquePointer {
        guard let sha256 = SHA256Algorithm.fetched else {
            throw OpenSSLErrors.drained(by: "EVP_MD_fetch")
        }
        guard let context = unsafe EVP_PKEY_CTX_new(key, nil) else {
            throw OpenSSLErrors.drained(by: "EVP_PKEY_CTX_new")
        }
        let isReady =
            unsafe EVP_PKEY_verify_init(context) == 1 && sha256.setForSignatures(in: context)
        if isReady { return unsafe context }
        unsafe EVP_PKEY_CTX_free(context)
        throw OpenSSLErrors.drained(by: "EVP_PKEY_verify_init")
    }

    deinit { unsafe EVP_PKEY_CTX_free(keyContext) }

    /// Whether the bytes, r and s of 32 bytes each, are the key's signature of the header, a full
    /// stop and the payload's text.
    func isSignature(
        _ signature: Span<UInt8>, of payloadText: Span<UInt8>
    ) throws(CheckFailure) -> Bool {
        let hash: SigningInputHash
        do throws(VerificationFault) {
            hash = try headerHash.signingInput(payloadText: payloadText)
        } catch {
            throw .fault(error)
        }
        if let precomputed, precomputed.isSignature(signature, of: hash) { return true }
        guard try isPlainSignature(signature, of: hash) else { return false }
        if precomputed == nil { notePlainCheck() }
        return true
    }

    private func isPlainSignature(
        _ signature: Span<UInt8>, of hash: SigningInputHash
    ) throws(CheckFailure) -> Bool {
        guard let encoded = ECDSASignature(signature) else { return false }
        let answer = unsafe encoded.der.span.withUnsafeBufferPointer { signature in
            unsafe hash.bytes.span.withUnsafeBufferPointer { digest in
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

    /// Asks for the key's multiples now and then, as long as there are none.
    private func notePlainCheck() {
        plainCheckCount += 1
        guard plainCheckCount.isMultiple(of: KeyMultiples.worthwhileCheckCount) else { return }
        precomputed = signingKey.multiples().flatMap { PrecomputedCheck($0) }
    }
}
