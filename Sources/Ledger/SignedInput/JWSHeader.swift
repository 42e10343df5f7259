/// What the header of a token claims (RFC 7515, section 4).
struct JWSHeader: JSONObject {
    /// `alg`.
    var algorithm: String?
    /// `x5c`: certificates in standard base64, the signer's first.
    var certificates: [String]?
    /// `crit` is there.
    ///
    /// We understand no extension, so such a token must be refused (4.1.11).
    var isCritical = false

    /// The parameters that decide anything.
    enum Key: String, CaseIterable {
        case alg
        case x5c
        case crit
    }

    static let keys = JSONKeyTable<Key>()

    mutating func read(_ key: Key, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case .alg: algorithm = try reader.string()
        case .x5c: certificates = try reader.strings()
        case .crit:
            isCritical = true
            try reader.skipValue()
        }
    }

    /// Decodes the first segment of a token.
    init(headerText: Span<UInt8>) throws(JSONError) {
        let bytes: [UInt8]
        do {
            bytes = try Base64.decode(headerText, alphabet: .url)
        } catch {
            throw .encoding
        }
        if bytes.count > SignedInputLimits.headerBytesMax { throw .limit }
        self = try JWSHeader(json: bytes.span)
    }

    init() {}
}
