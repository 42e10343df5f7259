internal import COpenSSL

/// A private key of the test App Store.
@safe final class TestKey: @unchecked Sendable {
    // Sendable because libcrypto never changes a key after it is made.
    private let pointer: OpaquePointer

    /// The kinds of keys: the first two are the App Store's.
    enum Kind: Sendable {
        case p256
        case p384
        case rsa
    }

    let kind: Kind

    /// Makes an elliptic key out of a seed; the same seed gives the same key.
    ///
    /// The key is a hash with the first bit cleared: below the order of either curve.
    init(seed: String, curve kind: Kind) throws(TestAppStoreError) {
        let count = kind == .p384 ? 48 : 32
        var digest = try Self.hash("SHA2-512", Array(seed.utf8))
        digest[0] &= 0x7F
        // ECPrivateKey of RFC 5915, without the public key: libcrypto computes it.
        let curve: [UInt8] =
            kind == .p384
            ? [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22]
            : [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
        let content =
            [0x02, 0x01, 0x01, 0x04, UInt8(count)] + digest[..<count]
            + [0xA0, UInt8(curve.count)] + curve
        let der = [0x30, UInt8(content.count)] + content
        let key: OpaquePointer? = unsafe der.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            return unsafe d2i_AutoPrivateKey(nil, &cursor, buffer.count)
        }
        guard let key = unsafe key else { throw .libcrypto("d2i_AutoPrivateKey") }
        unsafe pointer = key
        self.kind = kind
    }

    /// Makes an RSA key of 2048 bits, a new one each time.
    init(rsa: Void) throws(TestAppStoreError) {
        var key: OpaquePointer?
        guard let context = unsafe EVP_PKEY_CTX_new_from_name(nil, "RSA", nil) else {
            throw .libcrypto("EVP_PKEY_CTX_new_from_name")
        }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        guard unsafe EVP_PKEY_keygen_init(context) == 1,
            unsafe EVP_PKEY_generate(context, &key) == 1, let key = unsafe key
        else { throw .libcrypto("EVP_PKEY_generate") }
        unsafe pointer = key
        kind = .rsa
    }

    deinit {
        unsafe EVP_PKEY_free(pointer)
    }

    /// Lends the C object for the time of a call.
    func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        defer { withExtendedLifetime(self) {} }
        return unsafe body(pointer)
    }

    /// The signature of SHA-256 of the bytes, in the form that libcrypto gives it.
    func signature(of message: [UInt8]) throws(TestAppStoreError) -> [UInt8] {
        guard let context = unsafe EVP_MD_CTX_new() else { throw .libcrypto("EVP_MD_CTX_new") }
        defer { unsafe EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: 512)
        var count = signature.count
        guard
            unsafe EVP_DigestSignInit_ex(context, nil, "SHA2-256", nil, nil, pointer, nil) == 1,
            unsafe EVP_DigestSign(context, &signature, &count, message, message.count) == 1
        else { throw .libcrypto("EVP_DigestSign") }
        return Array(signature[..<count])
    }

    /// The public key as DER (SubjectPublicKeyInfo).
    func publicKey() throws(TestAppStoreError) -> [UInt8] {
        var buffer: UnsafeMutablePointer<UInt8>?
        let count = unsafe i2d_PUBKEY(pointer, &buffer)
        guard count > 0, let buffer = unsafe buffer else { throw .libcrypto("i2d_PUBKEY") }
        defer { unsafe CRYPTO_free(buffer, #file, #line) }
        return unsafe Array(UnsafeBufferPointer(start: buffer, count: Int(count)))
    }

    /// A digest by its name.
    static func hash(
        _ algorithm: String, _ message: [UInt8]
    ) throws(TestAppStoreError) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 64)
        var count = 0
        guard
            unsafe EVP_Q_digest(nil, algorithm, nil, message, message.count, &digest, &count) == 1
        else { throw .libcrypto("EVP_Q_digest") }
        return Array(digest[..<count])
    }

    /// HMAC with SHA-256.
    static func hmac(
        key: [UInt8], _ message: [UInt8]
    ) throws(TestAppStoreError) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: 32)
        var count = 0
        let result = unsafe EVP_Q_mac(
            nil, "HMAC", nil, "SHA256", nil, key, key.count, message, message.count, &code,
            code.count, &count)
        guard unsafe result != nil, count == 32 else { throw .libcrypto("EVP_Q_mac") }
        return code
    }
}
