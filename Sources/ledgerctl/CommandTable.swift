/// Every command; the parser, the help and the program read this table.
enum CommandTable {
    static let commands: [Command] = [
        .initialize, .catalogImport, .ingest, .entitlements, .status, help, version,
    ]

    /// The release, as `version` prints it.
    static let release = "0.1.0"

    private static let help = Command(
        description: CommandDescription(
            words: ["help"], summary: "Explain a command, or list them all.",
            operands: "[COMMAND]")
    ) { arguments in
        let help = Help(commands: commands.map(\.description))
        try Console.write(try help.text(for: arguments.operands))
        return .done
    }

    private static let version = Command(
        description: CommandDescription(words: ["version"], summary: "Print the release.")
    ) { _ in
        try Console.write("ledgerctl \(release)\n")
        return .done
    }
}
