import Ledger

/// `ledgerctl export`.
enum ExportCommand {
    private static let format = Option(
        "format", "FORMAT", "CSV, unless given.", choices: ExportFormat.allCases.map(\.rawValue))

    static let command = Command(
        "export", "Writes a table of everything, as CSV or JSON Lines.",
        discussion: """
            The columns of each KIND are fixed. --from and --to choose events by the instant of
            recording, transactions by purchase date, and movements by their effective instant;
            the other kinds have no range.

            A file is whole or not there: it takes its name when it is complete.
            """,
        operands: [
            Operand("KIND", "What to write.", choices: ExportKind.allCases.map(\.rawValue))
        ],
        options: [format, .output] + Option.instants + [.from, .to, .environment],
        exclusiveOptions: ExclusiveOptions.instants
    ) { arguments, console in
        let kind = try kind(arguments)
        let format = arguments.value(of: format.name).flatMap { ExportFormat(rawValue: $0) }
        let cut = try arguments.cut(now: Instant.now)
        let range = TransactionLedger.ExportRange(
            from: try arguments.instant(of: Option.from.name),
            to: try arguments.instant(of: Option.to.name))
        try await arguments.withLedger { ledger in
            try arguments.withOutput(console) { write in
                try withoutActuallyEscaping(write) { write in
                    try ledger.export(
                        kind, format: format ?? .csv, environment: arguments.storeEnvironment,
                        at: cut, range: range, write: write)
                }
            }
        }
        return .done
    }

    /// What to export; a range is refused where it would choose nothing.
    private static func kind(_ arguments: ParsedArguments) throws(UsageError) -> ExportKind {
        guard let kind = arguments.operands.first.flatMap({ ExportKind(rawValue: $0) }) else {
            throw .missingOperand("KIND")
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
