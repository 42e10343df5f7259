internal import COpenSSL

/// The algorithm SHA-256 (FIPS 180-4), fetched from libcrypto's providers once for the process:
/// fetching it costs more than a digest.
///
/// A struct, so that threads that hash at once do not count references to one object.
@safe struct SHA256Algorithm: @unchecked Sendable {
    // @unchecked Sendable because an EVP_MD never changes, and this one is never freed.
    private let pointer: OpaquePointer

    private init?() {
        guard let digest = unsafe EVP_MD_fetch(nil, "SHA2-256", nil) else { return nil }
        unsafe pointer = digest
    }

    /// The algorithm; nil where libcrypto has no memory or is configured without it.
    static let fetched = SHA256Algorithm()

    /// Begins a digest in a context; false where libcrypto cannot.
    func begin(in context: OpaquePointer) -> Bool {
        unsafe EVP_DigestInit_ex(context, pointer, nil) == 1
    }

    /// Makes it the algorithm of the signatures that a key's context checks; false where libcrypto
    /// cannot.
    func setForSignatures(in keyContext: OpaquePointer) -> Bool {
        unsafe EVP_PKEY_CTX_set_signature_md(keyContext, pointer) == 1
    }
}
