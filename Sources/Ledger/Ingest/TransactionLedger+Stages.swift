/// An input that verification has let through, and that is not in the log yet.
///
/// A benchmark's way to hold what lies between two stations; only
/// ``TransactionLedger/verified(_:)`` makes one, so that nothing unverified can be appended.
@_spi(Benchmarks) public struct VerifiedSubmission: Sendable {
    let submission: Submission

    /// How many tokens were checked for it.
    public var signatureCount: Int { submission.evidence.parts.count }
}

/// A verified input with all that depends on it alone: what the verifying tasks hand to the writer.
///
/// Only ``TransactionLedger/ready(_:)`` makes one, so that no digest comes from a caller.
@_spi(Benchmarks) public struct ReadySubmission: Sendable {
    let submission: PreparedSubmission
}

/// The way in, one station at a time, so that each can be timed by itself.
///
/// Hosts use `record` and `ingest`, which do nothing else.
extension TransactionLedger {
    /// Opens a ledger that commits each call of `append` by itself, however many wait.
    ///
    /// - Parameters:
    ///   - path: the ledger's directory.
    ///   - mapSizeBytes: the most that the file may grow to.
    ///   - clock: the instant of now.
    /// - Throws: as the other openings.
    @_spi(Benchmarks)
    public convenience init(
        committingEachCallAt path: String, mapSizeBytes: Int,
        clock: @escaping @Sendable () -> Instant
    ) throws {
        var limits = GroupCommitLimits()
        limits.itemsPerCommitMax = 1
        try self.init(at: path, mapSizeBytes: mapSizeBytes, limits: limits, clock: clock)
    }

    /// Verifies an input and does no more.
    ///
    /// - Parameter input: the signed bytes.
    /// - Returns: nil where verification refused it.
    /// - Throws: `VerificationFault`, when the check could not be made.
    @_spi(Benchmarks)
    public func verified(_ input: SignedInput) throws -> VerifiedSubmission? {
        guard case .verified(let verified) = try verifier.verify(input, recordedAt: clock()) else {
            return nil
        }
        return Submission(verified, presentedBy: nil).map { VerifiedSubmission(submission: $0) }
    }

    /// Makes a verified input ready for the writer, as the verifying tasks do.
    ///
    /// - Parameter input: what `verified` returned.
    /// - Returns: the same, with its digests, its salt and its compressed evidence.
    /// - Throws: as `record`.
    @_spi(Benchmarks)
    public func ready(_ input: VerifiedSubmission) throws -> ReadySubmission {
        ReadySubmission(submission: try preparation.prepare(input.submission))
    }

    /// Appends inputs in one piece of work of the writer: they share a commit.
    ///
    /// - Parameter inputs: what `ready` returned.
    /// - Returns: how many events were appended; durable now.
    /// - Throws: as `record`.
    @_spi(Benchmarks)
    public func append(_ inputs: [ReadySubmission]) async throws -> UInt64 {
        let clock = clock
        return try await writer.perform(mayRunAhead: true) { batch, transaction in
            var eventCount: UInt64 = 0
            for input in inputs {
                let appended = try batch.append(input.submission, clock: clock(), in: transaction)
                if case .appended(let first, let last) = appended.outcome {
                    eventCount += last - first + 1
                }
            }
            return eventCount
        }
    }

    /// Takes in a source as `ingest` does, with another number of inputs in a commit.
    ///
    /// - Parameters:
    ///   - inputsPerCommitMax: inputs that share a commit at most; their bytes do not matter.
    ///   - report: where the counts and problems are added.
    ///   - next: the next bytes; an empty array ends the source.
    /// - Throws: as `ingest`.
    @_spi(Benchmarks)
    public func ingest(
        inputsPerCommitMax: Int, into report: inout IngestReport, next: () throws -> [UInt8]
    ) async throws {
        var limits = IngestLimits()
        limits.inputsPerSliceMax = inputsPerCommitMax
        limits.bytesPerSliceMax = .max
        try await ingest(name: "benchmark", limits: limits, into: &report, next: next)
    }
}
