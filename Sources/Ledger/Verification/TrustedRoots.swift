/// The configured roots, and what they vouch for.
struct TrustedRoots: Sendable {
    private let roots: [X509Certificate]

    /// Extension that Apple puts into certificates which sign App Store data.
    private static let leafMarker = "1.2.840.113635.100.6.11.1"
    /// Extension that Apple puts into the certificate which issues those.
    private static let intermediateMarker = "1.2.840.113635.100.6.2.1"

    /// Parses the roots.
    init(certificates: [[UInt8]]) throws(TrustPolicyError) {
        if certificates.isEmpty { throw .noRootCertificates }
        var roots: [X509Certificate] = []
        for certificate in certificates {
            let root: X509Certificate
            do {
                root = try X509Certificate(der: certificate)
            } catch {
                throw .rootUnreadable
            }
            if root.curve == nil { throw .rootKey }
            if !root.isSelfSigned { throw .rootNotSelfSigned }
            roots.append(root)
        }
        self.roots = roots
    }

    /// Decides whether a root stands behind the certificates, leaving time aside.
    ///
    /// Every root is tried by itself. Two roots may share a name, and which comes first must not
    /// matter.
    ///
    /// - Returns: when the whole path is valid, for each root that vouches for it.
    func validity(of chain: CertificateChain) throws(CheckFailure) -> [ClosedRange<Instant>] {
        guard let intermediate = chain.intermediate else {
            return try validity(ofRoot: chain.leaf)
        }
        var windows: [ClosedRange<Instant>] = []
        var isTrusted = false
        for root in roots
        where try CertificatePath.leads(from: chain.leaf, over: intermediate, to: root) {
            isTrusted = true
            let parts = [
                try chain.leaf.validity(), try intermediate.validity(), try root.validity(),
            ]
            let first = parts.reduce(parts[0].lowerBound) { max($0, $1.lowerBound) }
            let last = parts.reduce(parts[0].upperBound) { min($0, $1.upperBound) }
            if first <= last { windows.append(first...last) }
        }
        if !isTrusted { throw .refused(.certificateNotTrusted) }
        guard try chain.leaf.hasExtension(Self.leafMarker),
            try intermediate.hasExtension(Self.intermediateMarker)
        else { throw .refused(.missingOID) }
        return windows
    }

    /// Data of Xcode: the signer is one of the roots, byte for byte.
    private func validity(
        ofRoot certificate: X509Certificate
    ) throws(CheckFailure) -> [ClosedRange<Instant>] {
        guard roots.contains(where: { $0.der == certificate.der }) else {
            throw .refused(.certificateNotTrusted)
        }
        return [try certificate.validity()]
    }
}
