internal import COpenSSL

/// The algorithm SHA-256, fetched from libcrypto's providers once for the process.
@safe final class SHA256Algorithm: @unchecked Sendable {
    // Sendable because an EVP_MD never changes.
    private let pointer: OpaquePointer

    fileprivate init?() {
        guard let digest = unsafe EVP_MD_fetch(nil, "SHA2-256", nil) else { return nil }
        unsafe pointer = digest
    }

    deinit {
        unsafe EVP_MD_free(pointer)
    }

    /// Lends the C object for the time of a call.
    func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        unsafe body(pointer)
    }

    private static let shared = SHA256Algorithm()

    /// The algorithm, or a fault when libcrypto is configured without it.
    static func fetched() throws(VerificationFault) -> SHA256Algorithm {
        guard let shared else { throw OpenSSLErrors.drained(by: "EVP_MD_fetch") }
        return shared
    }
}
