import Ledger

/// `ledgerctl verify`.
enum VerifyCommand {
    private static let signatures = Option(
        "signatures", "Also verifies every signature again, and reads every record again from it.")

    static let command = Command(
        "verify", "Checks the whole ledger for damage.",
        discussion: """
            Walks the pages of the data file first, before the ledger is opened. Then checks the
            records, the indexes and the evidence against the log, and the live tables against a
            replay of it. What is appended meanwhile is left out. The exit status is 1 if there is
            any damage.

            Stored checkpoints are always compared with the log. Only one that somebody else kept,
            given as --checkpoint, shows that the log was not rewritten or cut with all that is
            stored in it.
            """,
        options: [signatures, .checkpoint, .verifierKey, .json]
    ) { arguments, console in
        let checkpoint = try arguments.checkpointIfGiven()
        let report = try await report(
            of: arguments, against: checkpoint.map { [$0] } ?? [], console)
        if arguments.has(Option.json.name) {
            try console.print(json: report.json)
        } else {
            try console.print(summary(of: report))
            for damage in report.damage { try console.print(text(of: damage)) }
            let hidden = report.damageCount - report.damage.count
            if hidden > 0 { try console.print("and \(hidden) more") }
            for question in report.openQuestions { try console.print("NOT checked: \(question)") }
            try console.print(verdict(of: report))
        }
        return report.isIntact ? .done : .answerIsNo
    }

    /// Checks the pages, then what is in them; damaged pages are not looked into.
    private static func report(
        of arguments: ParsedArguments, against checkpoints: [LedgerCheckpoint], _ console: Console
    ) async throws -> VerificationReport {
        do {
            try checkPages(at: arguments.ledgerPath(), console)
            return try await arguments.withLedger { ledger in
                try verify(
                    ledger, signatures: arguments.has(signatures.name), against: checkpoints,
                    console)
            }
        } catch {
            guard let report = VerificationReport(damage: error) else { throw error }
            return report
        }
    }

    private static func checkPages(at path: String, _ console: Console) throws {
        let progress = ProgressOfPages(on: console)
        defer { progress.line.finish() }
        do {
            _ = try TransactionLedger.checkPages(at: path) { done, all in
                progress.update(done: done, all: all)
            }
        } catch StorageError.storeMissing, StorageError.directoryMissing {
            // The opening says so in the words of a ledger.
        }
    }

    private static func verify(
        _ ledger: TransactionLedger, signatures: Bool, against checkpoints: [LedgerCheckpoint],
        _ console: Console
    ) throws -> VerificationReport {
        let events = try ledger.statistics().events
        var progress = ProgressLine(
            on: console, unit: "events", total: Int64(clamping: events),
            start: ContinuousClock.now)
        defer { progress.finish() }
        progress.update(done: 0, now: ContinuousClock.now)
        return try ledger.verify(signatures: signatures, checkpoints: checkpoints) { done, _ in
            progress.update(done: Int64(clamping: done), now: ContinuousClock.now)
        }
    }

    /// Whether the ledger is intact, and what to do where it is not.
    private static func verdict(of report: VerificationReport) -> String {
        if report.isIntact { return "intact" }
        let correctable: Set<VerificationReport.Damage.Kind> = [
            .indexRowMissing, .rowCountDiffers, .liveTableDiffers, .rowUnreadable,
        ]
        let isCorrectable =
            report.damage.count == report.damageCount
            && report.damage.allSatisfy { correctable.contains($0.kind) }
        if report.damage.allSatisfy({ $0.kind == .checkpointDiffers }) {
            return "damaged: this is not the log that was signed; restore a backup that is"
        }
        return isCorrectable
            ? "damaged: rebuild, and verify again; restore a backup if that is not enough"
            : "damaged: restore a backup"
    }

    /// What was checked, in a line.
    static func summary(of report: VerificationReport) -> String {
        "checked: events \(report.events), evidence \(report.evidence)"
            + (report.erasedEvidence > 0 ? " (and \(report.erasedEvidence) erased)" : "") + ", "
            + "signatures \(report.signatures)"
            + (report.notAccepted > 0 ? " (\(report.notAccepted) not accepted now)" : "")
            + ", states \(report.states), "
            + "quarantined \(report.quarantined), checkpoints \(report.checkpoints)"
    }

    /// Such as `recordUnreadable, event 7: the record ends early`.
    static func text(of damage: VerificationReport.Damage) -> String {
        let place = damage.sequence.map { ", event \($0)" } ?? ""
        return "\(damage.kind.rawValue)\(place): \(damage.detail)"
    }
}

/// The progress line of a walk over pages, which tells how many there are.
private final class ProgressOfPages {
    private let console: Console
    var line: ProgressLine

    init(on console: Console) {
        self.console = console
        line = ProgressLine(on: console, unit: "pages", total: nil, start: ContinuousClock.now)
    }

    func update(done: UInt64, all: UInt64) {
        line.total = Int64(clamping: all)
        line.update(done: Int64(clamping: done), now: ContinuousClock.now)
    }
}
