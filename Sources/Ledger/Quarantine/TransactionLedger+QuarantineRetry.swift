extension TransactionLedger {
    /// Verifies inputs of the quarantine again, and takes in those that now pass.
    ///
    /// What the ledger accepts is read anew, so that a `configure` counts at once. An input that
    /// passes is taken in as if it came now: with the same events, for each account that presented
    /// it, recorded at the instant of now, and its row is removed in the same commit. The others
    /// stay with their reason of today. Two processes may do this at once, and a crash leaves
    /// nothing half done.
    ///
    /// - Parameters:
    ///   - numbers: which rows; every one that can be tried, if nil.
    ///   - report: where the counts and problems are added, slice by slice.
    ///   - progress: told now and then how many rows of how many are done.
    /// - Throws: `StorageError`, `RecordError` and `LedgerError.Code.damaged`, when the storage
    ///   fails; `VerificationFault`, when a check could not be made; `CancellationError`. What is
    ///   counted in the report is durable.
    /// - Complexity: O(rows), in memory for one slice of them.
    public func retryQuarantined(
        _ numbers: [UInt64]? = nil, into report: inout QuarantineRetryReport,
        progress: (_ done: UInt64, _ all: UInt64) -> Void = { _, _ in }
    ) async throws {
        let accepted = try environment.read {
            try Self.configuration(reader.tables.meta, in: $0)
        }
        let retry = QuarantineRetry(
            writer: writer, verifier: try Self.makeVerifier(accepted), preparation: preparation,
            clock: clock)
        var rest = QuarantineRows(numbers: numbers)
        let all = try numbers.map { UInt64($0.count) } ?? quarantineTotals().rowCount
        while let slice = try nextSlice(of: &rest) {
            try Task.checkCancellation()
            for (number, obstacle) in slice.obstacles { report.add(obstacle, ofRow: number) }
            for (number, ending) in try await retry.perform(slice.rows) {
                switch ending {
                case .tried(let outcomes): report.add(outcomes, ofRow: number)
                // Every row that was found was asked for; that it is gone by now is no problem.
                case .notTried(let obstacle):
                    if numbers != nil { report.add(obstacle, ofRow: number) }
                }
            }
            progress(rest.doneCount, all)
        }
    }

    /// Reads the next rows that share a commit; nil at the end.
    private func nextSlice(of rest: inout QuarantineRows) throws -> QuarantineSlice? {
        try environment.read { transaction in
            var slice = QuarantineSlice()
            while !slice.isFull, let number = try rest.next(in: reader.tables, transaction) {
                let key = LMDBKey(number)
                let row = try reader.tables.quarantine.get(key.bytes, in: transaction) {
                    try QuarantineRow(decoding: $0, number: number)
                }
                slice.add(number, row, isNamed: rest.isNamed)
            }
            return slice.isEmpty ? nil : slice
        }
    }
}

/// Which rows are still to be tried.
private struct QuarantineRows {
    /// Whether the caller named the rows.
    let isNamed: Bool
    private var named: ArraySlice<UInt64>
    private var last: UInt64 = 0
    private(set) var doneCount: UInt64 = 0

    init(numbers: [UInt64]?) {
        isNamed = numbers != nil
        named = (numbers ?? [])[...]
    }

    /// The next number; nil at the end.
    mutating func next(
        in tables: LogTables, _ transaction: borrowing LMDBReadTransaction
    ) throws -> UInt64? {
        let number: UInt64?
        if isNamed {
            number = named.popFirst()
        } else if last == .max {
            number = nil
        } else {
            let range = LMDBRange.bounds(from: LMDBKey(last + 1), through: nil)
            number = try tables.quarantine.first(range, in: transaction) { key, _ in
                try LogReader.sequence(of: key)
            }
        }
        guard let number else { return nil }
        last = number
        doneCount += 1
        return number
    }
}

/// Rows that share a commit, and those among them that cannot be tried.
private struct QuarantineSlice {
    private(set) var rows: [(number: UInt64, row: QuarantineRow)] = []
    private(set) var obstacles: [(number: UInt64, obstacle: QuarantineRetryReport.Obstacle)] = []
    private var visitedCount = 0
    private var byteCount = 0

    var isEmpty: Bool { visitedCount == 0 }

    var isFull: Bool {
        visitedCount >= QuarantineRetry.rowsPerSliceMax
            || byteCount >= QuarantineRetry.bytesPerSliceMax
    }

    /// Takes a row; what is no signed data is passed over in silence unless it was named.
    mutating func add(_ number: UInt64, _ row: QuarantineRow?, isNamed: Bool) {
        visitedCount += 1
        guard let row else { return obstacles.append((number, .noSuchRow)) }
        if row.entry.kind == .refused {
            if isNamed { obstacles.append((number, .notSignedData)) }
        } else if row.entry.isWhole {
            rows.append((number, row))
            byteCount += row.entry.keptBytes.count
        } else {
            obstacles.append((number, .keptInPart))
        }
    }
}
