/// A payload that the App Store has signed, for an app and an environment of the policy.
///
/// The type is the proof: only this file can make one, and only behind every check.
struct Verified<Payload: SignedPayload>: Sendable {
    /// What was signed.
    let payload: Payload
    /// The evidence: the token as received.
    let jws: CompactJWS
    /// The instant at which the certificates were checked: the payload's signed date, or what
    /// stands in for it where it has none.
    let checkedAt: Instant

    fileprivate init(payload: Payload, jws: CompactJWS, checkedAt: Instant) {
        self.payload = payload
        self.jws = jws
        self.checkedAt = checkedAt
    }
}

/// A token whose signature fits the certificate it brought along, and whose body has been read.
///
/// Nobody has vouched for that certificate yet.
struct OpenedToken<Payload: SignedPayload> {
    let jws: CompactJWS
    let payload: Payload
    fileprivate let signer: Signer

    /// What is known about the certificates.
    fileprivate enum Signer {
        case trusted(TrustedChain)
        case unknown(CertificateChain)
    }
}

/// The door from signed to verified. The order is: signature, body, chain at the body's date,
/// app, environment, identifiers.
extension SignedInputVerifier {
    /// Checks the signature with the certificate that the token brings, and reads the body.
    func open<Payload: SignedPayload>(
        _ jws: CompactJWS, as type: Payload.Type
    ) throws(CheckFailure) -> OpenedToken<Payload> {
        let signer: OpenedToken<Payload>.Signer
        let key: SigningKey
        if let chain = cache.chain(for: jws.headerText) {
            signer = .trusted(chain)
            key = chain.signingKey
        } else {
            let chain = try certificates(of: jws)
            signer = .unknown(chain)
            key = chain.signingKey
        }
        let signed = jws.bytes.span.extracting(..<jws.signedCount)
        guard try key.isSignature(jws.signature, of: signed) else { throw .refused(.signature) }
        return OpenedToken(jws: jws, payload: try body(of: jws), signer: signer)
    }

    /// Reads the header and what it holds, as it comes.
    private func certificates(of jws: CompactJWS) throws(CheckFailure) -> CertificateChain {
        let header: JWSHeader
        do {
            header = try JWSHeader(headerText: jws.headerText.span)
        } catch {
            throw .refused(.malformed)
        }
        if header.isCritical { throw .refused(.malformed) }
        return try CertificateChain(header: header, allowsSingleCertificate: acceptsLocalData)
    }

    /// Reads a body, and makes sure that it is of the kind asked for.
    private func body<Payload: SignedPayload>(
        of jws: CompactJWS
    ) throws(CheckFailure) -> Payload {
        do {
            let kind = try PayloadKind(of: jws.payload)
            guard kind == Payload.kind || kind == .unknown else {
                throw CheckFailure.refused(.wrongKindOfPayload)
            }
            return try Payload(payload: jws.payload)
        } catch let failure as CheckFailure {
            throw failure
        } catch {
            throw .refused(.malformed)
        }
    }

    /// Checks everything that is left.
    ///
    /// - Parameters:
    ///   - token: a token that has been opened.
    ///   - date: its signed date, or what stands in for it.
    ///   - outer: the app and environment of what it stands in, if it stands in something. A
    ///     renewal info takes its app from there.
    /// - Returns: the proof.
    /// - Throws: `CheckFailure.refused` with the reason, or `CheckFailure.fault`.
    func seal<Payload: SignedPayload>(
        _ token: OpenedToken<Payload>, at date: Instant, within outer: PayloadIdentity?
    ) throws(CheckFailure) -> Verified<Payload> {
        let chain = try trustedChain(of: token)
        guard chain.isValid(at: date) else {
            throw .refused(.certificateNotValidAtSignedDate)
        }
        var identity = token.payload.identity
        if Payload.kind == .renewalInfo { identity.bundleID = outer?.bundleID }
        try check(identity, of: Payload.kind, chain: chain, within: outer)
        guard token.payload.hasIdentifiers else { throw .refused(.missingIdentifier) }
        return Verified(payload: token.payload, jws: token.jws, checkedAt: date)
    }

    /// The token's chain, trusted now or before.
    func trustedChain<Payload>(
        of token: OpenedToken<Payload>
    ) throws(CheckFailure) -> TrustedChain {
        switch token.signer {
        case .trusted(let chain):
            return chain
        case .unknown(let certificates):
            let chain = TrustedChain(
                headerText: Array(token.jws.headerText), signingKey: certificates.signingKey,
                validity: try roots.validity(of: certificates),
                isSingleCertificate: certificates.intermediate == nil)
            cache.insert(chain)
            return chain
        }
    }

    /// Checks whom the payload is about: bundle identifier, the app's Apple ID, environment.
    ///
    /// The Apple ID is compared in Production only, and only where such payloads have one. There
    /// it must be the configured one, and absent where none is configured.
    private func check(
        _ identity: PayloadIdentity, of kind: PayloadKind, chain: TrustedChain,
        within outer: PayloadIdentity?
    ) throws(CheckFailure) {
        guard let app = policy.apps.first(where: { $0.bundleID == identity.bundleID }),
            outer.map({ $0.bundleID == identity.bundleID }) ?? true
        else { throw .refused(.app) }
        let namesAppAppleID = kind == .notification || kind == .appTransaction
        if namesAppAppleID && identity.environment == .production
            && identity.appAppleID != app.appAppleID
        {
            throw .refused(.app)
        }
        guard let environment = identity.environment, policy.environments.contains(environment),
            outer.map({ $0.environment == environment }) ?? true
        else { throw .refused(.environment) }
        if chain.isSingleCertificate != environment.isLocal { throw .refused(.chainLength) }
    }
}
