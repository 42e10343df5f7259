import Ledger

/// `ledgerctl quarantine retry`.
enum QuarantineRetryCommand {
    static let command = Command(
        "quarantine retry", "Verifies again what is quarantined, and takes in what now passes.",
        discussion: """
            Use it after configure, when genuine inputs were quarantined because an app, an
            environment or a root was not named. What now passes is taken in as if it came now, for
            the accounts that presented it, and leaves the quarantine; the rest stays, with the
            reason of today. Without ROW everything that can be tried is.

            What is no signed data, or is kept only in part, cannot be tried: give it to ingest
            again from where it came. The exit status is 1 if anything that was tried, or was named,
            is not taken in.
            """,
        operands: [
            Operand(
                "ROW", "A row's number; all, unless given.", isRepeated: true, isRequired: false)
        ],
        options: [.json]
    ) { arguments, console in
        let numbers = try arguments.operands.map(QuarantinedInputText.number)
        let report = try await arguments.withLedger { ledger in
            try await retry(numbers.isEmpty ? nil : numbers, of: ledger, console)
        }
        if arguments.has(Option.json.name) {
            try console.print(json: report.json)
        } else {
            IngestSummary.tell(report.inputs.problems, on: console)
            try console.print(
                IngestSummary.text(of: report.inputs) + "; not retried \(report.notRetried)")
        }
        return report.inputs.problems.isEmpty ? .done : .answerIsNo
    }

    private static func retry(
        _ numbers: [UInt64]?, of ledger: TransactionLedger, _ console: Console
    ) async throws -> QuarantineRetryReport {
        let total = try numbers.map { UInt64($0.count) } ?? ledger.quarantineTotals().rowCount
        var progress = ProgressLine(
            on: console, unit: "rows", total: Int64(clamping: total), start: ContinuousClock.now)
        var report = QuarantineRetryReport()
        do {
            try await ledger.retryQuarantined(numbers, into: &report) { done, _ in
                progress.update(done: Int64(clamping: done), now: ContinuousClock.now)
            }
        } catch {
            progress.finish()
            IngestSummary.tell(report.inputs.problems, on: console)
            console.note("stopped; what was taken in is durable, and a retry goes on from there")
            throw error
        }
        progress.finish()
        return report
    }
}
