/// The program: from a line of arguments to an exit status.
struct Program {
    let table: CommandTable
    let console: Console

    /// Runs one line of arguments, without the name of the program.
    func run(_ arguments: [String], environment: [String: String]) async -> ExitCode {
        do {
            let status = try await perform(arguments, environment: environment)
            try console.flush()
            return status
        } catch {
            return report(error, arguments: arguments)
        }
    }

    private func perform(
        _ arguments: [String], environment: [String: String]
    ) async throws -> ExitCode {
        switch try table.request(arguments, environment: environment) {
        case .help(let words):
            try HelpCommand.printHelp(for: words, of: table, on: console)
            return .done
        case .run(let command, let parsed):
            return try await command.run(parsed, console)
        }
    }

    /// Tells the user of an error, after what has been written before it.
    private func report(_ error: any Error, arguments: [String]) -> ExitCode {
        let name = table.commandName(in: arguments)
        do {
            try console.flush()
        } catch {
            return Self.failure(error, of: name, on: console)
        }
        return Self.failure(error, of: name, on: console)
    }

    private static func failure(
        _ error: any Error, of commandName: String?, on console: Console
    ) -> ExitCode {
        if let message = message(of: error, commandName: commandName) { console.note(message) }
        return ExitCode(of: error)
    }

    /// What the user is told of an error, with the command at hand, whose help tells more of its
    /// arguments; nil where there is nobody to tell.
    static func message(of error: any Error, commandName: String? = nil) -> String? {
        switch error {
        case let error as UsageError:
            "\(error.message)\nTry 'ledgerctl help\(commandName.map { " \($0)" } ?? "")'."
        case let error as CommandFailure: error.message
        case ConsoleError.readerIsGone: nil
        case ConsoleError.writeFailed(let code):
            "standard output cannot be written: \(SystemError.message(of: code))"
        default: "\(error)"
        }
    }
}
