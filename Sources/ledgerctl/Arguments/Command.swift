/// A command: its description, from which help and parser are made, and what it does.
struct Command: Sendable {
    /// What a command does with its arguments.
    typealias Run = @Sendable (ParsedArguments, Console) async throws -> ExitCode

    /// One word, or two for a command of a family: `catalog import`.
    let name: String
    /// One line that says what it does.
    let summary: String
    /// What else its help says; paragraphs are parted by an empty line.
    let discussion: String
    let operands: [Operand]
    let options: [Option]
    let exclusiveOptions: [ExclusiveOptions]
    let run: Run

    init(
        _ name: String, _ summary: String, discussion: String = "", operands: [Operand] = [],
        options: [Option] = [], exclusiveOptions: [ExclusiveOptions] = [], run: @escaping Run
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.operands = operands
        self.options = options
        self.exclusiveOptions = exclusiveOptions
        self.run = run
    }

    /// The words of the name.
    var words: [String] { name.split(separator: " ").map(String.init) }

    /// Every option it takes, also those that every command takes.
    var allOptions: [Option] { options + Option.ofEveryCommand }
}

extension Option {
    /// The directory of the ledger.
    static let ledger = Option(
        "ledger", "DIR", "The ledger; without it, what LEDGER_PATH names.")
    static let help = Option("help", "Prints help.")

    static let ofEveryCommand = [ledger, help]

    /// An option without an argument.
    init(_ name: String, _ summary: String) {
        self.init(name, nil, summary)
    }
}
