import CGetopt
import Glibc
import Synchronization

/// The one use of `getopt_long`: splits arguments into options and operands.
///
/// Options must be written in full, so that an option added later cannot change what a script means.
enum OptionScanner {
    /// What to do at the first argument that is not an option.
    enum Mode {
        /// Go on; options and operands mix.
        case mixed
        /// Stop; it and all after it are left over.
        case leading
    }

    /// Why scanning stopped; `option` is as written, without a value.
    enum Failure: Error, Hashable {
        case unknown(option: String)
        case missingArgument(OptionDescription)
        case unexpectedArgument(OptionDescription)
    }

    struct Result {
        var options: [ParsedArguments.Option] = []
        var operands: [String] = []
        /// In `leading` mode what follows the options, else what follows `--`.
        var rest: [String] = []
    }

    /// `getopt_long` keeps its place in global variables, so that scans take turns.
    private static let turn = Mutex<Void>(())

    /// What `getopt_long` returns for an operand in mixed mode.
    private static let operandCode: Int32 = 1
    /// The code of the first option; above every character that `getopt_long` returns by itself.
    private static let firstOptionCode: Int32 = 256

    /// Scans arguments that do not begin with the program's name.
    static func scan(
        _ arguments: [String], for descriptions: [OptionDescription], mode: Mode
    ) throws(Failure) -> Result {
        let outcome = turn.withLock { _ in
            Swift.Result { () throws(Failure) -> Result in
                try scanInTurn(arguments, for: descriptions, mode: mode)
            }
        }
        return try outcome.get()
    }

    private static func scanInTurn(
        _ arguments: [String], for descriptions: [OptionDescription], mode: Mode
    ) throws(Failure) -> Result {
        let argv = CStrings(["ledgerctl"] + arguments)
        let names = CStrings(descriptions.map(\.name))
        let table = unsafe longOptions(descriptions, names: names)
        let short = mode == .mixed ? "-:" : "+:"
        var result = Result()
        getopt_start()
        var index = 0
        while true {
            let code = unsafe getopt_long(argv.count, argv.pointers, short, table, nil)
            guard code != -1 else { break }
            if code == operandCode {
                result.operands.append(arguments[index])
            } else {
                let value = unsafe getopt_argument().map { unsafe String(cString: $0) } ?? ""
                let option = try option(
                    code: code, written: arguments[index], in: descriptions)
                result.options.append((option.name, value))
            }
            index = Int(getopt_next_index()) - 1
        }
        result.rest = Array(arguments.dropFirst(Int(getopt_next_index()) - 1))
        return result
    }

    /// The option that an argument names, or why it is none.
    private static func option(
        code: Int32, written: String, in descriptions: [OptionDescription]
    ) throws(Failure) -> OptionDescription {
        let spelled = String(written.prefix { $0 != "=" })
        guard let option = descriptions.first(where: { "--" + $0.name == spelled }) else {
            throw .unknown(option: spelled)
        }
        if code >= firstOptionCode { return option }
        throw option.argument == nil ? .unexpectedArgument(option) : .missingArgument(option)
    }

    /// The table that `getopt_long` reads, with the row of zeros that ends it.
    private static func longOptions(
        _ descriptions: [OptionDescription], names: CStrings
    ) -> [CGetopt.option] {
        var table: [CGetopt.option] = unsafe []
        for (index, description) in descriptions.enumerated() {
            unsafe table.append(
                CGetopt.option(
                    name: names.pointers[index],
                    has_arg: description.argument == nil ? no_argument : required_argument,
                    flag: nil, val: firstOptionCode + Int32(index)))
        }
        unsafe table.append(CGetopt.option())
        return unsafe table
    }
}

/// C strings and the array that points to them, ended by a null pointer, for as long as it lives.
@safe private final class CStrings {
    let count: Int32
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    init(_ strings: [String]) {
        count = Int32(clamping: strings.count)
        unsafe pointers = .allocate(capacity: strings.count + 1)
        for (index, string) in strings.enumerated() {
            unsafe (pointers + index).initialize(to: strdup(string))
        }
        unsafe (pointers + strings.count).initialize(to: nil)
    }

    deinit {
        for index in 0..<Int(count) { unsafe free(pointers[index]) }
        unsafe pointers.deallocate()
    }
}
