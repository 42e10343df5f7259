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
    func check(_ token: [UInt8], of event: LoggedEvent, at sequence: UInt64) throws -> Result {
        guard let bundleID = event.fields.bundle.flatMap(event.text),
            let environment = event.fields.environment.environment
        else { throw ProofError.eventDiffersFromEvidence }
        var verifiers = RecordedAppVerifier(rootCertificates: rootCertificates)
        let verifier = try verifiers.verifier(
            of: TrustPolicy.App(
                bundleID: bundleID, appAppleID: Self.appAppleID(of: token, of: event.fields)),
            in: environment)
        let submission = try submission(token, of: event, bundleID: bundleID, verifier: verifier)
        return try compare(submission, with: event, at: sequence)
    }

    /// The Apple ID of an event's app; a restatement names none, so that its token's counts.
    private static func appAppleID(of token: [UInt8], of fields: EventFields) -> Int64? {
        guard fields.kind == .restatement, let jws = try? CompactJWS(token) else {
            return fields.appAppleID
        }
        return (try? AppTransaction(payload: jws.payload))?.appAppleID
    }

    /// What a genuine token says.
    private func submission(
        _ token: [UInt8], of event: LoggedEvent, bundleID: String, verifier: SignedInputVerifier
    ) throws -> Submission {
        if let jws = try? CompactJWS(token), let kind = try? PayloadKind(of: jws.payload),
            kind == .renewalInfo || kind == .unknown && event.fields.mayBeOfRenewalInfo
        {
            return Submission(
                environment: event.fields.environment, bundleID: bundleID,
                renewalInfo: try renewalInfo(
                    jws, of: event, bundleID: bundleID, verifier: verifier),
                evidence: Evidence(parts: []))
        }
        let result = try verifier.verify(
            .unrecognized(token), recordedAt: event.fields.recordedAt)
        switch result {
        case .refused(let reason): throw ProofError.storeSignatureRefused(reason)
        case .verified(let verified):
            guard let submission = Submission(verified, presentedBy: nil) else {
                throw ProofError.eventDiffersFromEvidence
            }
            return submission
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

    /// Makes the record of the token again and compares it with the event's.
    private func compare(
        _ submission: Submission, with event: LoggedEvent, at sequence: UInt64
    ) throws -> Result {
        let held = event.fields
        var interner = KnownSymbols(of: event)
        let statements = try StatementDraft.drafts(
            of: submission, interner: &interner, hasher: SHA256()
        ).map { PreparedStatement($0) }
        guard let statement = statements.first, statement.record(like: held) == held,
            Self.isOfLine(statements) == (held.line != nil)
        else { throw ProofError.eventDiffersFromEvidence }
        if held.states {
            for payload in [Submission.Payload.transaction, .renewalInfo] {
                try check(
                    held.stated(payload), against: statements.first { $0.payload == payload },
                    of: held, at: sequence)
            }
            if held.appTransaction != nil, held.kind == .notification,
                statements.allSatisfy({ $0.apple == nil })
            {
                throw ProofError.eventDiffersFromEvidence
            }
        } else if !statement.namesAsMany(as: held) {
            throw ProofError.eventDiffersFromEvidence
        }
        return held.kind == .restatement ? .isGenuine : .saysWhatTheEventSays
    }

    /// Checks what an event states against what the token carries.
    ///
    /// A restatement has one token, which was signed again, and may state what came beside it too.
    private func check(
        _ stated: EventFields.Stated, against statement: PreparedStatement?, of held: EventFields,
        at sequence: UInt64
    ) throws(ProofError) {
        let isRestatement = held.kind == .restatement
        guard let statement else {
            if isRestatement || stated == EventFields.Stated() { return }
            throw .eventDiffersFromEvidence
        }
        let isNamed = stated.account != nil
        // What is new follows in the same input.
        guard let holder = stated.sequence, holder > 0, holder != sequence,
            holder < sequence + UInt64(Evidence.partCountMax), let date = stated.signedDate,
            date == statement.fields.signedDate ?? date,
            isRestatement ? isNamed == (statement.token != nil) : !isNamed || statement.token != nil
        else { throw .eventDiffersFromEvidence }
    }

    /// Whether the event of a token is of a line: a transaction is, and what comes with one.
    private static func isOfLine(_ statements: [PreparedStatement]) -> Bool {
        statements.first?.payload == .renewalInfo
            || statements.contains { $0.payload == .transaction }
    }
}

extension EventFields {
    /// Whether the event is made of a renewal info, or may be one signed again.
    fileprivate var mayBeOfRenewalInfo: Bool {
        kind == .renewalInfo || kind == .restatement && statedRenewalInfoSequence != nil
    }
}
