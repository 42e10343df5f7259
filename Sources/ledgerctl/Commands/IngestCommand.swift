import Foundation
import Ledger

/// `ledgerctl ingest`.
enum IngestCommand {
    private static let presentedBy = Option(
        "presented-by", "UUID", "The account of the host that presented it.")

    static let command = Command(
        "ingest", "Takes in what the App Store signed.",
        discussion: """
            Files may hold notifications, App Store Server API responses, app transactions and bare
            JWS, one or many, mixed freely. What was taken in before is counted as a duplicate, so
            that a file can be given again at any time.

            Everything that can be taken in is. The exit status is 1 if anything was not: each such
            input is named with its reason, and kept. 'quarantine list' lists them, and 'quarantine
            retry' tries them again after 'configure'.

            Where the disk or a file fails, what was taken in before is stored and counted, and the
            file and the input at which it stopped are named.
            """,
        operands: [Operand("FILE", "What to take in; - is standard input.", isRepeated: true)],
        options: [presentedBy, .json]
    ) { arguments, console in
        let account = try arguments.uuid(of: presentedBy.name)
        let bytes = try totalBytes(of: arguments.operands)
        let run = try await arguments.withLedger { ledger in
            var progress = ProgressLine(
                on: console, unit: "bytes", total: bytes, start: ContinuousClock.now)
            defer { progress.finish() }
            return await takeIn(
                arguments.operands, into: ledger, presentedBy: account, console, &progress)
        }
        if let (stop, _) = run.stop {
            console.note(
                "stopped at input \(stop.input) of \(stop.source); what is counted is stored and "
                    + "need not be given again")
        }
        do {
            if arguments.has(Option.json.name) {
                try console.print(json: run.json)
            } else {
                IngestSummary.tell(run.report.problems, on: console)
                try console.print(IngestSummary.text(of: run.report))
            }
        } catch  where run.stop == nil {
            throw error
        }
        // What it stopped at is the reason, also where nobody reads the counts any more.
        if let (_, error) = run.stop { throw error }
        return run.report.problems.isEmpty ? .done : .answerIsNo
    }

    /// How far it came.
    private struct Run {
        var report = IngestReport()
        /// Where and why it went no further.
        var stop: (place: IngestReport.Stop, error: any Error)?

        var json: [UInt8] { stop.map { report.json(stopped: $0.place) } ?? report.json }
    }

    /// How much there is to read; nil if one of the files is a pipe or the like.
    ///
    /// A file that is missing is found before anything is taken in.
    private static func totalBytes(of paths: [String]) throws(CommandFailure) -> Int64? {
        var total: Int64? = 0
        for path in paths {
            let size = try InputFile.sizeBytes(of: path)
            total = total.flatMap { sum in size.map { sum &+ $0 } }
        }
        return total
    }

    private static func takeIn(
        _ paths: [String], into ledger: TransactionLedger, presentedBy account: UUID?,
        _ console: Console, _ progress: inout ProgressLine
    ) async -> Run {
        var run = Run()
        var readBytes: Int64 = 0
        for path in paths {
            let readBefore = run.report.read
            do {
                let file = try InputFile(path: path)
                try await ledger.ingest(name: path, presentedBy: account, into: &run.report) {
                    let chunk = try file.nextChunk()
                    progress.update(done: readBytes, now: ContinuousClock.now)
                    readBytes &+= Int64(chunk.count)
                    return chunk
                }
            } catch {
                let place = IngestReport.Stop(
                    source: path, input: run.report.read - readBefore + 1,
                    reason: Program.message(of: error) ?? "")
                run.stop = (place, error)
                return run
            }
        }
        return run
    }
}

/// What became of a run of inputs, for people.
enum IngestSummary {
    /// Such as `read 12: appended 9, duplicates 2, quarantined 1, refused 0; events 21 (1 to 21)`.
    static func text(of report: IngestReport) -> String {
        let inputs =
            "read \(report.read): appended \(report.appended), duplicates \(report.duplicates), "
            + "quarantined \(report.quarantined), refused \(report.refused); "
            + "events \(report.events)"
        guard let first = report.firstSequence, let last = report.lastSequence else {
            return inputs
        }
        return inputs + " (\(first) to \(last))"
    }

    /// Notes each problem, such as `notes.jsonl:7: quarantined, certificateNotTrusted`.
    static func tell(_ problems: [IngestReport.Problem], on console: Console) {
        for problem in problems {
            let cause = problem.cause.map { " (\($0))" } ?? ""
            console.note("\(problem.input): \(problem.kind), \(problem.reason)\(cause)")
        }
    }
}
