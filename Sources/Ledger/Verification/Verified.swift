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

    fileprivate init(_ token: OpenedToken<Payload>, checkedAt: Instant) {
        payload = token.payload
        jws = token.jws
        self.checkedAt = checkedAt
    }
}

/// A token whose signature fits the certificate it brought along, and whose body has been read.
///
/// Nobody has vouched for that certificate yet.
struct OpenedToken<Payload: SignedPayload> {
    let jws: CompactJWS
    let payload: Payload
    /// Where in the payload other tokens stand.
    let tokens: InnerTokens
    fileprivate let signer: Signer

    /// What is known about the certificates.
    fileprivate enum Signer {
        case trusted(VerificationLane.Signer)
        case unknown(CertificateChain)
    }
}

/// The door from signed to verified. The order is: signature, body, chain at the body's date,
/// app, environment, identifiers.
extension SignedInputVerifier {
    /// Checks the signature with the certificate that the token brings, and reads the body.
    func open<Payload: SignedPayload>(
        _ jws: CompactJWS, as type: Payload.Type, in lane: VerificationLane
    ) throws(CheckFailure) -> OpenedToken<Payload> {
        let signer: OpenedToken<Payload>.Signer
        let check: SignatureCheck
        if let known = try lane.signer(of: jws.headerText, in: cache) {
            signer = .trusted(known)
            check = known.check
        } else {
            let chain = try certificates(of: jws)
            signer = .unknown(chain)
            check = try chain.signingKey.makeCheck(headerText: jws.headerText.span)
        }
        let payloadText = jws.bytes.span.extracting(jws.headerCount + 1..<jws.signedCount)
        guard try check.isSignature(jws.signature.span, of: payloadText) else {
            throw .refused(.signature)
        }
        var tokens = InnerTokens()
        let payload: Payload = try body(of: jws, tokens: &tokens)
        return OpenedToken(jws: jws, payload: payload, tokens: tokens, signer: signer)
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
        of jws: CompactJWS, tokens: inout InnerTokens
    ) throws(CheckFailure) -> Payload {
        var members = JSONMembers()
        guard let payload = try? Payload(payload: jws.payload, members: &members, tokens: &tokens)
        else { throw .refused(refusalReason(of: jws, insteadOf: Payload.kind)) }
        let isOfKind =
            members.hasUnknown
            ? isPayload(jws.payload, of: Payload.kind)
            : Payload.markedKeys.kind(of: members).isTaken(as: Payload.kind)
        guard isOfKind else { throw .refused(.wrongKindOfPayload) }
        return payload
    }

    /// Why a body is refused that could not be read as one of a kind.
    private func refusalReason(of jws: CompactJWS, insteadOf kind: PayloadKind) -> RefusalReason {
        guard let found = try? PayloadKind(of: jws.payload) else { return .malformed }
        return found.isTaken(as: kind) ? .malformed : .wrongKindOfPayload
    }

    /// Whether a body has no key that tells of another kind.
    private func isPayload(_ payload: [UInt8], of kind: PayloadKind) -> Bool {
        (try? PayloadKind(of: payload))?.isTaken(as: kind) ?? false
    }

    /// Checks everything that is left.
    ///
    /// - Parameters:
    ///   - token: a token that has been opened.
    ///   - date: its signed date, or what stands in for it.
    ///   - outer: the app and environment of what it stands in, if it stands in something. A
    ///     renewal info takes its app from there.
    ///   - lane: of the calling thread.
    /// - Returns: the proof.
    /// - Throws: `CheckFailure.refused` with the reason, or `CheckFailure.fault`.
    func seal<Payload: SignedPayload>(
        _ token: OpenedToken<Payload>, at date: Instant, within outer: PayloadIdentity?,
        in lane: VerificationLane
    ) throws(CheckFailure) -> Verified<Payload> {
        let chain = try trustedChain(of: token)
        guard chain.isValid(at: date) else {
            throw .refused(.certificateNotValidAtSignedDate)
        }
        var identity = token.payload.identity
        if Payload.kind == .renewalInfo { identity.bundleID = outer?.bundleID }
        try check(identity, of: Payload.kind, chain: chain, within: outer, in: lane)
        guard token.payload.hasIdentifiers else { throw .refused(.missingIdentifier) }
        return Verified(token, checkedAt: date)
    }

    /// The token's chain, trusted now or before.
    func trustedChain<Payload>(
        of token: OpenedToken<Payload>
    ) throws(CheckFailure) -> TrustedChain {
        switch token.signer {
        case .trusted(let signer):
            return signer.chain
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
        within outer: PayloadIdentity?, in lane: VerificationLane
    ) throws(CheckFailure) {
        guard let app = lane.apps.first(where: { $0.bundleID == identity.bundleID }),
            outer.map({ $0.bundleID == identity.bundleID }) ?? true
        else { throw .refused(.app) }
        let namesAppAppleID = kind == .notification || kind == .appTransaction
        if namesAppAppleID && identity.environment == .production
            && identity.appAppleID != app.appAppleID
        {
            throw .refused(.app)
        }
        guard let environment = identity.environment, lane.environments.contains(environment),
            outer.map({ $0.environment == environment }) ?? true
        else { throw .refused(.environment) }
        if chain.isSingleCertificate != environment.isLocal { throw .refused(.chainLength) }
    }
}
