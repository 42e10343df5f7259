@testable import ledgerctl

/// What a run of the program left behind.
struct ProgramOutcome: Equatable {
    var status: ExitCode
    var output: String
    var errors: String
}

/// Collects what a program writes.
final class RecordedConsole {
    private(set) var output: [UInt8] = []
    private(set) var errors = ""

    func make(isErrorTerminal: Bool = false) -> Console {
        Console(
            isErrorTerminal: isErrorTerminal,
            writeOutput: { bytes in
                for index in bytes.indices { self.output.append(bytes[index]) }
            },
            writeError: { self.errors += $0 })
    }
}

/// Runs a line of arguments, split at spaces.
func run(
    _ line: String, table: CommandTable = SampleTable.table, environment: [String: String] = [:]
) async -> ProgramOutcome {
    let words = line.split(separator: " ").map(String.init)
    return await run(words: words, table: table, environment: environment)
}

/// Runs the program in this process, with its arguments as words.
func run(
    words: [String], table: CommandTable, environment: [String: String] = [:],
    isErrorTerminal: Bool = false
) async -> ProgramOutcome {
    let recorded = RecordedConsole()
    let program = Program(table: table, console: recorded.make(isErrorTerminal: isErrorTerminal))
    let status = await program.run(words, environment: environment)
    return ProgramOutcome(
        status: status, output: String(decoding: recorded.output, as: UTF8.self),
        errors: recorded.errors)
}

/// Commands of every form, that print what they were given.
enum SampleTable {
    static let table: CommandTable = CommandTable(commands: [
        Command(
            "init", "Makes a ledger.",
            options: [
                Option("bundle-id", "ID", "An app.", isRepeated: true, isRequired: true),
                Option("app-apple-id", "N", "The number of the app before it.", isRepeated: true),
                Option(
                    "environment", "NAME", "An environment.", isRepeated: true,
                    choices: ["Production", "Sandbox"]),
            ], run: printed),
        Command(
            "ingest", "Takes in files.", operands: [Operand("FILE", "A file.", isRepeated: true)],
            options: [Option("presented-by", "UUID", "Who."), .json], run: printed),
        Command(
            "entitlements", "Lists what a customer owns.",
            discussion: """
                The first paragraph of what there is to say about it, which is long enough to be
                wrapped in any case, whatever happens.

                The second.
                """,
            options: Option.customer + Option.instants + [.environment, .json],
            exclusiveOptions: [.customer] + ExclusiveOptions.instants, run: printed),
        Command(
            "catalog import", "Reads a catalog.", operands: [Operand("FILE", "It.")], run: printed),
        Command("catalog list", "Prints the catalog.", options: [.json], run: printed),
        Command(
            "export", "Writes a table.",
            operands: [
                Operand("TABLE", "Which.", choices: ["events", "balances"]),
                Operand("FILE", "Where.", isRequired: false),
            ],
            options: [
                Option("format", "FORMAT", "As what.", choices: ["csv", "jsonl"]),
                Option("a-rather-long-option", "ARGUMENT", "Nothing."),
            ], run: printed),
        HelpCommand.command(for: { table }),
        VersionCommand.command(
            versions: Versions(release: "1.2.3", rules: 4, format: 5, lmdb: "6.7.8")),
    ])

    private static let printed: Command.Run = { arguments, console in
        let options = arguments.options.map { "\($0.name)=\($0.value ?? "")" }
        try console.print(
            "\(arguments.commandName): \(options.joined(separator: " ")) | "
                + "\(arguments.operands.joined(separator: " ")) | \(arguments.givenLedgerPath ?? "")"
        )
        return .done
    }
}
