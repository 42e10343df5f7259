internal import Foundation

extension TransactionLedger {
    /// Writes another configuration into the ledger; it holds from the next opening on.
    ///
    /// Other processes go on with what they opened. What was taken in stays.
    ///
    /// - Parameter change: edits what the ledger accepts.
    /// - Returns: what the ledger accepts from the next opening on.
    /// - Throws: `LedgerError.Code.invalidArgument` when nothing could be accepted any more, an app is
    ///   named twice, an environment is none of Apple's, or a root is no certificate;
    ///   `StorageError`.
    public func configure(
        _ change: @escaping @Sendable (inout LedgerConfiguration) -> Void
    ) async throws -> LedgerConfiguration {
        try await writer.perform { batch, transaction in
            let tables = batch.reader.tables
            var changed = try Self.configuration(tables.meta, in: transaction)
            change(&changed)
            changed.environments = LedgerConfiguration.inOrder(changed.environments)
            do {
                _ = try Self.makeVerifier(ofGiven: changed)
            } catch {
                throw GroupCommitRefusal(reason: error)
            }
            let key = LogKey.text("configuration")
            let encoded = try StoredConfiguration.encoded(changed)
            try tables.meta.put(key.bytes, encoded.bytes, in: transaction)
            return changed
        }
    }
}
