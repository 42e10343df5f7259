import Foundation
import Ledger

/// `ledgerctl tiles`.
enum TilesCommand {
    static let command = Command(
        "tiles", "Writes the log as C2SP tlog-tiles, for other people's tools.",
        discussion: """
            DIR gets the checkpoint, the tree's hashes and the leaves; a web server can serve it as
            it is. A newer checkpoint into the same DIR writes only what is new. The leaves hold
            everything but tokens and appTransactionIds: show them to whom you would show the log.
            """,
        operands: [Operand("DIR", "The directory; made where it is missing.")],
        options: [.checkpoint, .verifierKey, .json]
    ) { arguments, console in
        let checkpoint = try arguments.checkpointIfGiven()
        let directory = try arguments.required("DIR", arguments.operands.first)
        let report = try await arguments.withLedger { ledger in
            try write(ledger, to: directory, at: checkpoint, console)
        }
        if arguments.has(Option.json.name) {
            try console.print(json: report.json)
        } else {
            try console.print(
                "wrote: events \(report.size), tiles \(report.tileCount), "
                    + "bundles \(report.bundleCount)")
            for path in report.omittedBundles {
                console.note("left out: \(path), which has an entry that is too long for the form")
            }
        }
        return .done
    }

    private static func write(
        _ ledger: TransactionLedger, to directory: String, at checkpoint: LedgerCheckpoint?,
        _ console: Console
    ) throws -> TilesReport {
        var progress = ProgressLine(
            on: console, unit: "events", total: nil, start: ContinuousClock.now)
        defer { progress.finish() }
        do {
            return try ledger.writeTiles(to: directory, at: checkpoint) { done, _ in
                progress.update(done: Int64(clamping: done), now: ContinuousClock.now)
            }
        } catch let error as CocoaError {
            throw CommandFailure(
                status: .storageFailed,
                message: "cannot write \(directory): \(error.localizedDescription)")
        }
    }
}
