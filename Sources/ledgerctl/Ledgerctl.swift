import Glibc
import Ledger

/// The program: parses its arguments, runs the command and turns errors into exit statuses.
@main
struct Ledgerctl {
    static func main() async {
        Console.ignoreBrokenPipes()
        let path = unsafe getenv("LEDGER_PATH").map { unsafe String(cString: $0) }
        let parser = ArgumentParser(
            commands: CommandTable.commands, environmentLedgerPath: path)
        let status = await run(Array(CommandLine.arguments.dropFirst()), with: parser)
        exit(status.rawValue)
    }

    /// Runs a command line without the program's name; says on standard error what went wrong.
    static func run(_ line: [String], with parser: ArgumentParser) async -> ExitStatus {
        do {
            let invocation = try parser.parse(line)
            return try await invocation.command.run(invocation.arguments)
        } catch Console.Failure.readerGone {
            return .done
        } catch {
            Console.note(message(for: error))
            return status(for: error)
        }
    }

    /// The exit status that an error stands for.
    static func status(for error: any Error) -> ExitStatus {
        switch error {
        case is UsageError: .usage
        case is FileUnreadable: .noInput
        case is StorageError: .storage
        case is Console.Failure: .storage
        case let error as LedgerError:
            switch error.code {
            case .noSuchLedger: .noInput
            case .storage, .damaged: .storage
            default: .no
            }
        default: .no
        }
    }

    private static func message(for error: any Error) -> String {
        if case Console.Failure.system(let number) = error {
            return "cannot write the results: \(Console.systemMessage(number))"
        }
        return String(describing: error)
    }
}
