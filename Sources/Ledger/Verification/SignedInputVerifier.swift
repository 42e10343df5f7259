/// Verifies what the App Store signed.
///
/// The only way to a `Verified` payload.
///
/// It needs no network and no clock: certificates are checked at the payload's own signed date,
/// so that what verifies today verifies for ever. A chain that has been trusted is remembered,
/// and the next token under it costs one signature check.
///
/// One verifier may be used from any number of threads at once.
final class SignedInputVerifier: Sendable {
    let policy: TrustPolicy
    let roots: TrustedRoots
    let cache = ChainCache()
    let lanes = VerificationLanes()

    /// Makes a verifier.
    ///
    /// - Parameter policy: whose data is accepted.
    /// - Throws: `TrustPolicyError` when the policy names nothing, or a root that is none.
    init(policy: TrustPolicy) throws(TrustPolicyError) {
        if policy.apps.isEmpty { throw .noApps }
        if policy.environments.isEmpty { throw .noEnvironments }
        self.policy = policy
        roots = try TrustedRoots(certificates: policy.rootCertificates)
    }

    /// Whether data signed by a single root, as Xcode does, is looked at at all.
    var acceptsLocalData: Bool {
        policy.environments.contains { $0.isLocal }
    }

    /// Verifies one input: its own token and every token in it or beside it.
    ///
    /// The parts must agree: same app, same environment, and a renewal info belongs to the
    /// transaction beside it. One bad part refuses the whole input, with the part's reason.
    ///
    /// - Parameters:
    ///   - input: one input.
    ///   - recordedAt: stands in for the signed date of a payload that has none.
    /// - Returns: the payloads with their evidence, or why not.
    /// - Throws: `VerificationFault` when the check itself failed.
    func verify(
        _ input: SignedInput, recordedAt: Instant
    ) throws(VerificationFault) -> VerificationResult {
        do throws(CheckFailure) {
            return .verified(
                try lanes.withLane(of: policy) { (lane) throws(CheckFailure) in
                    try verified(input, recordedAt: recordedAt, in: lane)
                })
        } catch {
            switch error {
            case .refused(let reason): return .refused(reason)
            case .fault(let fault): throw fault
            }
        }
    }

    private func verified(
        _ input: SignedInput, recordedAt: Instant, in lane: VerificationLane
    ) throws(CheckFailure) -> VerifiedInput {
        switch input {
        case .notification(let bytes):
            return .notification(
                try notification(try token(bytes), recordedAt: recordedAt, in: lane))
        case .transaction(let bytes, let renewalInfo):
            return try transaction(
                try token(bytes), renewalInfo: renewalInfo, recordedAt: recordedAt, in: lane)
        case .renewalInfo(let bytes):
            // Checked first, so that a token which is none at all is called so.
            let opened = try open(try token(bytes), as: RenewalInfo.self, in: lane)
            _ = try trustedChain(of: opened)
            throw .refused(.renewalInfoAlone)
        case .appTransaction(let bytes):
            return .appTransaction(
                try verified(
                    try token(bytes), as: AppTransaction.self, recordedAt: recordedAt, in: lane))
        case .unrecognized(let bytes):
            return try verified(try recognized(bytes), recordedAt: recordedAt, in: lane)
        }
    }

    /// Finds out from its payload what a token is.
    ///
    /// The payload is not trusted for that: it is verified as what it claims to be.
    private func recognized(_ bytes: [UInt8]) throws(CheckFailure) -> SignedInput {
        let kind: PayloadKind
        do {
            kind = try PayloadKind(of: try CompactJWS(bytes).payload)
        } catch {
            throw .refused(.malformed)
        }
        switch kind {
        case .notification: return .notification(bytes)
        case .transaction: return .transaction(bytes, renewalInfo: nil)
        case .renewalInfo: return .renewalInfo(bytes)
        case .appTransaction: return .appTransaction(bytes)
        case .realtimeRequest, .unknown: throw .refused(.wrongKindOfPayload)
        }
    }
}
