internal import COpenSSL

/// The P-256 key of a leaf certificate, and what has been set up to check signatures with it.
///
/// Any number of threads may use one key. Setting up a check costs as much as hashing a token,
/// so what is set up is kept and lent to one thread at a time.
final class SigningKey: Sendable {
    private let leaf: X509Certificate
    private let idle = Lock<[SignatureCheck]>([])

    /// Takes the key of a certificate.
    ///
    /// - Throws: `refused(.certificate)` when the key is not on P-256.
    init(of leaf: X509Certificate) throws(CheckFailure) {
        guard leaf.curve == .p256 else { throw .refused(.certificate) }
        self.leaf = leaf
    }

    /// Whether the signature, r and s of 32 bytes each, is this key's signature of the bytes
    /// (ES256: RFC 7518, 3.4).
    func isSignature(
        _ signature: [UInt8], of message: Span<UInt8>
    ) throws(CheckFailure) -> Bool {
        guard signature.count == 64 else { return false }
        let check: SignatureCheck
        if let waiting = idle.withLock({ $0.popLast() }) {
            check = waiting
        } else {
            check = try unsafe leaf.withPointer { certificate throws(CheckFailure) in
                guard let key = unsafe X509_get0_pubkey(certificate) else {
                    throw OpenSSLErrors.fault(in: "X509_get0_pubkey")
                }
                return try unsafe SignatureCheck(key: key)
            }
        }
        let answer = try check.isSignature(signature, of: message)
        idle.withLock { $0.append(check) }
        return answer
    }
}
