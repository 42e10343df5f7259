/// Finds the command in a command line and checks its options against the command's description.
struct ArgumentParser {
    let commands: [Command]
    /// The environment's `LEDGER_PATH`.
    let environmentLedgerPath: String?

    /// A command and what to run it with.
    struct Invocation {
        let command: Command
        let arguments: ParsedArguments
    }

    /// Parses a command line without the program's name.
    ///
    /// `--help` anywhere becomes the command `help`, with the command's words as operands.
    func parse(_ line: [String]) throws(UsageError) -> Invocation {
        let leading = try scan(line, for: GlobalOptions.all, mode: .leading, words: [])
        let asksHelp = leading.options.contains { $0.name == GlobalOptions.help.name }
        if leading.rest.isEmpty && asksHelp { return try help(words: []) }
        let command = try command(in: leading.rest)
        let description = command.description
        let scanned = try scan(
            Array(leading.rest.dropFirst(description.words.count)),
            for: description.options + GlobalOptions.all, mode: .mixed, words: description.words)
        let options = leading.options + scanned.options
        if options.contains(where: { $0.name == GlobalOptions.help.name }) {
            return try help(words: description.words)
        }
        let operands = scanned.operands + scanned.rest
        try check(options: options, operands: operands, of: description)
        return Invocation(
            command: command,
            arguments: ParsedArguments(
                words: description.words, options: options, operands: operands,
                ledgerPath: try ledgerPath(options, words: description.words)))
    }

    private func help(words: [String]) throws(UsageError) -> Invocation {
        Invocation(
            command: try command(in: ["help"]),
            arguments: ParsedArguments(
                words: ["help"], options: [], operands: words, ledgerPath: nil))
    }

    /// The command whose words a line begins with; the longest when several do.
    private func command(in line: [String]) throws(UsageError) -> Command {
        guard let first = line.first else { throw UsageError("no command given") }
        let matches = commands.filter { line.starts(with: $0.description.words) }
        let longest = matches.max { $0.description.words.count < $1.description.words.count }
        if let longest { return longest }
        let family = commands.map(\.description.words).filter { $0.first == first }
        guard family.isEmpty else {
            let names = family.map { "'\($0.joined(separator: " "))'" }
            throw UsageError("'\(first)' needs a second word: \(names.joined(separator: ", "))")
        }
        let closest = Spelling.closest(
            to: first, among: commands.compactMap(\.description.words.first))
        throw UsageError("unknown command '\(first)'" + Self.suggestion(closest))
    }

    private func scan(
        _ line: [String], for options: [OptionDescription], mode: OptionScanner.Mode,
        words: [String]
    ) throws(UsageError) -> OptionScanner.Result {
        do {
            return try OptionScanner.scan(line, for: options, mode: mode)
        } catch {
            throw UsageError(Self.message(error, options: options, words: words), words: words)
        }
    }

    private static func message(
        _ failure: OptionScanner.Failure, options: [OptionDescription], words: [String]
    ) -> String {
        switch failure {
        case .missingArgument(let option):
            return "--\(option.name) needs a value: \(option.spelling)"
        case .unexpectedArgument(let option):
            return "--\(option.name) takes no value"
        case .unknown(let written):
            let closest = Spelling.closest(to: written, among: options.map { "--" + $0.name })
            let place = words.isEmpty ? " before the command" : ""
            return "unknown option '\(written)'\(place)" + suggestion(closest)
        }
    }

    private static func suggestion(_ closest: String?) -> String {
        closest.map { "; did you mean '\($0)'?" } ?? ""
    }

    private func check(
        options: [ParsedArguments.Option], operands: [String], of command: CommandDescription
    ) throws(UsageError) {
        for option in command.options + GlobalOptions.all {
            let count = options.count { $0.name == option.name }
            if option.required && count == 0 {
                throw UsageError(
                    "'\(command.name)' needs \(option.spelling)", words: command.words)
            }
            if !option.repeated && count > 1 {
                throw UsageError("--\(option.name) is given more than once", words: command.words)
            }
        }
        if command.operands.isEmpty, let operand = operands.first {
            throw UsageError(
                "'\(command.name)' takes no operand, but '\(operand)' is one", words: command.words)
        }
    }

    private func ledgerPath(
        _ options: [ParsedArguments.Option], words: [String]
    ) throws(UsageError) -> String? {
        if let given = options.first(where: { $0.name == GlobalOptions.ledger.name }) {
            guard !given.value.isEmpty else {
                throw UsageError("--ledger names no directory", words: words)
            }
            return given.value
        }
        return environmentLedgerPath.flatMap { $0.isEmpty ? nil : $0 }
    }
}
