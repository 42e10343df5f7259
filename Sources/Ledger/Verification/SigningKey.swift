internal import COpenSSL

/// The P-256 key of a leaf certificate.
///
/// Any number of threads may use one key.
final class SigningKey: Sendable {
    private let leaf: X509Certificate

    /// Takes the key of a certificate.
    ///
    /// - Throws: `refused(.certificate)` when the key is not on P-256.
    init(of leaf: X509Certificate) throws(CheckFailure) {
        guard leaf.curve == .p256 else { throw .refused(.certificate) }
        self.leaf = leaf
    }

    /// Sets up a check of the signatures of tokens with this header.
    func makeCheck(headerText: Span<UInt8>) throws(CheckFailure) -> SignatureCheck {
        try unsafe leaf.withPointer { certificate throws(CheckFailure) in
            guard let key = unsafe X509_get0_pubkey(certificate) else {
                throw OpenSSLErrors.fault(in: "X509_get0_pubkey")
            }
            return try unsafe SignatureCheck(key: key, headerText: headerText)
        }
    }
}
