/// Help, made from the descriptions of the commands.
enum HelpText {
    static let widthColumns = 80
    /// Where the explanation of an option or a command begins.
    private static let explanationColumn = 26

    /// Help for all commands.
    static func overview(of table: CommandTable) -> String {
        let commands = table.commands.map { entry($0.name, $0.summary) }
        return """
            Usage: ledgerctl [--ledger DIR] COMMAND [options]

            A ledger of App Store purchases: takes in what Apple signs, and answers who
            owns what, as of any day.

            Commands:
            \(commands.joined(separator: "\n"))

            Options of every command:
            \(Option.ofEveryCommand.map { entry($0.usage, $0.summary) }.joined(separator: "\n"))

            Exit status: 0 done, 1 a check failed or something was not taken in or refused,
            64 wrong usage, 66 no such ledger or file, 74 storage or disk error.
            'ledgerctl help COMMAND' tells more.
            """
    }

    /// Help for the commands of a family.
    static func family(_ commands: [Command]) -> String {
        commands.map(command).joined(separator: "\n\n")
    }

    /// Help for one command.
    static func command(_ command: Command) -> String {
        var parts = [usage(of: command), wrapped(command.summary, indent: 0)]
        for paragraph in command.discussion.paragraphs {
            parts.append(wrapped(paragraph, indent: 0))
        }
        if !command.operands.isEmpty {
            let entries = command.operands.map { entry($0.usage, explanation(of: $0)) }
            parts.append("Operands:\n" + entries.joined(separator: "\n"))
        }
        for exclusive in command.exclusiveOptions where exclusive.name != nil {
            parts.append(section(of: exclusive, in: command))
        }
        let exclusive = namedGroupOptions(of: command)
        let others = command.allOptions.filter { !exclusive.contains($0.name) }
        let entries = others.map { entry($0.usage, explanation(of: $0)) }
        parts.append("Options:\n" + entries.joined(separator: "\n"))
        return parts.joined(separator: "\n\n")
    }

    /// The options that have a section of their own.
    private static func namedGroupOptions(of command: Command) -> Set<String> {
        Set(command.exclusiveOptions.filter { $0.name != nil }.flatMap(\.options))
    }

    private static func section(of exclusive: ExclusiveOptions, in command: Command) -> String {
        let options = command.options.filter { exclusive.options.contains($0.name) }
        let title = exclusive.isRequired ? "exactly one of" : "at most one of"
        let entries = options.map { entry($0.usage, explanation(of: $0)) }
        return "\(exclusive.name ?? ""), \(title):\n" + entries.joined(separator: "\n")
    }

    /// The line that shows how a command is typed.
    private static func usage(of command: Command) -> String {
        let exclusive = namedGroupOptions(of: command)
        let required = command.options.filter { $0.isRequired }.map(\.usage)
        let groups = command.exclusiveOptions.compactMap { group in
            group.name.map { group.isRequired ? $0 : "[\($0)]" }
        }
        let choices = command.exclusiveOptions.filter { $0.name == nil && $0.isRequired }
        let chosen = Set(choices.flatMap { $0.options + $0.companions.values })
        let choice = choices.map { self.choice($0, of: command) }
        let optional = command.options
            .filter {
                !$0.isRequired && !exclusive.contains($0.name) && !chosen.contains($0.name)
            }
            .map { $0.isRepeated ? "[\($0.usage)]..." : "[\($0.usage)]" }
        let words = command.operands.map(\.usage) + groups + required + choice + optional
        let front = "Usage: ledgerctl \(command.name)"
        return TextWrap.wrap(
            pieces: [front] + words, widthColumns: widthColumns, continuationIndent: 8)
    }

    /// The options of which one has to be given, each with the one that stands beside it.
    private static func choice(_ group: ExclusiveOptions, of command: Command) -> String {
        let options = command.options.filter { group.options.contains($0.name) }
        let usages = options.map { option in
            let companion = command.options.filter { $0.name == group.companions[option.name] }
            return ([option] + companion).map(\.usage).joined(separator: " ")
        }
        return "(\(usages.joined(separator: " | ")))"
    }

    private static func explanation(of option: Option) -> String {
        option.summary + (option.isRepeated ? " May be repeated." : "")
    }

    private static func explanation(of operand: Operand) -> String {
        operand.summary
    }

    /// A name and its explanation, which begins on the next line if the name is long.
    private static func entry(_ name: String, _ summary: String) -> String {
        let indent = String(repeating: " ", count: explanationColumn)
        let text = wrapped(summary, indent: explanationColumn)
        let front = "  \(name)"
        if front.count + 2 > explanationColumn { return "\(front)\n\(text)" }
        let padding = String(repeating: " ", count: explanationColumn - front.count)
        return front + padding + text.dropFirst(indent.count)
    }

    private static func wrapped(_ text: String, indent: Int) -> String {
        let front = String(repeating: " ", count: indent)
        return front
            + TextWrap.wrap(
                pieces: text.split { $0 == " " || $0 == "\n" }.map(String.init),
                widthColumns: widthColumns - indent, continuationIndent: 0
            ).replacing("\n", with: "\n" + front)
    }
}

/// Lines of limited width.
enum TextWrap {
    /// Joins pieces with spaces, and begins a new line before a piece that does not fit.
    static func wrap(pieces: [String], widthColumns: Int, continuationIndent: Int) -> String {
        var lines: [String] = []
        var line = ""
        for piece in pieces {
            if line.isEmpty {
                line = piece
            } else if line.count + 1 + piece.count <= widthColumns {
                line += " " + piece
            } else {
                lines.append(line)
                line = String(repeating: " ", count: continuationIndent) + piece
            }
        }
        return (lines + [line]).joined(separator: "\n")
    }
}

extension String {
    /// The parts between empty lines.
    fileprivate var paragraphs: [String] {
        split(separator: "\n\n").map(String.init)
    }
}
