internal import Foundation

extension TransactionLedger {
    /// Makes every table that follows from the log anew, and corrects the ledger's where they
    /// differ: the indexes, the counters and the live tables.
    ///
    /// Log, evidence, headers, the rows of identities, and the quarantine are read and never
    /// changed: what is damaged in them, no rebuild can mend. The tables are made in a directory of
    /// their own within the ledger's, while other processes go on; then the rows that differ are
    /// corrected under the lock, most often in one transaction. A process that is killed leaves a
    /// ledger that opens and can be rebuilt again.
    ///
    /// Other processes that have the ledger open should open it again if the report names
    /// `symbols`: they keep texts in memory.
    ///
    /// - Parameters:
    ///   - path: the ledger's directory; not open in this process.
    ///   - mapSizeBytes: the most that the file may grow to.
    ///   - progress: told now and then how many events of how many are done.
    /// - Returns: which tables had how many rows that were not as the log says.
    /// - Throws: `LedgerError` (`noSuchLedger`, `newerFormat`, `damaged`; `invalidArgument` where
    ///   another rebuild is at work), `RecordError` where a record of the log cannot be read,
    ///   `StorageError`; `pageDamaged` and `truncated` before anything is written: such a file only a
    ///   backup can replace.
    /// - Complexity: O(events + pages); in memory a number for each line and account. On the disk it takes
    ///   as much room meanwhile as the tables have.
    public static func rebuild(
        at path: String, mapSizeBytes: Int = mapSizeBytesDefault,
        progress: (_ done: UInt64, _ all: UInt64) -> Void = { _, _ in }
    ) throws -> RebuildReport {
        try rebuild(
            at: path, mapSizeBytes: mapSizeBytes, correction: TableCorrection(),
            progress: progress)
    }

    /// Rebuilds with transactions of the caller's size.
    static func rebuild(
        at path: String, mapSizeBytes: Int = mapSizeBytesDefault, correction: TableCorrection,
        progress: (_ done: UInt64, _ all: UInt64) -> Void = { _, _ in }
    ) throws -> RebuildReport {
        try refuseDamagedPages(at: path, mapSizeBytes: mapSizeBytes)
        let ledger = try TransactionLedger(at: path, mapSizeBytes: mapSizeBytes)
        let environment = ledger.environment
        defer { environment.close() }
        let store = try RebuildStore(inLedgerAt: path, mapSizeBytes: mapSizeBytes)
        defer { store.remove() }
        var derived = try DerivedTables(reader: ledger.reader, live: ledger.live, store: store)
        let all = try environment.read { try ledger.reader.lastSequence(in: $0) }
        while derived.sequence < all {
            _ = try environment.read { try derived.takeEvents(in: $0) }
            progress(derived.sequence, all)
        }
        while try environment.read({ try derived.foldSome(in: $0) }) {}
        var correction = correction
        while !correction.isComplete {
            try environment.write { transaction in
                // What was appended meanwhile.
                while try derived.takeEvents(in: transaction) {}
                while try derived.foldSome(in: transaction) {}
                try correction.run(derived, in: transaction)
            }
        }
        return correction.report
    }

    /// Throws where a page is damaged: liblmdb would follow it, and write to wherever it leads.
    ///
    /// What values hold, and whether a table is gone, is what a rebuild corrects.
    private static func refuseDamagedPages(at path: String, mapSizeBytes: Int) throws {
        do {
            _ = try PageCheck.run(
                directory: path, mapSizeBytes: mapSizeBytes,
                tables: PageCheckTables(isKnown: { _ in true }, areComplete: { _ in true }),
                progress: { _, _ in })
        } catch StorageError.storeMissing, StorageError.directoryMissing {
            // The opening says so in the words of a ledger.
        }
    }
}
