import Ledger

/// `ledgerctl export`.
enum ExportCommand {
    private static let format = Option(
        "format", "FORMAT", "CSV, unless given.", choices: ExportFormat.allCases.map(\.rawValue))
    private static let leaves = Option(
        "leaves", "Of events: adds each leaf's input in base64 as the last column.")
    private static let allEnvironments = Option(
        "all-environments", "Of events: exports those of every environment.")
    private static let checkpointKey = Option(
        "checkpoint-key", "FILE",
        "Of events: signs a checkpoint first, and exports exactly its events.")
    private static let optionsOfEvents = [leaves, allEnvironments, checkpointKey]

    static let command = Command(
        "export", "Writes a table of everything, as CSV or JSON Lines.",
        discussion: """
            The columns of each KIND are fixed. --from and --to choose events by the instant of
            recording, transactions by purchase date, and movements by their effective instant;
            the other kinds have no range. An event does not change with --as-of, so that the export
            of events takes only --known-at, --known-sequence or --as-at.

            A file is whole or not there: it takes its name when it is complete. Beside the --output
            FILE of events, FILE.checkpoint is the newest checkpoint of no more events than were
            exported, if there is one. 'verify-export' compares the two: for an auditor, export with
            --leaves, --all-environments and --checkpoint-key.
            """,
        operands: [
            Operand("KIND", "What to write.", choices: ExportKind.allCases.map(\.rawValue))
        ],
        options: [format, .output] + Option.instants + [.from, .to, .environment] + optionsOfEvents,
        exclusiveOptions: ExclusiveOptions.instants + [
            ExclusiveOptions(options: [Option.environment.name, allEnvironments.name])
        ]
            + ["known-at", "known-sequence", "as-at"].map {
                ExclusiveOptions(options: [checkpointKey.name, $0])
            }
    ) { arguments, console in
        let kind = try kind(arguments)
        let cut = try arguments.cut(now: Instant.now)
        let range = TransactionLedger.ExportRange(
            from: try arguments.instant(of: Option.from.name),
            to: try arguments.instant(of: Option.to.name))
        let key = try arguments.value(of: checkpointKey.name).map { try CheckpointKey(at: $0) }
        try await arguments.withLedger { ledger in
            if !arguments.has(allEnvironments.name) {
                console.noteIfNotAccepted(arguments.storeEnvironment, by: ledger.configuration)
            }
            guard kind == .events else {
                return try export(kind, of: ledger, at: cut, range, arguments, console)
            }
            var known = cut
            if let key {
                let size = try await ledger.signCheckpoint(with: key).size
                known = Cut(asOf: cut?.asOf ?? .now, knowledge: .sequence(size))
            }
            try exportEvents(of: ledger, at: known, range, arguments, console)
        }
        return .done
    }

    private static func export(
        _ kind: ExportKind, of ledger: TransactionLedger, at cut: Cut?,
        _ range: TransactionLedger.ExportRange, _ arguments: ParsedArguments, _ console: Console
    ) throws {
        try arguments.withOutput(console) { write in
            try withoutActuallyEscaping(write) { write in
                _ = try ledger.export(
                    kind, format: givenFormat(arguments),
                    environment: arguments.storeEnvironment, at: cut, range: range, write: write)
            }
        }
    }

    private static func exportEvents(
        of ledger: TransactionLedger, at cut: Cut?, _ range: TransactionLedger.ExportRange,
        _ arguments: ParsedArguments, _ console: Console
    ) throws {
        let events = try ledger.statistics().events
        var progress = ProgressLine(
            on: console, unit: "events", total: Int64(clamping: events),
            start: ContinuousClock.now)
        defer { progress.finish() }
        let last = try arguments.withOutput(console) { write in
            try withoutActuallyEscaping(write) { write in
                try ledger.exportEvents(
                    format: givenFormat(arguments),
                    environment: arguments.has(allEnvironments.name)
                        ? nil : arguments.storeEnvironment,
                    at: cut, range: range, withLeaves: arguments.has(leaves.name),
                    progress: { done, _ in
                        progress.update(done: Int64(clamping: done), now: ContinuousClock.now)
                    }, write: write)
            }
        }
        progress.finish()
        try writeCheckpoint(of: ledger, through: last, arguments, console)
    }

    /// Writes the newest checkpoint that states no more than was exported beside the file.
    private static func writeCheckpoint(
        of ledger: TransactionLedger, through last: UInt64, _ arguments: ParsedArguments,
        _ console: Console
    ) throws {
        // Beside a device or a pipe there is no place for a file.
        guard let path = arguments.value(of: Option.output.name), path != "-",
            try InputFile.sizeBytes(of: path) != nil,
            let checkpoint = try ledger.newestCheckpoint(sizeMax: last)
        else { return }
        let note = checkpoint.note
        try OutputFile.replace("\(path).checkpoint") { write in try write(note.span) }
        if checkpoint.size < last {
            console.note(
                "\(path).checkpoint states \(checkpoint.size) of \(last) events; sign a newer one "
                    + "with --checkpoint-key, or export with --known-sequence \(checkpoint.size)")
        }
    }

    private static func givenFormat(_ arguments: ParsedArguments) -> ExportFormat {
        arguments.value(of: format.name).flatMap { ExportFormat(rawValue: $0) } ?? .csv
    }

    /// What to export; an option is refused where it would change nothing.
    private static func kind(_ arguments: ParsedArguments) throws(UsageError) -> ExportKind {
        guard let kind = arguments.operands.first.flatMap({ ExportKind(rawValue: $0) }) else {
            throw .missingOperand("KIND")
        }
        for option in optionsOfEvents where kind != .events && arguments.has(option.name) {
            throw .wrongValue(of: "KIND with --\(option.name)", expected: "events")
        }
        if kind == .events, arguments.has("as-of") {
            throw .wrongValue(
                of: "KIND with --as-of",
                expected: "one about an instant; events are cut by --known-at or --known-sequence")
        }
        if arguments.has(checkpointKey.name), !arguments.has(Option.output.name) {
            throw .missingOption("--output FILE")
        }
        let hasRange = arguments.has(Option.from.name) || arguments.has(Option.to.name)
        switch kind {
        case .events, .transactions, .movements: return kind
        case .entitlements, .statuses, .balances:
            guard !hasRange else {
                throw .wrongValue(
                    of: "KIND with --from or --to", expected: "events, transactions or movements")
            }
            return kind
        }
    }
}
