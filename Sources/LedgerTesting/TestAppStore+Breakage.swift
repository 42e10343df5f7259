/// Tokens that must be refused.
extension TestAppStore {
    /// Signs a payload, and spoils the token in one way.
    ///
    /// - Parameters:
    ///   - payload: an object.
    ///   - breakage: what is wrong.
    /// - Returns: what a hostile or careless sender might send.
    /// - Throws: `TestAppStoreError.libcrypto`.
    public func sign(
        _ payload: TestJSON, broken breakage: Breakage
    ) throws(TestAppStoreError) -> String {
        switch breakage {
        case .wrongRoot, .forgedIntermediate, .forgedLeaf, .leafWithoutOID,
            .intermediateWithoutOID, .intermediateNotCA, .leafAsIntermediate,
            .expiredCertificate, .certificateNotYetValid, .leafP384, .leafRSA, .xcode:
            try withBadChain(payload, breakage)
        case .noCertificates, .oneCertificate, .twoCertificates, .fourCertificates,
            .swappedCertificates, .x5cMissing, .x5cNotArray, .x5cNotStrings, .x5cNotBase64,
            .x5cNotCertificate, .x5cTruncatedCertificate:
            try withBadCertificateList(payload, breakage)
        case .algNone, .algHS256, .algES384, .algMissing, .criticalHeader, .hugeHeader,
            .headerNotJSON, .headerNotObject:
            try withBadHeader(payload, breakage)
        case .signatureBit, .signatureDER, .signatureEmpty, .signatureShort, .signatureLong,
            .signatureZero, .otherKey, .alteredPayload:
            try withBadSignature(payload, breakage)
        case .payloadNotJSON, .payloadNotObject, .payloadNotUTF8, .payloadDeep, .notBase64URL,
            .paddedBase64, .spaceInside, .twoSegments, .fourSegments, .truncated:
            try withBadForm(payload, breakage)
        }
    }

    /// A key that belongs to nobody in the chain.
    private func key(
        _ name: String, curve: TestKey.Kind = .p256
    ) throws(TestAppStoreError) -> TestKey {
        try TestKey(seed: seed + "/" + name, curve: curve)
    }

    private func withBadChain(
        _ payload: TestJSON, _ breakage: Breakage
    ) throws(TestAppStoreError) -> String {
        if breakage == .wrongRoot {
            return try TestAppStore(seed: seed + "/another store", curve: curve).sign(payload)
        }
        if breakage == .xcode { return try signLikeXcode(payload) }
        let authority = try badAuthority(breakage)
        var request = Self.leafRequest(
            key: try key("bad leaf"), issuer: authority, validity: validity)
        switch breakage {
        case .forgedLeaf: request.issuerKey = try key("evil")
        case .leafWithoutOID: request.marker = nil
        case .expiredCertificate: request.notAfter = 1_451_606_400
        case .certificateNotYetValid: request.notBefore = 2_335_219_200
        case .leafP384: request.key = try key("wide leaf", curve: .p384)
        case .leafRSA: request.key = try TestKey(rsa: ())
        default: break
        }
        let certificate = try TestCertificate(request)
        var parts = Parts(
            payload: payload.json, key: certificate.key,
            chain: [certificate.der, authority.der, root.der])
        if breakage == .leafP384 { parts.form = { ECDSAForm.raw($0, width: 48) } }
        if breakage == .leafRSA { parts.form = { $0 } }
        return try token(parts)
    }

    /// The issuer of a bad leaf: mostly the good one.
    private func badAuthority(
        _ breakage: Breakage
    ) throws(TestAppStoreError) -> TestCertificate {
        var request = Self.intermediateRequest(key: try key("bad intermediate"), issuer: root)
        switch breakage {
        case .leafAsIntermediate: return leaf
        case .forgedIntermediate: request.issuerKey = try key("evil")
        case .intermediateWithoutOID: request.marker = nil
        case .intermediateNotCA:
            request.isAuthority = false
            request.pathLength = nil
        default: return intermediate
        }
        return try TestCertificate(request)
    }

