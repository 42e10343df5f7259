public import Foundation

/// What became of one input.
public enum RecordOutcome: Sendable, Hashable {
    /// Durable in the log now, as these events.
    case appended(firstSequence: UInt64, lastSequence: UInt64, claim: PresentationClaim? = nil)
    /// All that the input says is held; by this event, or one with it.
    case duplicate(sequence: UInt64, claim: PresentationClaim? = nil)
    /// Verification refused it; it is kept in quarantine with the reason, as long as
    /// ``QuarantineLimits`` leave room.
    case quarantined(RefusalReason)
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
        let clock = clock
        let prepared = try PreparedInput(
            input, verifier: verifier, readAt: clock(),
            presenter: AccountToken(presenting: account), location: "")
        switch prepared {
        case .submission(let submission):
            let appended = try await writer.perform { batch, transaction in
                try batch.append(submission, clock: clock(), in: transaction)
            }
            return switch appended.outcome {
            case .appended(let first, let last):
                .appended(firstSequence: first, lastSequence: last, claim: appended.claim)
            case .duplicate(let sequence):
                .duplicate(sequence: sequence, claim: appended.claim)
            }
        case .quarantined(let reason, let entry):
            try await keep(entry)
            return .quarantined(reason)
        }
    }

    /// Keeps a refused input, or counts it where there is no room.
    private func keep(_ entry: QuarantineEntry) async throws {
        let clock = clock
        _ = try await writer.perform { batch, transaction in
            var quarantine = try QuarantineWriter(
                tables: batch.reader.tables, limits: QuarantineLimits(), in: transaction)
            let instant = batch.recordedAt(clock: clock())
            return try quarantine.keep(entry, at: instant, in: transaction)
        }
    }
}
