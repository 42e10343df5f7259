/// What an identity number stands for.
struct Identity: Sendable, Hashable {
    /// Which of the customer identifiers it is.
    enum Kind: UInt8, Sendable {
        case appAccountToken = 1
        case appTransactionID = 2
        /// A purchase of the app that has no appTransactionId: a digest of what never changes of
        /// it.
        case appPurchase = 3
    }

    var kind: Kind
    var environment: EnvironmentCode
    var text: String

    /// The longest text that is looked up; a longer one is no identifier of Apple's.
    static let textByteCountMax = 128

    /// Byte for byte, as the rows of identities are told apart: two spellings that Unicode calls
    /// equivalent are two identities.
    static func == (left: Identity, right: Identity) -> Bool {
        left.kind == right.kind && left.environment == right.environment
            && ExactText(left.text) == ExactText(right.text)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(environment)
        hasher.combine(ExactText(text))
    }
}

/// The row of an identity: what its number stands for, and the salt of its commitment.
///
/// Erasing this row and the one in `identities`, whose key is the text, erases the person: nothing
/// else in the ledger holds the text or the salt.
struct IdentityDetails {
    var identity: Identity
    var salt: [UInt8]

    /// What the record that first names the identity commits to.
    func saltedDigest(_ hasher: SHA256) throws(IntegrityError) -> Digest {
        try hasher.digest(
            salt, [identity.kind.rawValue, identity.environment.rawValue],
            Array(identity.text.utf8))
    }

    var encoded: [UInt8] {
        var writer = ByteWriter()
        writer.append(bytes: [identity.kind.rawValue, identity.environment.rawValue])
        writer.append(bytes: salt)
        writer.append(bytes: Array(identity.text.utf8))
        return writer.bytes
    }

    init(identity: Identity, salt: [UInt8]) {
        self.identity = identity
        self.salt = salt
    }

    init(decoding bytes: RawSpan) throws(RecordError) {
        let (kind, textStart) = try Self.kindAndTextStart(of: bytes)
        var reader = ByteReader(bytes.extracting(1..<textStart))
        let environmentCode = try reader.read(UInt8.self)
        guard let environment = EnvironmentCode(rawValue: environmentCode) else {
            throw .unknownCode(environmentCode)
        }
        salt = try reader.readBytes(count: EvidenceRow.saltByteCount)
        let utf8 = [UInt8](copying: bytes.extracting(textStart..<bytes.byteCount))
        guard let text = String(validating: utf8, as: UTF8.self) else { throw .truncated }
        identity = Identity(kind: kind, environment: environment, text: text)
    }

    /// What a row is about, and where in it the text begins.
    static func kindAndTextStart(
        of bytes: RawSpan
    ) throws(RecordError) -> (kind: Identity.Kind, textStart: Int) {
        var reader = ByteReader(bytes)
        let kindCode = try reader.read(UInt8.self)
        guard let kind = Identity.Kind(rawValue: kindCode) else { throw .unknownCode(kindCode) }
        // Kind, environment, salt.
        let textStart = 2 + EvidenceRow.saltByteCount
        if bytes.byteCount < textStart { throw .truncated }
        return (kind, textStart)
    }
}
