/// Deletes what the quarantine holds of a person.
struct QuarantineEraser {
    let tables: LogTables

    /// A row that goes.
    private struct Found {
        let number: UInt64
        let digest: [UInt8]
        let keptByteCount: UInt64
    }

    /// Deletes every row whose bytes name one of the identifiers, with its count.
    ///
    /// The same bytes that come again are kept again: that they were held is forgotten too.
    ///
    /// - Returns: how many rows went.
    /// - Complexity: O(bytes of the quarantine), in memory for one row and the numbers of those found.
    func erase(
        naming identifiers: [String], in transaction: borrowing LMDBWriteTransaction
    ) throws -> Int {
        let search = IdentifierSearch(identifiers)
        var found: [Found] = []
        try tables.quarantine.forEach(in: transaction) { key, value in
            // The whole row, because the name of the input's file may name the person as well.
            guard search.finds(in: [UInt8](copying: value)) else { return true }
            let entry = try QuarantineRow(decoding: value).entry
            found.append(
                Found(
                    number: try LogReader.sequence(of: key), digest: entry.digest,
                    keptByteCount: UInt64(entry.keptBytes.count)))
            return true
        }
        if found.isEmpty { return 0 }
        var totals = try QuarantineTotals(of: tables, in: transaction)
        for row in found {
            let key = LMDBKey(row.number)
            try tables.quarantine.delete(key.bytes, in: transaction)
            try tables.quarantineDigests.delete(row.digest.bytes, in: transaction)
            guard totals.rowCount > 0, totals.byteCount >= row.keptByteCount else {
                throw LedgerError(
                    .damaged, "the quarantine's totals are damaged; restore a backup")
            }
            totals.rowCount -= 1
            totals.byteCount -= row.keptByteCount
        }
        try totals.put(in: tables, transaction)
        return found.count
    }
}
