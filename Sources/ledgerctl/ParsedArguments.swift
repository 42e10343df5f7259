/// A command's options and operands, in the order they were written.
struct ParsedArguments: Sendable {
    /// An option as written; one that takes no value has an empty one.
    typealias Option = (name: String, value: String)

    /// The words of the command.
    let words: [String]
    /// The options in order, names without dashes; the order says what belongs to what.
    let options: [Option]
    /// What is not an option, in order.
    let operands: [String]
    /// `--ledger`, else the environment's `LEDGER_PATH`; nil when neither says anything.
    let ledgerPath: String?

    /// The first value of an option, or nil when it was not given.
    func value(_ name: String) -> String? { options.first { $0.name == name }?.value }

    /// Every value of an option, in order.
    func values(_ name: String) -> [String] {
        options.filter { $0.name == name }.map(\.value)
    }

    /// Whether an option was given.
    func has(_ name: String) -> Bool { options.contains { $0.name == name } }

    /// The ledger's directory, for a command that cannot do without.
    func requireLedgerPath() throws(UsageError) -> String {
        guard let ledgerPath else {
            throw UsageError("no ledger named; give --ledger DIR or set LEDGER_PATH", words: words)
        }
        return ledgerPath
    }
}
