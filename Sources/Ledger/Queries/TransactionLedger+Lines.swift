extension TransactionLedger {
    /// How many lines, accounts or events one read transaction visits; a long-lived reader makes
    /// the file grow.
    static let itemsPerReadMax = 256

    /// The view of a cut that outlives its transaction: it never uses the live tables, which move.
    func frozenView(_ environment: StoreEnvironment, at cut: Cut?) throws -> LedgerView {
        try read(environment, at: cut) { view, _ in view.frozen }
    }

    /// Visits every line of an environment, whole, by originalTransactionId, in short read
    /// transactions: what is appended meanwhile is behind the view's last event.
    ///
    /// - Complexity: O(events of the environment), in memory for one line.
    func forEachLine(
        of view: LedgerView, betweenReads: () throws -> Void = {},
        _ body: (LineState, borrowing LMDBReadTransaction) throws -> Void
    ) throws {
        try forEachLineNumber(of: view, betweenReads: betweenReads) { number, transaction in
            if let line = try view.fullLine(number, in: transaction) { try body(line, transaction) }
        }
    }

    /// Visits the number of every line of an environment, by originalTransactionId, in short read
    /// transactions.
    ///
    /// - Complexity: O(lines of the environment).
    func forEachLineNumber(
        of view: LedgerView, betweenReads: () throws -> Void = {},
        _ body: (LineNumber, borrowing LMDBReadTransaction) throws -> Void
    ) throws {
        var last: LMDBKey?
        while true {
            let page = try environment.read { transaction in
                let page = try reader.lines(
                    of: view.code, after: last, limit: Self.itemsPerReadMax, in: transaction)
                for number in page.lines { try body(number, transaction) }
                return page
            }
            try betweenReads()
            guard let end = page.last else { return }
            last = end
        }
    }

    /// Visits every identity of a kind in an environment by its text, in short read transactions.
    ///
    /// - Complexity: O(events of the environment), in memory for one identity.
    func forEachIdentity(
        _ kind: Identity.Kind, of view: LedgerView, betweenReads: () throws -> Void = {},
        _ body: (String, IdentityNumber, borrowing LMDBReadTransaction) throws -> Void
    ) throws {
        var last: LMDBKey?
        while true {
            let page = try environment.read { transaction in
                let page = try reader.identities(
                    kind, of: view.code, after: last, limit: Self.itemsPerReadMax,
                    in: transaction)
                for (text, number) in page.identities { try body(text, number, transaction) }
                return page
            }
            try betweenReads()
            guard let end = page.last else { return }
            last = end
        }
    }
}

extension TransactionLedger {
    /// Visits every account of an environment that was erased, in the order of the erasures, in
    /// short read transactions.
    ///
    /// - Complexity: O(erasures + events of the erased accounts), in memory for one account.
    func forEachErasedAccount(
        of view: LedgerView, betweenReads: () throws -> Void = {},
        _ body: (IdentityNumber, borrowing LMDBReadTransaction) throws -> Void
    ) throws {
        let erasures = try environment.read { transaction in
            try reader.sequences(of: .erasure, through: .max, in: transaction)
        }
        for start in stride(from: 0, to: erasures.count, by: Self.itemsPerReadMax) {
            try environment.read { transaction in
                for sequence in erasures[start...].prefix(Self.itemsPerReadMax) {
                    let fields = try reader.fields(sequence, in: transaction)
                    // Those of lines name the account once more.
                    guard fields.environment == view.code, fields.line == nil,
                        let account = fields.account
                    else { continue }
                    try body(account, transaction)
                }
            }
            try betweenReads()
        }
    }
}

extension LedgerView {
    /// The same view by the log alone, so that it stays right when the live tables move on.
    var frozen: LedgerView {
        var view = self
        view.usesLiveTables = false
        return view
    }
}

extension LogReader {
    /// Some lines of an environment by originalTransactionId, behind a key; no last key at the end.
    func lines(
        of environment: EnvironmentCode, after key: LMDBKey?, limit: Int,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> (lines: [LineNumber], last: LMDBKey?) {
        var lines: [LineNumber] = []
        let last = try visit(
            tables.lineNumbers, prefix: [environment.rawValue], after: key, limit: limit,
            in: transaction
        ) { _, value in
            var reader = ByteReader(value)
            lines.append(LineNumber(number: try reader.read(UInt32.self)))
        }
        return (lines, last)
    }

    /// Some identities of a kind by their text, behind a key; no last key at the end.
    func identities(
        _ kind: Identity.Kind, of environment: EnvironmentCode, after key: LMDBKey?, limit: Int,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> (identities: [(String, IdentityNumber)], last: LMDBKey?) {
        var identities: [(String, IdentityNumber)] = []
        let prefix = [kind.rawValue, environment.rawValue]
        let last = try visit(
            tables.identities, prefix: prefix, after: key, limit: limit, in: transaction
        ) { key, value in
            var text = ByteReader(key.extracting(prefix.count..<key.byteCount))
            let utf8 = try text.readBytes(count: text.remainingByteCount)
            var reader = ByteReader(value)
            let number = IdentityNumber(number: try reader.read(UInt32.self))
            identities.append((String(decoding: utf8, as: UTF8.self), number))
        }
        return (identities, last)
    }

    /// Some identities of a kind by their text, behind a key, without the texts.
    func identityNumbers(
        _ kind: Identity.Kind, of environment: EnvironmentCode, after key: LMDBKey?, limit: Int,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> (numbers: [IdentityNumber], last: LMDBKey?) {
        var numbers: [IdentityNumber] = []
        let last = try visit(
            tables.identities, prefix: [kind.rawValue, environment.rawValue], after: key,
            limit: limit, in: transaction
        ) { _, value in
            var reader = ByteReader(value)
            numbers.append(IdentityNumber(number: try reader.read(UInt32.self)))
        }
        return (numbers, last)
    }

    /// Visits at most `limit` entries with a prefix behind a key; returns the last key visited, or
    /// nil where nothing was.
    private func visit(
        _ table: LMDBTable, prefix: [UInt8], after key: LMDBKey?, limit: Int,
        in transaction: borrowing some LMDBTransaction & ~Copyable,
        _ body: (RawSpan, RawSpan) throws -> Void
    ) throws -> LMDBKey? {
        var start = LMDBKey()
        start.append(bytes: prefix)
        var last: LMDBKey?
        var count = 0
        let range = LMDBRange.bounds(from: key ?? start, through: nil)
        try table.forEach(range, in: transaction) { found, value in
            guard found.starts(with: start.bytes), count < limit else { return false }
            if let key, !found.isAfter(key.bytes) { return true }
            try body(found, value)
            var visited = LMDBKey()
            visited.append(bytes: found)
            last = visited
            count += 1
            return true
        }
        return last
    }
}
