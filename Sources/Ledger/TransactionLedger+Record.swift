public import Foundation

/// What became of one input.
public enum RecordOutcome: Sendable, Hashable {
    /// Durable in the log now, as these events.
    case appended(firstSequence: UInt64, lastSequence: UInt64)
    /// All that the input says is held; by this event, or one with it.
    case duplicate(sequence: UInt64)
    /// Verification refused it; it is kept in quarantine with the reason, as long as
    /// ``QuarantineLimits`` leave room.
    case quarantined(RefusalReason)
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
    /// - Throws: `StorageError`, `LedgerError.Code.damaged`, `VerificationFault` when the check could
    ///   not be made.
    public func record(
        _ input: SignedInput, presentedBy account: UUID? = nil
    ) async throws -> RecordOutcome {
        let clock = clock
        let prepared = try PreparedInput(
            input, verifier: verifier, readAt: clock(),
            presenter: account.flatMap { AccountToken($0) }, location: "")
        switch prepared {
        case .submission(let submission):
            let outcome = try await writer.perform { batch, transaction in
                try batch.append(submission, clock: clock(), in: transaction)
            }
            return switch outcome {
            case .appended(let first, let last):
                .appended(firstSequence: first, lastSequence: last)
            case .duplicate(let sequence): .duplicate(sequence: sequence)
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

    /// Appends a catalog; the same one again appends nothing.
    ///
    /// - Parameters:
    ///   - catalog: products, groups and what they grant.
    ///   - effective: from when it holds; the instant of recording unless given.
    /// - Returns: the event's sequence, and whether it was held already.
    /// - Throws: `StorageError`, `LedgerError.Code.damaged`.
    public func importCatalog(
        _ catalog: Catalog, effective: Instant? = nil
    ) async throws -> (sequence: UInt64, isDuplicate: Bool) {
        let clock = clock
        return try await writer.perform { batch, transaction in
            let json = catalog.json
            let held = try batch.reader.sequences(of: .catalog, through: .max, in: transaction)
            if let last = held.last,
                try batch.reader.fields(last, in: transaction).catalog == json
            {
                return (last, true)
            }
            let now = batch.recordedAt(clock: clock())
            var fields = EventFields(
                kind: .catalog, recordedAt: now, effectiveAt: effective ?? now)
            fields.catalog = json
            for product in catalog.products {
                let texts = [product.productID] + product.grantedEntitlements
                for text in texts { _ = try batch.symbol(for: text) as Symbol }
                if let group = product.subscriptionGroupID {
                    _ = try batch.symbol(for: group) as Symbol
                }
            }
            return (try batch.append(fields, in: transaction), false)
        }
    }
}
