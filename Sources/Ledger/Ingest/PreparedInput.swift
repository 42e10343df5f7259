/// A verified input that waits for the writer, or a refused one for the quarantine.
enum PreparedInput: Sendable {
    case submission(PreparedSubmission)
    case quarantined(RefusalReason, QuarantineEntry)

    /// Verifies an input and makes of it what the writer needs, so that the rest can go.
    ///
    /// - Parameters:
    ///   - input: the signed bytes.
    ///   - verifier: asked from any number of threads at once.
    ///   - preparation: likewise.
    ///   - readAt: stands in for the signed date of a payload that has none.
    ///   - presenter: which of the host's accounts presented it, if one did.
    ///   - location: source and line, kept with what is refused.
    /// - Throws: `VerificationFault` and `IntegrityError`, when the check could not be made;
    ///   `EvidenceError` and `LedgerError.Code.damaged`, when the evidence cannot be kept.
    init(
        _ input: SignedInput, verifier: SignedInputVerifier,
        preparation: SubmissionPreparation, readAt: Instant,
        presenter: AccountToken?, location: @autoclosure () -> String
    ) throws {
        let reason: RefusalReason
        switch try verifier.verify(input, recordedAt: readAt) {
        case .verified(let verified):
            if let submission = Submission(verified, presentedBy: presenter) {
                self = .submission(try preparation.prepare(submission))
                return
            }
            reason = .environment
        case .refused(let refusal):
            reason = refusal
        }
        self = .quarantined(
            reason,
            try QuarantineEntry(
                input, reason: reason, location: location(), presenter: presenter))
    }
}

/// One input of a slice, ready for the writer.
struct PreparedElement: Sendable {
    /// What the writer does with it.
    enum Content: Sendable {
        case input(PreparedInput)
        case refused(InputRefusal, QuarantineEntry)
    }

    var line: Int
    var content: Content
}
