import Ledger

/// `ledgerctl verify-export`.
enum VerifyExportCommand {
    private static let checkpoint = Option(
        "checkpoint", "FILE", "The signed checkpoint of the log that was exported.",
        isRequired: true)
    private static let partial = Option(
        "partial", "Lets rows be missing, and rows behind the checkpoint be there.")

    private static let hashesOnly = Option(
        "hashes-only", "Lets the leaves be missing: then a changed cell is not found.")

    static let command = Command(
        "verify-export", "Checks an export of events against a checkpoint; needs no ledger.",
        discussion: """
            Made with --leaves and --all-environments, every cell is compared with what the event's
            leaf says, and the leaves with the checkpoint's root: rows that were changed, left out,
            added or moved are named by sequence. Tokens and appTransactionIds are in no leaf and
            cannot be compared. Without leaves only the hashes are compared, and a changed cell is
            not found: that is a problem unless --hashes-only allows it.

            With --partial each row is checked by itself, and the root only if all rows are there.
            The exit status is 1 if there is any problem.
            """,
        operands: [Operand("FILE", "What 'export events' wrote; - is standard input.")],
        options: [checkpoint, .verifierKey, partial, hashesOnly, .json]
    ) { arguments, console in
        let stated = try arguments.checkpoint(
            at: try arguments.requiredIdentifier(of: checkpoint.name))
        let path = arguments.operands.first ?? InputFile.standardInput
        let verifier = try ExportVerifier(
            checkpoint: stated, isPartial: arguments.has(partial.name),
            needsLeaves: !arguments.has(hashesOnly.name))
        let report = try verify(path, by: verifier, console)
        if arguments.has(Option.json.name) {
            try console.print(json: report.json)
        } else {
            for line in lines(of: report) { try console.print(line) }
        }
        return report.holds ? .done : .answerIsNo
    }

    private static func verify(
        _ path: String, by verifier: ExportVerifier, _ console: Console
    ) throws -> ExportVerification {
        var progress = ProgressLine(
            on: console, unit: "bytes", total: try InputFile.sizeBytes(of: path),
            start: ContinuousClock.now)
        defer { progress.finish() }
        let file = try InputFile(path: path)
        var readBytes: Int64 = 0
        return try verifier.verify {
            progress.update(done: readBytes, now: ContinuousClock.now)
            let chunk = try file.nextChunk()
            readBytes &+= Int64(chunk.count)
            return chunk
        }
    }

    /// What was found, for people.
    static func lines(of report: ExportVerification) -> [String] {
        let leaves = report.hasLeaves ? "with leaves" : "without leaves"
        let root = report.isRootSame ? "the root is the same" : "the root was not reached"
        var lines = [
            "read: rows \(report.rows), \(leaves); checkpoint of \(report.checkpoint.origin), "
                + "events \(report.checkpoint.size); \(root)"
        ]
        lines += report.problems.map(text)
        let hidden = report.problemCount - report.problems.count
        if hidden > 0 { lines.append("and \(hidden) more") }
        lines += report.openQuestions.map { "NOT checked: \($0)" }
        lines.append(report.holds ? "holds" : "does not hold")
        return lines
    }

    /// Such as `changed, event 7, price: it is not what the event's leaf says`.
    private static func text(of problem: ExportVerification.Problem) -> String {
        var parts = [problem.kind.rawValue]
        if let first = problem.firstSequence, let last = problem.lastSequence {
            parts.append(first == last ? "event \(first)" : "events \(first) to \(last)")
        }
        if let column = problem.column { parts.append(column) }
        return "\(parts.joined(separator: ", ")): \(problem.detail)"
    }
}
