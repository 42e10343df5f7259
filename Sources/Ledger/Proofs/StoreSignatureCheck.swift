/// Checks that the App Store signed a token, and that the event which was read from it says the
/// same.
///
/// The certificates are checked at the token's own signed date, as when it was recorded. Which app
/// and environment are accepted is what the event names: the proof is about that event.
struct StoreSignatureCheck {
    /// What holds.
    enum Result: Sendable, Hashable {
        /// The token is genuine, and its content is the event's.
        case saysWhatTheEventSays
        /// The token is genuine; the event is one that keeps no content of its own.
        case isGenuine
    }

    /// The trusted roots, each one DER certificate.
    let rootCertificates: [[UInt8]]

    /// Trusts Apple Root CA - G3, unless other roots are named.
    init(rootCertificates: [[UInt8]] = [AppleRootCertificate.der]) {
        self.rootCertificates = rootCertificates
    }

    /// Whether Apple Root CA - G3 is the only root.
    var trustsAppleAlone: Bool { rootCertificates == [AppleRootCertificate.der] }

    /// Checks the token of an event.
    ///
    /// - Throws: `ProofError.storeSignatureRefused`, `ProofError.eventDiffersFromEvidence`,
    ///   `TrustPolicyError` when a root is none, or `VerificationFault`.
    func check(_ token: [UInt8], of event: LoggedEvent) throws -> Result {
        guard let bundleID = event.fields.bundle.flatMap(event.text),
            let environment = event.fields.environment.environment
        else { throw ProofError.eventDiffersFromEvidence }
        let app = TrustPolicy.App(bundleID: bundleID, appAppleID: event.fields.appAppleID)
        let verifier = try SignedInputVerifier(
            policy: TrustPolicy(
                apps: [app], environments: [environment], rootCertificates: rootCertificates))
        let payloads = try payloads(token, of: event, bundleID: bundleID, verifier: verifier)
        return try compare(payloads, with: event)
    }

    /// What a genuine token says: one of these, by the kind of token.
    private struct Payloads {
        var transaction: Transaction?
        var renewalInfo: RenewalInfo?
        var appTransaction: AppTransaction?
        var notification: StoreNotification?
    }

    private func payloads(
        _ token: [UInt8], of event: LoggedEvent, bundleID: String, verifier: SignedInputVerifier
    ) throws -> Payloads {
        if let jws = try? CompactJWS(token), (try? PayloadKind(of: jws.payload)) == .renewalInfo {
            return Payloads(
                renewalInfo: try renewalInfo(
                    jws, of: event, bundleID: bundleID, verifier: verifier))
        }
        let result = try verifier.verify(
            .unrecognized(token), recordedAt: event.fields.recordedAt)
        switch result {
        case .refused(let reason): throw ProofError.storeSignatureRefused(reason)
        case .verified(.notification(let verified)):
            return Payloads(notification: verified.notification.payload)
        case .verified(.transaction(let verified, renewalInfo: _)):
            return Payloads(transaction: verified.payload)
        case .verified(.appTransaction(let verified)):
            return Payloads(appTransaction: verified.payload)
        }
    }

    /// A renewal info names no app: it stood beside a transaction, whose app the event has.
    private func renewalInfo(
        _ jws: CompactJWS, of event: LoggedEvent, bundleID: String, verifier: SignedInputVerifier
    ) throws -> RenewalInfo {
        let outer = PayloadIdentity(
            bundleID: bundleID, environment: event.fields.environment.environment)
        do throws(CheckFailure) {
            return try verifier.verified(
                jws, as: RenewalInfo.self, recordedAt: event.fields.recordedAt, within: outer
            ).payload
        } catch {
            switch error {
            case .refused(let reason): throw ProofError.storeSignatureRefused(reason)
            case .fault(let fault): throw fault
            }
        }
    }

    /// Reads the fields from the token again and compares them with the event's.
    private func compare(_ payloads: Payloads, with event: LoggedEvent) throws -> Result {
        let fields = event.fields
        var interner = KnownSymbols(find: event.symbol(of:))
        var signed = EventFields(
            kind: fields.kind, recordedAt: fields.recordedAt, effectiveAt: fields.effectiveAt)
        let signedDate: Instant?
        switch (
            fields.kind, payloads.transaction, payloads.renewalInfo, payloads.appTransaction,
            payloads.notification
        )
        {
        case (.transaction, let payload?, _, _, _), (.renewal, let payload?, _, _, _),
            (.revocation, let payload?, _, _, _), (.reversal, let payload?, _, _, _):
            try signed.set(payload, interner: &interner)
            signedDate = payload.signedDate
        case (.renewalInfo, _, let payload?, _, _):
            try signed.set(payload, interner: &interner)
            signedDate = payload.signedDate
        case (.appTransaction, _, _, let payload?, _):
            try signed.set(payload, interner: &interner)
            signedDate = payload.signedDate
        case (.notification, _, _, _, let payload?):
            try signed.set(payload, interner: &interner)
            signedDate = payload.signedDate
        case (.restatement, _, _, _, _): return .isGenuine
        default: throw ProofError.eventDiffersFromEvidence
        }
        guard !interner.isMissingAny, signedDate == fields.signedDate,
            try Self.content(signed, event) == Self.content(fields, event)
        else { throw ProofError.eventDiffersFromEvidence }
        return .saysWhatTheEventSays
    }

    private static func content(_ fields: EventFields, _ event: LoggedEvent) throws -> [UInt8] {
        try ContentDigester.content(of: fields) { symbol throws(ProofError) in
            guard let text = event.text(of: symbol) else { throw .eventDiffersFromEvidence }
            return text
        }
    }
}
