/// The arguments of a command, checked against its description, in the order they were given.
struct ParsedArguments: Sendable, Equatable {
    /// An option that was given.
    struct GivenOption: Sendable, Equatable {
        let name: String
        let value: String?
    }

    /// The name of the command.
    let commandName: String
    /// The options but `--ledger`, in their order: a later one may belong to the one before it.
    let options: [GivenOption]
    let operands: [String]
    /// What `--ledger` or `LEDGER_PATH` names.
    let givenLedgerPath: String?

    /// Whether an option was given.
    func has(_ name: String) -> Bool {
        options.contains { $0.name == name }
    }

    /// The value of an option; nil if it was not given.
    func value(of name: String) -> String? {
        options.last { $0.name == name }?.value
    }

    /// The values of an option that may be repeated, in their order.
    func values(of name: String) -> [String] {
        options.filter { $0.name == name }.compactMap(\.value)
    }

    /// The directory of the ledger.
    func ledgerPath() throws(UsageError) -> String {
        guard let givenLedgerPath else {
            throw .missingOption("--ledger DIR (or the environment variable LEDGER_PATH)")
        }
        return givenLedgerPath
    }
}
