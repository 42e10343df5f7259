/// An option of a command: `--name` or `--name ARGUMENT`.
struct OptionDescription: Sendable, Hashable {
    /// The name without its dashes.
    let name: String
    /// What the value is called in help; an option without one takes no value.
    let argument: String?
    /// One sentence for help.
    let summary: String
    /// Whether it may be given more than once.
    let repeated: Bool
    /// Whether the command cannot run without it.
    let required: Bool

    init(
        name: String, argument: String? = nil, summary: String, repeated: Bool = false,
        required: Bool = false
    ) {
        self.name = name
        self.argument = argument
        self.summary = summary
        self.repeated = repeated
        self.required = required
    }

    /// How the option is written: `--output FILE`.
    var spelling: String {
        guard let argument else { return "--\(name)" }
        return "--\(name) \(argument)"
    }

    /// How the option appears in a usage line: bracketed unless required.
    var usage: String {
        let once = required ? spelling : "[\(spelling)]"
        return repeated ? once + "..." : once
    }
}

/// What a command is called and takes; the parser and the help both read it.
struct CommandDescription: Sendable, Hashable {
    /// The one or two words that name it.
    let words: [String]
    /// One sentence for help.
    let summary: String
    /// How the operands are written in help; a command with an empty text takes none.
    let operands: String
    /// Its own options, without the global ones.
    let options: [OptionDescription]

    init(
        words: [String], summary: String, operands: String = "", options: [OptionDescription] = []
    ) {
        self.words = words
        self.summary = summary
        self.operands = operands
        self.options = options
    }

    /// The words as they are typed.
    var name: String { words.joined(separator: " ") }
}

/// The options that every command takes, before or after its words.
enum GlobalOptions {
    static let ledger = OptionDescription(
        name: "ledger", argument: "DIR",
        summary: "The ledger's directory; without it, the environment's LEDGER_PATH.")
    static let help = OptionDescription(name: "help", summary: "Print help and do nothing else.")
    static let all = [ledger, help]
}
