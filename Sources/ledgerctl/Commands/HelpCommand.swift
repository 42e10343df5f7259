/// `ledgerctl help`.
enum HelpCommand {
    /// The command, for a table that it is part of.
    static func command(for table: @escaping @Sendable () -> CommandTable) -> Command {
        Command(
            "help", "Explains a command, or lists all.",
            operands: [
                Operand("COMMAND", "A command.", isRepeated: true, isRequired: false)
            ]
        ) { arguments, console in
            try printHelp(for: arguments.operands, of: table(), on: console)
            return .done
        }
    }

    /// Prints help for the commands whose name begins with these words.
    static func printHelp(for words: [String], of table: CommandTable, on console: Console) throws {
        guard let first = words.first else {
            try console.print(HelpText.overview(of: table))
            return
        }
        let commands = table.commands.filter { $0.words.starts(with: words) }
        guard !commands.isEmpty else {
            let name = words.joined(separator: " ")
            let names = table.commands.map(\.name) + table.commands.compactMap(\.words.first)
            throw UsageError.unknownCommand(
                name, closest: Spelling.closest(to: words.count > 1 ? name : first, among: names))
        }
        try console.print(HelpText.family(commands))
    }
}
