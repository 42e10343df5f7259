/// Signing.
extension TestAppStore {
    /// Signs a payload.
    ///
    /// - Parameter payload: any JSON; it is signed as it stands.
    /// - Returns: a compact JWS with ES256 and the whole chain.
    /// - Throws: `TestAppStoreError.libcrypto`.
    public func sign(_ payload: TestJSON) throws(TestAppStoreError) -> String {
        try sign(payload: payload.json)
    }

    /// Signs bytes, whatever they are.
    ///
    /// - Parameter payload: the bytes of the second segment.
    /// - Returns: a compact JWS with ES256 and the whole chain.
    /// - Throws: `TestAppStoreError.libcrypto`.
    public func sign(payload: [UInt8]) throws(TestAppStoreError) -> String {
        try token(Parts(payload: payload))
    }

    /// Signs a payload as StoreKit Testing in Xcode does: with one self-signed certificate.
    ///
    /// - Parameter payload: any JSON; it should name the environment Xcode.
    /// - Returns: a compact JWS with ES256 and `xcodeCertificate`.
    /// - Throws: `TestAppStoreError.libcrypto`.
    public func signLikeXcode(_ payload: TestJSON) throws(TestAppStoreError) -> String {
        try token(
            Parts(
                payload: payload.json, key: xcode.key, chain: [xcode.der],
                header: ["kid": "Apple_Xcode_Key", "typ": "JWT"]))
    }

    /// Signs a whole body of the App Store.
    ///
    /// Wherever Apple has a JWS, the input has the decoded object: every object under a key that
    /// begins with `signed`, and every object in an array under such a key (`signedTransactions`),
    /// is replaced by its JWS, from the inside outwards.
    ///
    /// - Parameters:
    ///   - body: the decoded body.
    ///   - sign: signs one object that stood under a key; by default `sign(_:)`.
    /// - Returns: the body as Apple sends it.
    /// - Throws: `TestAppStoreError.libcrypto`.
    public func signBody(
        _ body: TestJSON,
        sign: ((_ key: String, _ payload: TestJSON) throws(TestAppStoreError) -> String)? = nil
    ) throws(TestAppStoreError) -> TestJSON {
        switch body {
        case .array(let values):
            var result: [TestJSON] = []
            for value in values { result.append(try signBody(value, sign: sign)) }
            return .array(result)
        case .object(let members):
            var result: [String: TestJSON] = [:]
            for (key, value) in members {
                let inner = try signBody(value, sign: sign)
                result[key] =
                    key.hasPrefix("signed") ? try signMember(key, inner, sign: sign) : inner
            }
            return .object(result)
        default:
            return body
        }
    }

    private func signMember(
        _ key: String, _ value: TestJSON,
        sign: ((_ key: String, _ payload: TestJSON) throws(TestAppStoreError) -> String)?
    ) throws(TestAppStoreError) -> TestJSON {
        switch value {
        case .object:
            if let sign { return .string(try sign(key, value)) }
            return .string(try self.sign(value))
        case .array(let values):
            var result: [TestJSON] = []
            for value in values { result.append(try signMember(key, value, sign: sign)) }
            return .array(result)
        default:
            return value
        }
    }

    /// A token with any part of it replaced.
    struct Parts {
        var payload: [UInt8]
        var key: TestKey?
        /// Certificates in DER, leaf first.
        var chain: [[UInt8]]?
        /// Merged into the usual header; null removes a parameter.
        var header: [String: TestJSON] = [:]
        /// The whole header, where it is no such thing.
        var headerBytes: [UInt8]?
        /// Makes the third segment out of what libcrypto gives.
        var form: ([UInt8]) -> [UInt8] = { ECDSAForm.raw($0) }
    }

    func token(_ parts: Parts) throws(TestAppStoreError) -> String {
        let chain = (parts.chain ?? certificates).map { TestJSON.string(TestBase64.standard($0)) }
        var header: [String: TestJSON] = ["alg": "ES256", "x5c": .array(chain)]
        header.merge(parts.header) { $1 }
        header = header.filter { $0.value != .null }
        let headerBytes = parts.headerBytes ?? TestJSON.object(header).json
        let text = TestBase64.url(headerBytes) + "." + TestBase64.url(parts.payload)
        let signature = try (parts.key ?? leaf.key).signature(of: Array(text.utf8))
        return text + "." + TestBase64.url(parts.form(signature))
    }
}
