import Ledger

/// `ledgerctl backup`.
enum BackupCommand {
    static let command = Command(
        "backup", "Copies the ledger, while it is in use, into a directory.",
        discussion: """
            DIR is made, or is an empty directory. The copy is made beside it, in a directory whose
            name begins with a dot and has .partial in it, and takes the name DIR when it is whole
            and on the disk. What a killed backup left behind under such a name may be deleted.

            Open a backup with --ledger DIR like any ledger, and run verify on it.
            """,
        operands: [Operand("DIR", "The directory that becomes the backup.")],
        options: [.json]
    ) { arguments, console in
        guard let path = arguments.operands.first, !path.isEmpty else {
            throw UsageError.missingOperand("DIR")
        }
        let report = try await arguments.withLedger { ledger in
            try backUp(ledger, to: path, console)
        }
        if !report.isCompacted {
            console.note("free pages could not be left out; the copy has them too")
        }
        if arguments.has(Option.json.name) {
            try console.print(json: report.json)
        } else {
            try console.print(
                "backed up: events \(report.events), up to event \(report.sequence), "
                    + "bytes \(report.bytes)")
        }
        return .done
    }

    private static func backUp(
        _ ledger: TransactionLedger, to path: String, _ console: Console
    ) throws -> BackupReport {
        var progress = ProgressLine(
            on: console, unit: "bytes", total: Int64(try ledger.statistics().usedBytes),
            start: ContinuousClock.now)
        defer { progress.finish() }
        progress.update(done: 0, now: ContinuousClock.now)
        return try ledger.backup(to: path) { bytes, _ in
            progress.update(done: Int64(bytes), now: ContinuousClock.now)
        }
    }
}
