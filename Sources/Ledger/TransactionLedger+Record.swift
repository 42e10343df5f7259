public import Foundation

/// What became of one input.
public enum RecordOutcome: Sendable, Hashable {
    /// Durable in the log now, as these events.
    case appended(firstSequence: UInt64, lastSequence: UInt64)
    /// All that the input says is held; by this event, or one with it.
    case duplicate(sequence: UInt64)
    /// Verification refused it; it is kept in quarantine with the reason.
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
        let now = clock()
        let presenter = account.flatMap { AccountToken($0) }
        switch try verifier.verify(input, recordedAt: now) {
        case .refused(let reason):
            try await quarantine(input, reason: reason, at: now)
            return .quarantined(reason)
        case .verified(let verified):
            guard let submission = Submission(verified, presentedBy: presenter) else {
                try await quarantine(input, reason: .environment, at: now)
                return .quarantined(.environment)
            }
            let clock = clock
            let outcome = try await writer.perform { batch, transaction in
                try batch.append(submission, clock: clock(), in: transaction)
            }
            return switch outcome {
            case .appended(let first, let last):
                .appended(firstSequence: first, lastSequence: last)
            case .duplicate(let sequence): .duplicate(sequence: sequence)
            }
        }
    }

    /// Keeps refused bytes once, with the reason.
    private func quarantine(
        _ input: SignedInput, reason: RefusalReason, at now: Instant
    ) async throws {
        let bytes = input.joinedBytes
        _ = try await writer.perform { batch, transaction in
            let tables = batch.reader.tables
            let digest = try SHA256().digest(bytes).bytes
            if try tables.quarantineDigests.contains(digest.bytes, in: transaction) { return }
            let last = try tables.quarantine.last(.all, in: transaction) { key, _ in
                var reader = ByteReader(key)
                return try reader.read(UInt64.self).byteSwapped
            }
            var row = ByteWriter(capacity: bytes.count + 64)
            row.append(now.millisecondsSince1970)
            row.append(counted: Array(reason.rawValue.utf8))
            row.append(counted: bytes)
            let key = LMDBKey((last ?? 0) + 1)
            let value = row.bytes
            try tables.quarantine.append(key.bytes, value.bytes, in: transaction)
            try tables.quarantineDigests.put(digest.bytes, key.bytes, in: transaction)
        }
    }
}

extension SignedInput {
    /// Every JWS of the input, a line each.
    var joinedBytes: [UInt8] {
        switch self {
        case .notification(let jws), .renewalInfo(let jws), .appTransaction(let jws),
            .unrecognized(let jws):
            jws
        case .transaction(let jws, let renewalInfo):
            jws + (renewalInfo.map { [UInt8(ascii: "\n")] + $0 } ?? [])
        }
    }
}
