/// Arguments that cannot be understood.
///
/// The program ends with status 64.
enum UsageError: Error, Equatable {
    case missingCommand(of: String?)
    case unknownCommand(String, closest: String?)
    case unknownOption(String, closest: String?)
    /// The command takes operands, of which the option may have been meant to be one.
    case unknownOptionOfOperands(String, command: String, operands: String)
    case missingArgument(option: String)
    case unwantedArgument(option: String)
    case repeatedOption(String)
    case misplacedOption(String, behind: String)
    case missingOption(String)
    case missingOneOf(ExclusiveOptions)
    case moreThanOneOf(ExclusiveOptions)
    case missingOperand(String)
    case unwantedOperand(String)
    case wrongValue(of: String, expected: String)
    /// No instant; `given` is what was given where it looks like one.
    case wrongInstant(of: String, given: String?)
    case noSuchDay(String, of: String)

    /// What is wrong, for the user.
    ///
    /// Values are not repeated, but for dates: they may name customers.
    var message: String {
        switch self {
        case .missingCommand(let family?): "\(family) needs a second word"
        case .missingCommand(nil): "name a command"
        case .unknownCommand(let name, let closest):
            "there is no command '\(name)'" + Self.hint(closest)
        case .unknownOption(let name, let closest):
            "there is no option \(name)" + Self.hint(closest)
        case .unknownOptionOfOperands(let name, let command, let operands):
            "there is no option \(name); '\(command)' takes \(operands) without an option"
        case .missingArgument(let option): "\(option) needs an argument"
        case .unwantedArgument(let option): "\(option) takes no argument"
        case .repeatedOption(let option): "\(option) is given twice"
        case .misplacedOption(let option, let other): "\(option) must stand behind \(other)"
        case .missingOption(let option): "\(option) is missing"
        case .missingOneOf(let options): "one of \(options.listed) is missing"
        case .moreThanOneOf(let options): "only one of \(options.listed) can be given"
        case .missingOperand(let operand): "\(operand) is missing"
        case .unwantedOperand(let operand): "'\(operand)' is one operand too many"
        case .wrongValue(let name, let expected): "\(name) must be \(expected)"
        case .wrongInstant(let name, let given):
            "\(name) must be a date, such as 2026-03-31, or a date and time with an offset or Z, such "
                + "as 2026-03-31T10:00:00Z" + (given.map { "; \($0) is neither" } ?? "")
        case .noSuchDay(let day, let name): "\(name): there is no such day: \(day)"
        }
    }

    private static func hint(_ closest: String?) -> String {
        closest.map { "; did you mean \($0)?" } ?? ""
    }
}
