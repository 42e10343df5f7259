/// A command line that cannot be run: what is wrong with it and, where known, the command it names.
struct UsageError: Error, Hashable, CustomStringConvertible {
    /// What is wrong and what to write instead.
    let message: String
    /// The words of the command whose help explains more; empty when no command was recognised.
    let words: [String]

    init(_ message: String, words: [String] = []) {
        self.message = message
        self.words = words
    }

    /// The message and the help that says more.
    var description: String {
        let help = (["ledgerctl", "help"] + words).joined(separator: " ")
        return "\(message)\nSee '\(help)'."
    }
}
