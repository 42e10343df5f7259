/// Deletes what the quarantine holds of a person.
struct QuarantineEraser {
    let tables: LogTables

    /// Deletes every row that names one of the identifiers, in its bytes or as who presented them,
    /// with its count.
    ///
    /// The same bytes that come again are kept again: that they were held is forgotten too.
    ///
    /// - Returns: how many rows went.
    /// - Complexity: O(bytes of the quarantine), in memory for one row and the numbers of those found.
    func erase(
        naming identifiers: [String], in transaction: borrowing LMDBWriteTransaction
    ) throws -> Int {
        let search = IdentifierSearch(identifiers)
        var found: [UInt64] = []
        try tables.quarantine.forEach(in: transaction) { key, value in
            let number = try LogReader.sequence(of: key)
            let row = try QuarantineRow(decoding: value, number: number)
            let isPresented = row.presenters.contains { identifiers.contains($0.text) }
            // The whole row, because the name of the input's file may name the person as well.
            if isPresented || search.finds(in: [UInt8](copying: value)) { found.append(number) }
            return true
        }
        if found.isEmpty { return 0 }
        var writer = try QuarantineWriter(
            tables: tables, limits: QuarantineLimits(), in: transaction)
        for number in found {
            guard let row = try writer.row(number, in: transaction) else { continue }
            try writer.remove(number, row, in: transaction)
        }
        return found.count
    }
}
