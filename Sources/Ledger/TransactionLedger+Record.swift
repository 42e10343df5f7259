public import Foundation

/// What became of one input.
public enum RecordOutcome: Sendable, Hashable {
    /// Durable in the log now, as these events.
    case appended(firstSequence: UInt64, lastSequence: UInt64, claim: PresentationClaim? = nil)
    /// All that the input says is held; by this event, or one with it.
    case duplicate(sequence: UInt64, claim: PresentationClaim? = nil)
    /// Verification refused it for this reason; it is kept in quarantine.
    case quarantined(RefusalReason)
    /// Verification refused it for this reason, and the quarantine has no room by
    /// ``QuarantineLimits``: it is only counted.
    case quarantineFull(RefusalReason)
}

/// What to look at in a purchase that an account presented.
public enum PresentationClaim: String, Sendable, Hashable {
    /// Another of the host's accounts owns it.
    ///
    /// The line stays where it is; `assign` moves it.
    case ownedByAnotherAccount
}

extension TransactionLedger {
    /// Verifies one input and appends what it says.
    ///
    /// Durable when it returns; the same input again appends nothing and says so.
    ///
    /// - Parameters:
    ///   - input: the signed bytes.
    ///   - account: which of the host's accounts presented it, if one did.
    /// - Returns: what became of it.
    /// - Throws: `HostActionError.invalidAccount` for an account of zeros, `StorageError`,
    ///   `RecordError` and `LedgerError.Code.damaged` when the file is damaged, `VerificationFault`
    ///   when the check could not be made.
    public func record(
        _ input: SignedInput, presentedBy account: UUID? = nil
    ) async throws -> RecordOutcome {
        // Before anything is locked that another thread may have held when a process forked.
        try environment.checkUsable()
        let clock = clock
        let prepared = try PreparedInput(
            input, verifier: verifier, preparation: preparation, readAt: clock(),
            presenter: AccountToken(presenting: account), location: "")
        switch prepared {
        case .submission(let submission):
            let appended = try await writer.perform(mayRunAhead: true) { batch, transaction in
                try batch.append(submission, clock: clock(), in: transaction)
            }
            return switch appended.outcome {
            case .appended(let first, let last):
                .appended(firstSequence: first, lastSequence: last, claim: appended.claim)
            case .duplicate(let sequence):
                .duplicate(sequence: sequence, claim: appended.claim)
            }
        case .quarantined(let reason, let entry):
            return try await keep(entry) ? .quarantined(reason) : .quarantineFull(reason)
        }
    }

    /// Keeps a refused input; false where there is no room and it is counted.
    private func keep(_ entry: QuarantineEntry) async throws -> Bool {
        let clock = clock
        return try await writer.perform(mayRunAhead: true) { batch, transaction in
            var quarantine = try QuarantineWriter(
                tables: batch.reader.tables, limits: QuarantineLimits(), in: transaction)
            let instant = batch.recordedAt(clock: clock())
            return try quarantine.keep(entry, at: instant, in: transaction)
        }
    }
}
