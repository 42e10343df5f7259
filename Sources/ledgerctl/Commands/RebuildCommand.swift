import Ledger

/// `ledgerctl rebuild`.
enum RebuildCommand {
    static let command = Command(
        "rebuild", "Makes every table that follows from the log anew.",
        discussion: """
            Use it when verify finds damage in indexes, counters or live tables, while log, evidence,
            headers, identities and quarantine are intact. Rows that are not as the log says are
            corrected; the log and what it rests on are never changed.
            Nothing is written to a file with a damaged page: restore a backup.

            Other processes may go on. A rebuild that is killed may be run again. It takes as much
            room on the disk meanwhile as the tables have, in rebuild.partial within the ledger.
            """,
        options: [.json]
    ) { arguments, console in
        let report = try rebuild(at: try arguments.ledgerPath(), console)
        if arguments.has(Option.json.name) {
            try console.print(json: report.json)
        } else {
            for table in report.tables where table.correctedCount > 0 {
                try console.print(
                    "\(table.name): added \(table.added), changed \(table.changed), "
                        + "removed \(table.removed)")
            }
            try console.print(
                "rebuilt from \(report.events) events; rows corrected: \(report.correctedCount)")
        }
        return .done
    }

    private static func rebuild(at path: String, _ console: Console) throws -> RebuildReport {
        var progress = ProgressLine(
            on: console, unit: "events", total: nil, start: ContinuousClock.now)
        defer { progress.finish() }
        progress.update(done: 0, now: ContinuousClock.now)
        return try TransactionLedger.rebuild(at: path) { done, _ in
            progress.update(done: Int64(clamping: done), now: ContinuousClock.now)
        }
    }
}
