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
        let held = try tables.quarantineDigests.get(entry.digest.bytes, in: transaction) {
            try QuarantineSighting(decoding: $0)
        }
        if var sighting = held {
            sighting.count(at: instant)
            try put(sighting, of: entry, in: transaction)
            return true
        }
        let number = totals.takeNumber(keeping: entry.bytes.count, limits: limits)
        try totals.put(in: tables, transaction)
        guard let number else { return false }
        let key = LMDBKey(number)
        let row = QuarantineRow(entry, recordedAt: instant).encoded
        try tables.quarantine.append(key.bytes, row.bytes, in: transaction)
        try put(
            QuarantineSighting(number: number, times: 1, lastSeenAt: instant), of: entry,
            in: transaction)
        return true
    }

    private func put(
        _ sighting: QuarantineSighting, of entry: QuarantineEntry,
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        let value = sighting.encoded
        try tables.quarantineDigests.put(entry.digest.bytes, value.bytes, in: transaction)
    }
}
