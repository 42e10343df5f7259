@testable import Ledger

extension EvidenceReader {
    /// The evidence of the input whose first event has this sequence, with its salt; nil where
    /// there is none.
    ///
    /// - Throws: `EvidenceError`, `IntegrityError`, `StorageError`.
    func evidence(
        at sequence: UInt64, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> (evidence: Evidence, salt: [UInt8])? {
        var stored = StoredEvidence(hasher: try SHA256())
        guard try read(&stored, at: sequence, in: transaction) else { return nil }
        return (stored.evidence(), stored.salt)
    }
}
