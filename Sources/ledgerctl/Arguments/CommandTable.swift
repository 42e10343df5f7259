/// All commands, and what a line of arguments means to them.
struct CommandTable: Sendable {
    let commands: [Command]

    /// What the user wants.
    enum Request {
        case run(Command, ParsedArguments)
        /// Help for the commands whose name begins with these words; for all if there are none.
        case help([String])
    }

    /// Parses a line of arguments, without the name of the program.
    func request(
        _ arguments: [String], environment: [String: String]
    ) throws(UsageError) -> Request {
        let front = try LongOptions.parse(
            arguments, options: Option.ofEveryCommand, stopsAtOperand: true)
        var ledgerPaths: [String] = []
        for case .option(let name, let value) in front.items {
            if name == Option.help.name { return .help([]) }
            if let value { ledgerPaths.append(value) }
        }
        let (command, rest) = try self.command(front.rest)
        guard let command else { return .help(Array(front.rest.prefix(1))) }
        let back = try command.parse(rest)
        var options: [ParsedArguments.GivenOption] = []
        var operands: [String] = []
        for item in back.items {
            switch item {
            case .operand(let text): operands.append(text)
            case .option(Option.help.name, _): return .help(command.words)
            case .option(Option.ledger.name, let value): ledgerPaths += value.map { [$0] } ?? []
            case .option(let name, let value):
                options.append(ParsedArguments.GivenOption(name: name, value: value))
            }
        }
        if ledgerPaths.count > 1 { throw .repeatedOption("--ledger") }
        let named = environment["LEDGER_PATH"].flatMap { $0.isEmpty ? nil : $0 }
        let parsed = ParsedArguments(
            commandName: command.name, options: options, operands: operands,
            givenLedgerPath: ledgerPaths.first ?? named)
        try command.check(parsed)
        return .run(command, parsed)
    }

    /// The command, or the family of commands, that a line of arguments names; nil where it names
    /// none.
    func commandName(in arguments: [String]) -> String? {
        let front = try? LongOptions.parse(
            arguments, options: Option.ofEveryCommand, stopsAtOperand: true)
        guard let words = front?.rest, let first = words.first else { return nil }
        if let command = (try? command(words))?.command { return command.name }
        return commands.contains { $0.words.first == first } ? first : nil
    }

    /// The command that words begin with, and the words behind it; no command if help is asked for
    /// a family of commands.
    private func command(
        _ words: [String]
    ) throws(UsageError) -> (command: Command?, rest: [String]) {
        guard let first = words.first else { throw .missingCommand(of: nil) }
        if let command = commands.first(where: { $0.name == first }) {
            return (command, Array(words.dropFirst()))
        }
        let family = commands.filter { $0.words.first == first }
        guard !family.isEmpty else {
            let names = Set(commands.compactMap(\.words.first))
            throw .unknownCommand(first, closest: Spelling.closest(to: first, among: Array(names)))
        }
        guard words.count > 1 else { throw .missingCommand(of: first) }
        if let command = family.first(where: { $0.words.last == words[1] }) {
            return (command, Array(words.dropFirst(2)))
        }
        if ["--help", "-h"].contains(words[1]) { return (nil, []) }
        let closest = Spelling.closest(to: words[1], among: family.compactMap(\.words.last))
        throw .unknownCommand("\(first) \(words[1])", closest: closest.map { "\(first) \($0)" })
    }
}

extension Command {
    /// Parses the arguments behind the name.
    fileprivate func parse(_ arguments: [String]) throws(UsageError) -> LongOptions.Result {
        do throws(UsageError) {
            return try LongOptions.parse(arguments, options: allOptions)
        } catch {
            guard case .unknownOption(let option, nil) = error, !operands.isEmpty else {
                throw error
            }
            let usages = operands.map(\.usage).joined(separator: " ")
            throw .unknownOptionOfOperands(option, command: name, operands: usages)
        }
    }

    /// Checks arguments against the description.
    func check(_ arguments: ParsedArguments) throws(UsageError) {
        for option in options {
            let given = arguments.options.filter { $0.name == option.name }
            if given.count > 1 && !option.isRepeated { throw .repeatedOption("--\(option.name)") }
            if given.isEmpty && option.isRequired { throw .missingOption(option.usage) }
            for value in given.compactMap(\.value) {
                try Self.check(value, of: "--\(option.name)", choices: option.choices)
            }
        }
        for exclusive in exclusiveOptions {
            let count = exclusive.options.count { arguments.has($0) }
            if count > 1 { throw .moreThanOneOf(exclusive) }
            if count == 0 && exclusive.isRequired { throw .missingOneOf(exclusive) }
        }
        try check(operands: arguments.operands)
    }

    private func check(operands given: [String]) throws(UsageError) {
        for (index, operand) in operands.enumerated() {
            let values =
                operand.isRepeated ? given.dropFirst(index) : given.dropFirst(index).prefix(1)
            if values.isEmpty && operand.isRequired { throw .missingOperand(operand.usage) }
            for value in values {
                try Self.check(value, of: operand.name, choices: operand.choices)
            }
        }
        if operands.last?.isRepeated != true, let extra = given.dropFirst(operands.count).first {
            throw .unwantedOperand(extra)
        }
    }

    private static func check(
        _ value: String, of name: String, choices: [String]
    ) throws(UsageError) {
        guard choices.isEmpty || choices.contains(value) else {
            throw .wrongValue(of: name, expected: choices.joined(separator: " or "))
        }
    }
}
