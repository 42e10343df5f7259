/// A file with root certificates, as people have them.
enum RootCertificateFile {
    private static let begin = "-----BEGIN CERTIFICATE-----"
    private static let end = "-----END CERTIFICATE-----"

    /// The largest file that is looked at: 1 MiB.
    static let bytesMax = 1024 * 1024

    /// The certificates of a file, in DER: one in DER, or one or more in PEM (RFC 7468).
    ///
    /// - Parameter bytes: the content of the file.
    /// - Returns: each certificate in DER, in the order of the file.
    /// - Throws: `TrustPolicyError.rootFileUnreadable` when there is none, or text that is no PEM.
    static func certificates(in bytes: [UInt8]) throws(TrustPolicyError) -> [[UInt8]] {
        if bytes.count > bytesMax { throw .rootFileUnreadable }
        // DER begins with the tag of a SEQUENCE, which is the digit 0 and never begins PEM text.
        if bytes.first == 0x30 { return [bytes] }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .rootFileUnreadable }
        var certificates: [[UInt8]] = []
        var content: [UInt8]?
        for line in text.split(whereSeparator: \.isNewline) {
            if line == begin {
                content = []
            } else if line == end {
                guard let base64 = content else { throw .rootFileUnreadable }
                certificates.append(try der(of: base64))
                content = nil
            } else {
                content?.append(contentsOf: line.utf8)
            }
        }
        if certificates.isEmpty || content != nil { throw .rootFileUnreadable }
        return certificates
    }

    private static func der(of base64: [UInt8]) throws(TrustPolicyError) -> [UInt8] {
        do {
            return try Base64.decode(base64.span, alphabet: .standard)
        } catch {
            throw .rootFileUnreadable
        }
    }
}
