/// Reads the log and its indexes; written once for read and for write transactions.
struct LogReader: Sendable {
    let tables: LogTables

    /// The sequence of the last event; 0 in an empty log.
    func lastSequence(
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> UInt64 {
        try tables.log.last(.all, in: transaction) { key, _ in try Self.sequence(of: key) } ?? 0
    }

    /// When the last event was recorded; nil in an empty log.
    func lastRecordedAt(
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Instant? {
        let last = try tables.log.last(.all, in: transaction) { key, record in
            (sequence: try Self.sequence(of: key), record: [UInt8](copying: record))
        }
        return try last.map { try Self.recordedAt($0.record, $0.sequence) }
    }

    /// When an event was recorded; that the record cannot be read is damage of that event.
    private static func recordedAt(_ record: [UInt8], _ sequence: UInt64) throws -> Instant {
        let failure: RecordError
        do throws(RecordError) {
            return try RecordDecoder.decode(record.bytes).recordedAt
        } catch {
            failure = error
        }
        if failure.isNewer { throw failure }
        throw LedgerError(.damaged, "event \(sequence) of the table log: \(failure)")
    }

    /// One event's fields.
    func fields(
        _ sequence: UInt64, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> EventFields {
        let key = LMDBKey(sequence)
        guard
            let fields = try tables.log.get(
                key.bytes, in: transaction, { try RecordDecoder.decode($0) })
        else { throw LedgerError(.damaged, "event \(sequence) is missing; restore a backup") }
        return fields
    }

    /// One event for whoever goes on where it cannot be read, which is a finding of its own: whether
    /// there is a record, and its fields where they can be read.
    func readable(
        _ sequence: UInt64, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> (isThere: Bool, fields: EventFields?) {
        let key = LMDBKey(sequence)
        let record = try tables.log.get(key.bytes, in: transaction) { [UInt8](copying: $0) }
        return (record != nil, record.flatMap { try? RecordDecoder.decode($0.bytes) })
    }

    /// One event as far as the fold of a line depends on it.
    func lineEvent(
        _ sequence: UInt64, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> LineEvent {
        let key = LMDBKey(sequence)
        var event = LineEvent()
        let found: Void? = try tables.log.get(key.bytes, in: transaction) {
            try LineEventDecoder.decode($0, into: &event)
        }
        guard found != nil else {
            throw LedgerError(.damaged, "event \(sequence) is missing; restore a backup")
        }
        return event
    }

    /// The sequences of a line's events, in order, up to `through`.
    func eventSequences(
        of line: LineNumber, through: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [UInt64] {
        var sequences: [UInt64] = []
        let prefix = LogKey.line(line, .event)
        try tables.lines.forEach(.prefix(prefix), in: transaction) { key, value in
            let row = try EventRow(
                first: Self.sequence(of: key.extracting(prefix.count..<key.byteCount)),
                decoding: value)
            guard row.first > sequences.last ?? 0 else {
                throw LedgerError(.damaged, "two rows name event \(row.first); rebuild the ledger")
            }
            for sequence in row.sequences {
                if sequence > through { return false }
                sequences.append(sequence)
            }
            return true
        }
        return sequences
    }

    /// The row of a line that names an event; nil where none does.
    func eventRow(
        of line: LineNumber, naming sequence: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> EventRow? {
        let key = LogKey.lineEvent(line, sequence)
        let own = try tables.lines.get(key.bytes, in: transaction) {
            try EventRow(first: sequence, decoding: $0)
        }
        if let own { return own }
        let before = LMDBRange.bounds(from: LogKey.lineEvent(line, 0), through: key)
        let row = try tables.lines.last(before, in: transaction) { key, value in
            try EventRow(
                first: Self.sequence(of: key.extracting(5..<key.byteCount)), decoding: value)
        }
        return row.flatMap { $0.sequences.contains(sequence) ? $0 : nil }
    }

    /// The lines that ever named an identity.
    func lines(
        of identity: IdentityNumber,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [LineNumber] {
        var lines: [LineNumber] = []
        try forEachLine(of: identity, in: transaction) { lines.append($0) }
        return lines
    }

    /// Visits the lines that ever named an identity, by number.
    func forEachLine(
        of identity: IdentityNumber, in transaction: borrowing some LMDBTransaction & ~Copyable,
        _ body: (LineNumber) throws -> Void
    ) throws {
        _ = try forEachLineNoticingEvents(of: identity, in: transaction, body)
    }

    /// The same; true where the identity has events of no line too: their rows follow those of its
    /// lines, so a question need not look for what the host did for an account that has none.
    func forEachLineNoticingEvents(
        of identity: IdentityNumber,
        in transaction: borrowing some LMDBTransaction & ~Copyable,
        _ body: (LineNumber) throws -> Void
    ) throws -> Bool {
        var cursor: LMDBCursor?
        return try forEachLineNoticingEvents(
            of: identity, keeping: &cursor, in: transaction, body)
    }

    /// The same with a cursor that the caller keeps for the next identity.
    func forEachLineNoticingEvents(
        of identity: IdentityNumber, keeping cursor: inout LMDBCursor?,
        in transaction: borrowing some LMDBTransaction & ~Copyable,
        _ body: (LineNumber) throws -> Void
    ) throws -> Bool {
        var isEventful = false
        try tables.customers.forEach(
            prefix: LogKey.number(identity.number), keeping: &cursor, in: transaction
        ) { key in
            var reader = ByteReader(key.extracting(4..<key.byteCount))
            guard try reader.read(UInt8.self) == LogKey.CustomerRow.line.rawValue else {
                isEventful = true
                return false
            }
            try body(LineNumber(number: try reader.read(UInt32.self).byteSwapped))
            return true
        }
        return isEventful
    }

    /// The number of an account, by the key of its row alone; nil where it was never named.
    func identity(
        of account: AccountToken, _ environment: EnvironmentCode,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> IdentityNumber? {
        let key = AccountKey(account, environment)
        return try tables.identities.number(key.bytes, as: UInt32.self, in: transaction)
            .map { IdentityNumber(number: $0) }
    }

    /// The sequences of the events of an identity that belong to no line, in order, up to
    /// `through`.
    func eventSequences(
        of identity: IdentityNumber, through: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [UInt64] {
        try sequences(
            behind: LogKey.customer(identity, .event), of: tables.customers, through: through,
            in: transaction)
    }

    /// The lines that claim a paid period, over all apps with its environment.
    func lines(
        ofPeriod lineItem: StoreIdentifier, environment: EnvironmentCode, bundle: Symbol,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [LineNumber] {
        try lines(
            at: LogKey.storeIdentifier(environment, lineItem, bundle), of: tables.periodLines,
            in: transaction)
    }

    /// The line numbers that end the keys with a prefix.
    private func lines(
        at prefix: LMDBKey, of table: LMDBTable,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [LineNumber] {
        var lines: [LineNumber] = []
        try table.forEach(.prefix(prefix), in: transaction) { key, _ in
            guard key.byteCount > prefix.count + 3 else { throw RecordError.truncated }
            var reader = ByteReader(key.extracting(key.byteCount - 4..<key.byteCount))
            lines.append(LineNumber(number: try reader.read(UInt32.self).byteSwapped))
            return true
        }
        return lines
    }

    /// The text that an identity number stands for; nil where it was erased.
    func identityText(
        _ number: IdentityNumber, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> String? {
        try identity(of: number, in: transaction)?.text
    }

    /// What an identity number stands for; nil where it was erased.
    func identity(
        of number: IdentityNumber, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Identity? {
        let key = LogKey.number(number.number)
        return try tables.identityDetails.get(key.bytes, in: transaction) { value in
            try IdentityDetails(decoding: value).identity
        }
    }

    /// The event of a host action's key; nil where the key was never used.
    func sequence(
        ofKey key: [UInt8], environment: EnvironmentCode,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> UInt64? {
        let row = LogKey.hostKey(environment, key)
        return try tables.hostKeys.number(row.bytes, as: UInt64.self, in: transaction)
    }

    /// The lines of an originalTransactionId in an environment, over all apps.
    func lines(
        withOriginal identifier: StoreIdentifier, environment: EnvironmentCode,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [LineNumber] {
        var lines: [LineNumber] = []
        let range = LMDBRange.prefix(LogKey.storeIdentifier(environment, identifier, nil))
        try tables.lineNumbers.forEach(range, in: transaction) { _, value in
            var reader = ByteReader(value)
            lines.append(LineNumber(number: try reader.read(UInt32.self)))
            return true
        }
        return lines
    }

    /// The lines that hold a transactionId in an environment, over all apps.
    func lines(
        withTransaction identifier: StoreIdentifier, environment: EnvironmentCode,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [LineNumber] {
        try lines(
            at: LogKey.storeIdentifier(environment, identifier, nil),
            of: tables.transactionLines, in: transaction)
    }

    /// The number of an identity; nil where it was never named.
    func identity(
        _ identity: Identity, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> IdentityNumber? {
        guard identity.text.utf8.count <= Identity.textByteCountMax else { return nil }
        let key = LogKey.identity(identity.kind, identity.environment, identity.text)
        return try tables.identities.number(key.bytes, as: UInt32.self, in: transaction)
            .map { IdentityNumber(number: $0) }
    }

    /// The sequences of every event of a kind that belongs to neither line nor identity, or of
    /// every erasure.
    func sequences(
        of kind: EventKind, through: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [UInt64] {
        try sequences(
            behind: LogKey.global(kind, nil), of: tables.globals, through: through, in: transaction)
    }

    /// Those of them that follow an event, up to `through`.
    func sequences(
        of kind: EventKind, after: UInt64, through: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [UInt64] {
        var sequences: [UInt64] = []
        guard after < through else { return sequences }
        let range = LMDBRange.bounds(
            from: LogKey.global(kind, after + 1), through: LogKey.global(kind, through))
        try tables.globals.forEach(range, in: transaction) { key, _ in
            sequences.append(try Self.sequence(of: key.extracting(1..<key.byteCount)))
            return true
        }
        return sequences
    }

    /// The sequences that end the keys with a prefix, in order, up to `through`.
    private func sequences(
        behind prefix: LMDBKey, of table: LMDBTable, through: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [UInt64] {
        var sequences: [UInt64] = []
        try table.forEach(.prefix(prefix), in: transaction) { key, _ in
            let sequence = try Self.sequence(
                of: key.extracting(prefix.count..<key.byteCount))
            if sequence <= through { sequences.append(sequence) }
            return sequence < through
        }
        return sequences
    }

    static func sequence(of key: RawSpan) throws -> UInt64 {
        var reader = ByteReader(key)
        return try reader.read(UInt64.self).byteSwapped
    }

    /// Whether a key of the log is that of an event.
    static func isKey(_ key: RawSpan, of sequence: UInt64) -> Bool {
        guard key.byteCount == 8 else { return false }
        return unsafe key.unsafeLoadUnaligned(as: UInt64.self).bigEndian == sequence
    }
}
