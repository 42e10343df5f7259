extension Statement {
    /// Bit 0: the sequence is not the content's; bit 1: a token; then the content's index.
    private static let ownSequence: UInt64 = 1
    private static let hasAccount: UInt64 = 2
    private static let contentShift: UInt64 = 2

    func write(to writer: inout StateWriter, contentSequence: UInt64) {
        var head = UInt64(content) << Self.contentShift
        if sequence != contentSequence { head |= Self.ownSequence }
        if account != nil { head |= Self.hasAccount }
        writer.write(head)
        writer.write(signedDate)
        if sequence != contentSequence { writer.write(sequence: sequence) }
        if let account { writer.write(account) }
    }

    /// Reads a statement behind so many contents; its sequence is mostly that of the content.
    fileprivate init(
        from reader: inout StateReader, contentCount: Int, sequenceOfContent: (Int) -> UInt64
    ) throws(RecordError) {
        let head = try reader.read()
        guard let index = Int(exactly: head >> Self.contentShift), index < contentCount else {
            throw StateReader.invalid
        }
        content = index
        signedDate = try reader.readDate()
        sequence =
            head & Self.ownSequence != 0 ? try reader.readSequence() : sequenceOfContent(index)
        account = head & Self.hasAccount != 0 ? try reader.readAccount() : nil
    }
}

extension StatementList {
    /// Writes some of the statements behind contents that are written.
    func writeStatements(
        _ statements: some Collection<Statement>, _ writer: inout StateWriter
    ) {
        writer.write(count: statements.count)
        for statement in statements {
            statement.write(
                to: &writer, contentSequence: contents[statement.content].sequence)
        }
    }

    /// Reads the statements behind contents that are read.
    mutating func readStatements(from reader: inout StateReader) throws(RecordError) {
        let count = try reader.readCount()
        reserve(statementCount: count)
        for _ in 0..<count { try readStatement(from: &reader) }
    }

    /// Reads one statement behind contents that are read.
    mutating func readStatement(from reader: inout StateReader) throws(RecordError) {
        appendStored(try statement(from: &reader))
    }

    /// Reads one statement behind contents that are read, to a place among those that are held.
    mutating func readStatement(
        from reader: inout StateReader, to index: Int
    ) throws(RecordError) {
        insertStored(try statement(from: &reader), at: index)
    }

    private func statement(from reader: inout StateReader) throws(RecordError) -> Statement {
        // The contents are not handed over: that would count references.
        try Statement(from: &reader, contentCount: contents.count) { contents[$0].sequence }
    }
}