    private func withBadCertificateList(
        _ payload: TestJSON, _ breakage: Breakage
    ) throws(TestAppStoreError) -> String {
        var parts = Parts(payload: payload.json)
        let texts = certificates.map(TestBase64.standard)
        switch breakage {
        case .noCertificates: parts.chain = []
        case .oneCertificate: parts.chain = [leaf.der]
        case .twoCertificates: parts.chain = [leaf.der, intermediate.der]
        case .fourCertificates: parts.chain = certificates + [root.der]
        case .swappedCertificates: parts.chain = [intermediate.der, leaf.der, root.der]
        case .x5cMissing: parts.header["x5c"] = .null
        case .x5cNotArray: parts.header["x5c"] = .string(texts[0])
        case .x5cNotStrings: parts.header["x5c"] = [1, 2, 3]
        case .x5cNotBase64:
            parts.header["x5c"] = .array((["#" + texts[0]] + texts[1...]).map(TestJSON.string))
        case .x5cNotCertificate:
            parts.chain = [Array("no certificate".utf8), intermediate.der, root.der]
        default: parts.chain = [Array(leaf.der.prefix(200)), intermediate.der, root.der]
        }
        return try token(parts)
    }

    private func withBadHeader(
        _ payload: TestJSON, _ breakage: Breakage
    ) throws(TestAppStoreError) -> String {
        var parts = Parts(payload: payload.json)
        switch breakage {
        case .algNone, .algHS256:
            parts.header["alg"] = breakage == .algNone ? "none" : "HS256"
            let signed = segments(try token(parts)).prefix(2).joined(separator: ".")
            if breakage == .algNone { return signed + "." }
            let code = try TestKey.hmac(key: leaf.key.publicKey(), Array(signed.utf8))
            return signed + "." + TestBase64.url(code)
        case .algES384: parts.header["alg"] = "ES384"
        case .algMissing: parts.header["alg"] = .null
        case .criticalHeader: parts.header = ["crit": ["unheard-of"], "unheard-of": true]
        case .hugeHeader:
            parts.header["padding"] = .string(String(repeating: "x", count: 1 << 20))
        case .headerNotJSON: parts.headerBytes = Array("hello".utf8)
        default: parts.headerBytes = Array("[]".utf8)
        }
        return try token(parts)
    }

    private func withBadSignature(
        _ payload: TestJSON, _ breakage: Breakage
    ) throws(TestAppStoreError) -> String {
        var parts = Parts(payload: payload.json)
        switch breakage {
        case .signatureBit:
            parts.form = { der in
                var raw = ECDSAForm.raw(der)
                raw[40] ^= 1
                return raw
            }
        case .signatureDER: parts.form = { $0 }
        case .signatureEmpty: parts.form = { _ in [] }
        case .signatureShort: parts.form = { ECDSAForm.raw($0).dropLast() }
        case .signatureLong: parts.form = { ECDSAForm.raw($0) + [0] }
        case .signatureZero: parts.form = { _ in [UInt8](repeating: 0, count: 64) }
        case .otherKey: parts.key = try key("evil")
        default:
            var altered = payload
            altered["alteredAfterSigning"] = true
            let good = segments(try token(parts))
            return [good[0], TestBase64.url(altered.json), good[2]].joined(separator: ".")
        }
        return try token(parts)
    }

    private func withBadForm(
        _ payload: TestJSON, _ breakage: Breakage
    ) throws(TestAppStoreError) -> String {
        let open = Array(payload.json.dropLast())
        switch breakage {
        case .payloadNotJSON: return try sign(payload: Array("hello".utf8))
        case .payloadNotObject: return try sign([payload])
        case .payloadNotUTF8:
            return try sign(payload: open + Array(",\"note\":\"".utf8) + [0xFF, 0xFE, 0x22, 0x7D])
        case .payloadDeep:
            let deep = String(repeating: "[", count: 100_000)
            let close = String(repeating: "]", count: 100_000)
            return try sign(payload: open + Array(",\"deep\":\(deep)\(close)}".utf8))
        default: break
        }
        let good = try sign(payload)
        let parts = segments(good)
        let (head, body, tail) = (parts[0], parts[1], parts[2])
        switch breakage {
        case .notBase64URL: return "\(head).\(body.prefix(10))+/\(body.dropFirst(12)).\(tail)"
        case .paddedBase64: return good + "=="
        case .spaceInside: return "\(head).\(body.prefix(10)) \(body.dropFirst(10)).\(tail)"
        case .twoSegments: return "\(head).\(body)"
        case .fourSegments: return good + ".x"
        default: return "\(head).\(body.prefix(body.count / 2))"
        }
    }

    private func segments(_ token: String) -> [String] {
        token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }
}
