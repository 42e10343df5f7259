/// Help texts, made from the same descriptions that the parser reads.
struct Help {
    let commands: [CommandDescription]

    /// The widest line.
    static let widthColumns = 80
    /// Where summaries begin, beside names that are short enough.
    private static let summaryColumn = 28

    /// Every command with its summary.
    func overview() -> String {
        var lines = Self.wrap(
            "usage: ledgerctl [--ledger DIR] COMMAND [options]", hanging: 4)
        lines += ["", "Commands:"]
        for command in commands { lines += Self.entry(command.name, command.summary) }
        lines += ["", "Options of every command:"]
        for option in GlobalOptions.all { lines += Self.entry(option.spelling, option.summary) }
        lines += ["", "'ledgerctl help COMMAND' says more of a command.", ""]
        lines += Self.wrap(
            "Exit status: 0 done; 1 the answer is no; 64 wrong usage; 66 no such ledger or file; "
                + "74 storage or disk error.", hanging: 4)
        return lines.joined(separator: "\n") + "\n"
    }

    /// One command, or every command that begins with the words.
    func text(for words: [String]) throws(UsageError) -> String {
        if words.isEmpty { return overview() }
        let named = commands.filter { $0.words == words }
        let found = named.isEmpty ? commands.filter { $0.words.starts(with: words) } : named
        guard !found.isEmpty else {
            throw UsageError("no command is called '\(words.joined(separator: " "))'")
        }
        return found.map(Self.text(of:)).joined(separator: "\n")
    }

    private static func text(of command: CommandDescription) -> String {
        let parts =
            ["usage: ledgerctl \(command.name)"]
            + (command.operands.isEmpty ? [] : [command.operands])
            + command.options.map(\.usage)
        var lines = wrap(parts, hanging: 4)
        lines.append("")
        lines += wrap(command.summary, hanging: 0)
        lines += ["", "Options:"]
        for option in command.options + GlobalOptions.all {
            lines += entry(option.spelling, option.summary)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A name and, beside or below it, its summary.
    private static func entry(_ name: String, _ summary: String) -> [String] {
        let head = "  " + name
        let indent = String(repeating: " ", count: summaryColumn)
        let room = widthColumns - summaryColumn
        var lines = fill(summary.split(separator: " ").map(String.init), room: room, hanging: 0)
            .map { indent + $0 }
        if head.count + 2 <= summaryColumn, let first = lines.first {
            lines[0] = head + first.dropFirst(head.count)
            return lines
        }
        return [head] + lines
    }

    private static func wrap(_ text: String, hanging: Int) -> [String] {
        wrap(text.split(separator: " ").map(String.init), hanging: hanging)
    }

    /// Wraps parts that are kept whole where they fit a line.
    private static func wrap(_ parts: [String], hanging: Int) -> [String] {
        let room = widthColumns - hanging
        let pieces = parts.flatMap { part in
            part.count <= room ? [part] : part.split(separator: " ").map(String.init)
        }
        return fill(pieces, room: widthColumns, hanging: hanging)
    }

    private static func fill(_ pieces: [String], room: Int, hanging: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for piece in pieces {
            if line.isEmpty {
                line = piece
            } else if line.count + 1 + piece.count <= room {
                line += " " + piece
            } else {
                lines.append(line)
                line = String(repeating: " ", count: hanging) + piece
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
