/// The certificates that a token brought along.
///
/// Whether anyone trusts them is not yet known.
struct CertificateChain: Sendable {
    /// The signer's.
    let leaf: X509Certificate
    /// The issuer of the signer's; none in data of Xcode, which is signed by a root itself.
    let intermediate: X509Certificate?
    /// What the token's signature is checked with.
    let signingKey: SigningKey

    /// Reads what a header claims.
    ///
    /// The third certificate is never looked at: trust comes from the configured roots, and
    /// Apple's own test tokens carry a third one that is not the root.
    init(header: JWSHeader, allowsSingleCertificate: Bool) throws(CheckFailure) {
        guard header.algorithm == "ES256" else { throw .refused(.algorithm) }
        let certificates = header.certificates ?? []
        let isSingle = certificates.count == 1 && allowsSingleCertificate
        guard certificates.count == 3 || isSingle else { throw .refused(.chainLength) }
        leaf = try Self.certificate(certificates[0])
        intermediate = isSingle ? nil : try Self.certificate(certificates[1])
        signingKey = try SigningKey(of: leaf)
    }

    private static func certificate(_ text: String) throws(CheckFailure) -> X509Certificate {
        let der: [UInt8]
        do {
            der = try Base64.decode(Array(text.utf8).span, alphabet: .standard)
        } catch {
            throw .refused(.certificate)
        }
        return try X509Certificate(der: der)
    }
}
