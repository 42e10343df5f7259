/// Keeps refused inputs within a write transaction, beside the events of their neighbours.
struct QuarantineWriter {
    private let tables: LogTables
    private let limits: QuarantineLimits
    private var totals: QuarantineTotals

    init(
        tables: LogTables, limits: QuarantineLimits,
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        self.tables = tables
        self.limits = limits
        totals = try QuarantineTotals(of: tables, in: transaction)
    }

    /// Keeps an input, or counts it where it is held or there is no room.
    ///
    /// - Returns: whether the table holds it.
    mutating func keep(
        _ entry: QuarantineEntry, at instant: Instant,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> Bool {
        let held = try QuarantineSighting(of: entry.digest, in: tables, transaction)
        if var sighting = held {
            sighting.count(at: instant)
            try put(sighting, digest: entry.digest, in: transaction)
            return try add(entry, toRow: sighting.number, in: transaction)
        }
        let number = totals.takeNumber(keeping: entry.bytes.count, limits: limits)
        try totals.put(in: tables, transaction)
        guard let number else { return false }
        let key = LMDBKey(number)
        let row = try QuarantineRow(entry, recordedAt: instant).encoded(number: number)
        try tables.quarantine.append(key.bytes, row.bytes, in: transaction)
        try put(
            QuarantineSighting(number: number, times: 1, lastSeenAt: instant),
            digest: entry.digest, in: transaction)
        return true
    }

    /// The row of a number; nil where the quarantine holds none.
    func row(
        _ number: UInt64, in transaction: borrowing LMDBWriteTransaction
    ) throws -> QuarantineRow? {
        let key = LMDBKey(number)
        return try tables.quarantine.get(key.bytes, in: transaction) {
            try QuarantineRow(decoding: $0, number: number)
        }
    }

    /// Writes a row anew.
    func replace(
        _ number: UInt64, with row: QuarantineRow, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        let key = LMDBKey(number)
        let value = try row.encoded(number: number)
        try tables.quarantine.put(key.bytes, value.bytes, in: transaction)
    }

    /// Removes a row with its count.
    mutating func remove(
        _ number: UInt64, _ row: QuarantineRow, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        let key = LMDBKey(number)
        try tables.quarantine.delete(key.bytes, in: transaction)
        try tables.quarantineDigests.delete(row.entry.digest.bytes, in: transaction)
        totals.remove(keeping: row.entry.keptBytes.count)
        try totals.put(in: tables, transaction)
    }

    /// Adds to a row what is new about the same bytes, most often nothing.
    ///
    /// - Returns: whether there was room for it.
    private mutating func add(
        _ entry: QuarantineEntry, toRow number: UInt64,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> Bool {
        // What is no signed data has neither a shape nor a presenter.
        if entry.kind == .refused { return true }
        guard let held = try row(number, in: transaction) else {
            throw LedgerError(.damaged, "quarantine row \(number) is missing; restore a backup")
        }
        var row = held
        let hasRoom = row.add(entry)
        if row != held { try replace(number, with: row, in: transaction) }
        if !hasRoom {
            totals.countNotKept()
            try totals.put(in: tables, transaction)
        }
        return hasRoom
    }

    private func put(
        _ sighting: QuarantineSighting, digest: [UInt8],
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        let value = try sighting.encoded(digest: digest)
        try tables.quarantineDigests.put(digest.bytes, value.bytes, in: transaction)
    }
}
