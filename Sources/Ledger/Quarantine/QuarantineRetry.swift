/// Tries inputs of the quarantine again: verifies some rows ahead of the writer, then takes in what
/// verifies and removes its rows, in one commit.
struct QuarantineRetry: Sendable {
    /// Rows that share a commit at most.
    static let rowsPerSliceMax = 512
    /// Kept bytes that share a commit at most, unless one row has more: 8 MiB.
    static let bytesPerSliceMax = 8 * 1024 * 1024
    /// Rows that one task verifies.
    private static let rowsPerTask = 16

    let writer: GroupCommitWriter<LedgerBatch>
    let verifier: SignedInputVerifier
    let preparation: SubmissionPreparation
    let clock: @Sendable () -> Instant

    /// A row with what today's check says of it.
    private struct Checked: Sendable {
        let number: UInt64
        let input: PreparedInput
    }

    /// What became of one row.
    enum Ending: Sendable {
        case tried([IngestOutcome])
        case notTried(QuarantineRetryReport.Obstacle)
    }

    /// Tries rows again.
    ///
    /// - Returns: what is durable of it, a row each, in their order.
    func perform(
        _ rows: [(number: UInt64, row: QuarantineRow)]
    ) async throws -> [(number: UInt64, ending: Ending)] {
        let checked = try await check(rows)
        guard !checked.isEmpty else { return [] }
        return try await writer.perform { [clock] batch, transaction in
            // May run again in another transaction, so everything begins anew.
            var quarantine = try QuarantineWriter(
                tables: batch.reader.tables, limits: QuarantineLimits(), in: transaction)
            return try checked.map { item in
                let ending = try Self.take(item, clock(), &batch, &quarantine, in: transaction)
                return (item.number, ending)
            }
        }
    }

    /// Verifies rows on every core, and keeps their order.
    private func check(_ rows: [(number: UInt64, row: QuarantineRow)]) async throws -> [Checked] {
        try await withThrowingTaskGroup(of: (Int, [Checked]).self) { tasks in
            for start in stride(from: 0, to: rows.count, by: Self.rowsPerTask) {
                let part = Array(rows[start..<min(rows.count, start + Self.rowsPerTask)])
                tasks.addTask {
                    (
                        start,
                        try part.map { Checked(number: $0.number, input: try check($0.row.entry)) }
                    )
                }
            }
            var parts: [(Int, [Checked])] = []
            for try await part in tasks { parts.append(part) }
            return parts.sorted { $0.0 < $1.0 }.flatMap(\.1)
        }
    }

    /// Verifies one row's bytes in each form in which they came, until one is believed.
    private func check(_ entry: QuarantineRow.Entry) throws -> PreparedInput {
        var last: PreparedInput?
        for input in entry.shapes.inputs(of: entry.keptBytes) {
            let prepared = try PreparedInput(
                input, verifier: verifier, preparation: preparation, readAt: clock(),
                presenter: nil, location: entry.location)
            if case .submission = prepared { return prepared }
            last = last ?? prepared
        }
        guard let last else {
            throw LedgerError(
                .damaged, "a quarantine row says of no input where it stood; restore a backup")
        }
        return last
    }

    /// Does the writer's part of one row; another process may have taken it in meanwhile.
    private static func take(
        _ checked: Checked, _ now: Instant, _ batch: inout LedgerBatch,
        _ quarantine: inout QuarantineWriter, in transaction: borrowing LMDBWriteTransaction
    ) throws -> Ending {
        let number = checked.number
        guard var row = try quarantine.row(number, in: transaction) else {
            return .notTried(.noSuchRow)
        }
        switch checked.input {
        case .submission(let submission):
            var outcomes: [IngestOutcome] = []
            // Each account that presented it, or nobody.
            let presenters = row.presenters.map(Optional.some)
            for presenter in presenters.isEmpty ? [nil] : presenters {
                let presented = submission.presented(by: presenter)
                outcomes.append(
                    IngestOutcome(try batch.append(presented, clock: now, in: transaction)))
            }
            try quarantine.remove(number, row, in: transaction)
            return .tried(outcomes)
        case .quarantined(let reason, _):
            if row.entry.reason != reason.rawValue {
                row.entry.reason = reason.rawValue
                try quarantine.replace(number, with: row, in: transaction)
            }
            return .tried([IngestOutcome(ending: .quarantined(reason, isKept: true))])
        }
    }
}
