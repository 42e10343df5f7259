internal import COpenSSL

/// The P-256 key of a leaf certificate.
///
/// Any number of threads may use one key.
final class SigningKey: Sendable {
    private let leaf: X509Certificate
    private let known = Lock<Multiples>(.notMade)

    /// What is known of the key's multiples.
    private enum Multiples {
        case notMade, beingMade, impossible
        case made(KeyMultiples)
    }

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
            return try unsafe SignatureCheck(self, key: key, headerText: headerText)
        }
    }

    /// The key's multiples, made by whoever asks first; nil for those who ask meanwhile, and where
    /// libcrypto cannot make them.
    func multiples() -> KeyMultiples? {
        let (held, isToMake) = known.withLock { known -> (KeyMultiples?, Bool) in
            switch known {
            case .made(let multiples): return (multiples, false)
            case .beingMade, .impossible: return (nil, false)
            case .notMade:
                known = .beingMade
                return (nil, true)
            }
        }
        guard isToMake else { return held }
        let made = encodedPoint().flatMap { KeyMultiples(point: $0) }
        known.withLock { $0 = made.map { .made($0) } ?? .impossible }
        return made
    }

    /// The key's point, encoded (SEC 1, 2.3.3).
    private func encodedPoint() -> [UInt8]? {
        unsafe leaf.withPointer { certificate in
            defer { OpenSSLErrors.drain() }
            // Not compressed, the longer of the forms, it has 65 bytes.
            var point = [UInt8](repeating: 0, count: 65)
            var count = 0
            guard let key = unsafe X509_get0_pubkey(certificate),
                unsafe EVP_PKEY_get_octet_string_param(
                    key, "encoded-pub-key", &point, point.count, &count) == 1,
                count <= point.count
            else { return nil }
            return Array(point[..<count])
        }
    }
}
