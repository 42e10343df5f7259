import CGetopt
import Glibc
import Synchronization

/// The C library's `getopt_long`, the only place that touches it.
enum LongOptions {
    /// An argument in its place.
    enum Item: Equatable {
        case option(name: String, value: String?)
        case operand(String)
    }

    /// What was found: items in their order and, where parsing stopped early, the rest.
    struct Result: Equatable {
        var items: [Item] = []
        var rest: [String] = []
    }

    /// `getopt_long` keeps its state in globals, so that only one may run at a time.
    private static let lock = Mutex(())

    /// What `getopt_long` returns for the first of the options; below are characters.
    private static let firstCode: Int32 = 0x1000
    /// What it returns for an operand if operands keep their place.
    private static let operandCode: Int32 = 1

    /// Parses arguments, without the name of the program.
    ///
    /// Options have their argument behind `=` or in the next word. They cannot be shortened, so
    /// that an option that is added later changes nothing. `--` ends the options. If
    /// `stopsAtOperand`, the first operand and all behind it are the rest.
    static func parse(
        _ arguments: [String], options: [Option], stopsAtOperand: Bool = false
    ) throws(UsageError) -> Result {
        let outcome = lock.withLock { _ in
            Swift.Result { () throws(UsageError) in
                try parseLocked(arguments, options: options, stopsAtOperand: stopsAtOperand)
            }
        }
        return try outcome.get()
    }

    private static func parseLocked(
        _ arguments: [String], options: [Option], stopsAtOperand: Bool
    ) throws(UsageError) -> Result {
        var words = unsafe CStrings(["ledgerctl"] + arguments)
        let names = unsafe CStrings(options.map(\.name))
        defer {
            unsafe words.free()
            unsafe names.free()
        }
        let table = unsafe longOptions(options, names)
        getopt_start()
        var result = Result()
        let mode = stopsAtOperand ? "+:h" : "-:h"
        while true {
            let index = max(0, Int(getopt_next_index()) - 1)
            let code = unsafe getopt_long(words.count, &words.pointers, mode, table, nil)
            if code == -1 { break }
            if code >= firstCode {
                try check(arguments[index], isWhole: options[Int(code - firstCode)], options)
            }
            result.items.append(try item(code, arguments, options))
        }
        let next = Int(getopt_next_index()) - 1
        let rest = arguments.dropFirst(max(0, next))
        if stopsAtOperand {
            result.rest = Array(rest)
        } else {
            result.items += rest.map { .operand($0) }
        }
        return result
    }

    /// Refuses a shortened name, which `getopt_long` takes.
    private static func check(
        _ word: String, isWhole option: Option, _ options: [Option]
    ) throws(UsageError) {
        let typed = typedName(word)
        guard typed == option.name else { throw unknownOption(typed, options) }
    }

    /// The name in a word such as `--name=value`.
    private static func typedName(_ word: String) -> String {
        String(word.drop { $0 == "-" }.prefix { $0 != "=" })
    }

    private static func unknownOption(_ typed: String, _ options: [Option]) -> UsageError {
        let names = options.map(\.name)
        let longer = names.first { !typed.isEmpty && $0.hasPrefix(typed) }
        let closest = longer ?? Spelling.closest(to: typed, among: names)
        return .unknownOption("--\(typed)", closest: closest.map { "--\($0)" })
    }

    private static func longOptions(_ options: [Option], _ names: CStrings) -> [option] {
        var table: [option] = unsafe []
        for (index, description) in options.enumerated() {
            let hasArgument = description.argument == nil ? no_argument : required_argument
            unsafe table.append(
                option(
                    name: names.pointers[index], has_arg: hasArgument, flag: nil,
                    val: firstCode + Int32(index)))
        }
        unsafe table.append(option())
        return unsafe table
    }

    /// What one answer of `getopt_long` means.
    private static func item(
        _ code: Int32, _ arguments: [String], _ options: [Option]
    ) throws(UsageError) -> Item {
        let value = unsafe getopt_argument().map { unsafe String(cString: $0) }
        switch code {
        case operandCode: return .operand(value ?? "")
        case Int32(UInt8(ascii: "h")): return .option(name: Option.help.name, value: nil)
        case Int32(UInt8(ascii: ":")), Int32(UInt8(ascii: "?")):
            throw usageError(
                isArgumentMissing: code == Int32(UInt8(ascii: ":")), arguments, options)
        default:
            let description = options[Int(code - firstCode)]
            return .option(name: description.name, value: value)
        }
    }

    /// Says what is wrong with the word that `getopt_long` has just refused.
    private static func usageError(
        isArgumentMissing: Bool, _ arguments: [String], _ options: [Option]
    ) -> UsageError {
        // The next index is behind the word.
        let index = Int(getopt_next_index()) - 2
        let word = arguments.indices.contains(index) ? arguments[index] : ""
        let typed = typedName(word)
        let optionCode = getopt_refused_code()
        if optionCode >= firstCode {
            let option = options[Int(optionCode - firstCode)]
            if typed != option.name { return unknownOption(typed, options) }
            let name = "--" + option.name
            return isArgumentMissing
                ? .missingArgument(option: name) : .unwantedArgument(option: name)
        }
        if optionCode != 0 {
            let letter = String(UnicodeScalar(UInt8(truncatingIfNeeded: optionCode)))
            return .unknownOption("-\(letter)", closest: nil)
        }
        return unknownOption(typed, options)
    }
}

/// Strings as C wants them, ended by a null pointer; freed by hand, once.
@unsafe private struct CStrings {
    var pointers: [UnsafeMutablePointer<CChar>?]
    let count: Int32

    init(_ strings: [String]) {
        unsafe pointers = strings.map { unsafe strdup($0) } + [nil]
        unsafe count = Int32(strings.count)
    }

    func free() {
        // getopt may have reordered the pointers; each is still there once.
        unsafe pointers.forEach { unsafe Glibc.free($0) }
    }
}
