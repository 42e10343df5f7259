/// An option of a command as its help and its parser know it.
struct Option: Sendable, Equatable {
    /// The name without the dashes: `bundle-id`.
    let name: String
    /// The name of its argument, `ID`; nil if it takes none.
    let argument: String?
    let summary: String
    /// Whether it may be given more than once.
    let isRepeated: Bool
    let isRequired: Bool
    /// The only values it may have; empty if any.
    let choices: [String]

    init(
        _ name: String, _ argument: String? = nil, _ summary: String, isRepeated: Bool = false,
        isRequired: Bool = false, choices: [String] = []
    ) {
        self.name = name
        self.argument = argument
        self.summary = summary
        self.isRepeated = isRepeated
        self.isRequired = isRequired
        self.choices = choices
    }

    /// The option as it is typed: `--bundle-id ID`, `--format csv|jsonl`.
    var usage: String {
        let value = choices.isEmpty ? argument : choices.joined(separator: "|")
        return value.map { "--\(name) \($0)" } ?? "--\(name)"
    }
}

/// An operand of a command, in its place behind the name.
struct Operand: Sendable, Equatable {
    /// Its name in the usage: `FILE`.
    let name: String
    let summary: String
    /// Whether any number may be given; of the last operand only.
    let isRepeated: Bool
    let isRequired: Bool
    /// The only values it may have; empty if any.
    let choices: [String]

    init(
        _ name: String, _ summary: String, isRepeated: Bool = false, isRequired: Bool = true,
        choices: [String] = []
    ) {
        self.name = name
        self.summary = summary
        self.isRepeated = isRepeated
        self.isRequired = isRequired
        self.choices = choices
    }

    /// The operand as it is typed: `FILE...`, `[DIR]`, `events|balances`.
    var usage: String {
        let value = choices.isEmpty ? name : choices.joined(separator: "|")
        let repeated = isRepeated ? "\(value)..." : value
        return isRequired ? repeated : "[\(repeated)]"
    }
}

/// Options of which at most one may be given.
struct ExclusiveOptions: Sendable, Equatable {
    /// What they stand for in the usage: `CUSTOMER`; nil if the usage names each of them.
    let name: String?
    let options: [String]
    /// Whether one has to be given.
    let isRequired: Bool
    /// The option that always stands beside one of them: `to` beside `from`.
    let companions: [String: String]

    init(
        _ name: String? = nil, options: [String], isRequired: Bool = false,
        companions: [String: String] = [:]
    ) {
        self.name = name
        self.options = options
        self.isRequired = isRequired
        self.companions = companions
    }

    /// The options as a list for messages: `--a, --b or --c`.
    var listed: String {
        let names = options.map { "--\($0)" }
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return "\(names.dropLast().joined(separator: ", ")) or \(last)"
    }
}
