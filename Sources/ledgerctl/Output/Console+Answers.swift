extension Console {
    /// Writes a table as results.
    func print(_ table: Table) throws(ConsoleError) {
        for line in table.lines { try print(line) }
    }

    /// Writes a JSON answer and ends its line.
    func print(json bytes: [UInt8]) throws(ConsoleError) {
        try write(bytes.span)
        try print("")
    }
}
