extension Console {
    /// Writes a table as results, or a line in place of one without rows.
    func print(_ table: Table, orIfEmpty line: String) throws(ConsoleError) {
        guard !table.isEmpty else {
            try print(line)
            return
        }
        for line in table.lines { try print(line) }
    }

    /// Writes a JSON answer and ends its line.
    func print(json bytes: [UInt8]) throws(ConsoleError) {
        try write(bytes.span)
        try print("")
    }
}
