public import Foundation

extension TransactionLedger {
    /// Takes in every input of a source of bytes, in order.
    ///
    /// Inputs are verified on every core ahead of the writer, and up to 4,096 of them, or 16 MiB,
    /// share a commit. What is in hand does not grow with the source. Each input is taken in whole
    /// or not at all. What is counted in the report is durable.
    ///
    /// - Parameters:
    ///   - name: what problems call the source.
    ///   - account: which of the host's accounts presented it, if one did.
    ///   - report: where the counts and problems are added.
    ///   - next: the next bytes, as many as is handy; an empty array ends the source. It may block,
    ///     and is never called twice at once.
    /// - Throws: `StorageError`, `LedgerError.Code.damaged` and `RecordError`, when the storage
    ///   fails; `VerificationFault`, when a check could not be made; what `next` throws;
    ///   `CancellationError`, when the task is cancelled. Everything in front of the failure is
    ///   durable and counted, and the same source may be taken in again.
    public func ingest(
        name: String, presentedBy account: UUID? = nil, into report: inout IngestReport,
        next: () throws -> [UInt8]
    ) async throws {
        try await ingest(
            name: name, presentedBy: account, limits: IngestLimits(), into: &report, next: next)
    }

    /// Takes in a source with limits of the caller's choice.
    func ingest(
        name: String, presentedBy account: UUID? = nil, limits: IngestLimits,
        into report: inout IngestReport, next: () throws -> [UInt8]
    ) async throws {
        var pipeline = IngestPipeline(
            name: name, presenter: try AccountToken(presenting: account), limits: limits,
            ledger: self)
        try await pipeline.run(into: &report, next: next)
    }
}
