extension TransactionLedger {
    /// Inputs that were not taken in, by number, without their bytes.
    ///
    /// - Parameters:
    ///   - limit: the most that are returned; at least 1.
    ///   - number: only those with a higher number, so that the last one's number asks for the next
    ///     page; 0 begins at the first.
    /// - Returns: at most `limit` of them; fewer only at the end.
    /// - Throws: `LedgerError.Code.invalidArgument`, `StorageError`, `RecordError` and
    ///   `LedgerError.Code.damaged` when the data file is damaged.
    /// - Complexity: O(`limit`), and the kept bytes are read.
    public func quarantine(
        limit: Int, after number: UInt64 = 0
    ) throws -> [QuarantinedInput] {
        guard limit > 0 else {
            throw LedgerError(.invalidArgument, "ask for at least one quarantined input")
        }
        guard number < .max else { return [] }
        let tables = reader.tables
        return try environment.read { transaction in
            var inputs: [QuarantinedInput] = []
            let range = LMDBRange.bounds(from: LMDBKey(number + 1), through: nil)
            try tables.quarantine.forEach(range, in: transaction) { key, value in
                let number = try LogReader.sequence(of: key)
                let row = try QuarantineRow(decoding: value, number: number)
                inputs.append(try quarantined(number, row, in: transaction))
                return inputs.count < limit
            }
            return inputs
        }
    }

    /// One input that was not taken in, without its bytes.
    ///
    /// - Parameter number: its number.
    /// - Returns: what is kept of it; nil where the quarantine holds no such number.
    /// - Throws: `StorageError`, `RecordError` and `LedgerError.Code.damaged` when the data file is
    ///   damaged.
    public func quarantinedInput(number: UInt64) throws -> QuarantinedInput? {
        try environment.read { transaction in
            try quarantineRow(number, in: transaction).map {
                try quarantined(number, $0, in: transaction)
            }
        }
    }

    /// The bytes that are kept of an input that was not taken in.
    ///
    /// They are as they were received, and nothing about them is to be believed.
    ///
    /// - Parameter number: its number.
    /// - Returns: the bytes; nil where the quarantine holds no such number.
    /// - Throws: `StorageError`, `RecordError` and `LedgerError.Code.damaged` when the data file is
    ///   damaged.
    public func quarantinedBytes(number: UInt64) throws -> [UInt8]? {
        try environment.read { try quarantineRow(number, in: $0)?.entry.keptBytes }
    }

    private func quarantineRow(
        _ number: UInt64, in transaction: borrowing LMDBReadTransaction
    ) throws -> QuarantineRow? {
        let key = LMDBKey(number)
        return try reader.tables.quarantine.get(key.bytes, in: transaction) {
            try QuarantineRow(decoding: $0, number: number)
        }
    }

    /// A row beside its count; that it has none is damage.
    private func quarantined(
        _ number: UInt64, _ row: QuarantineRow, in transaction: borrowing LMDBReadTransaction
    ) throws -> QuarantinedInput {
        let sighting = try QuarantineSighting(
            of: row.entry.digest, in: reader.tables, transaction)
        guard let sighting, sighting.number == number else {
            throw LedgerError(
                .damaged, "quarantine row \(number) has no count; restore a backup")
        }
        return QuarantinedInput(number: number, row: row, sighting: sighting)
    }

    /// How much the quarantine holds, and how much it had no room for.
    ///
    /// - Returns: the counts.
    /// - Throws: `StorageError`, `RecordError` and `LedgerError.Code.damaged` when the data file is
    ///   damaged.
    public func quarantineTotals() throws -> QuarantineTotals {
        try environment.read { try QuarantineTotals(of: reader.tables, in: $0) }
    }
}

extension QuarantinedInput {
    fileprivate init(number: UInt64, row: QuarantineRow, sighting: QuarantineSighting) {
        self.number = number
        recordedAt = row.recordedAt
        lastSeenAt = sighting.lastSeenAt
        times = sighting.times
        kind = row.entry.kind
        reason = row.entry.reason
        location = row.entry.location
        byteCount = row.entry.byteCount
        keptByteCount = row.entry.keptBytes.count
        presenterCount = row.presenters.count
        digest = row.entry.digest
    }
}
