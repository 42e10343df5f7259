/// A statement's row of `lines`.
struct LineStatement: Sendable, Hashable {
    let digest: UInt64
    let signedDate: Instant
    let holders: StatementHolders
}

/// The rows of `lines` that the table has of one line, in the order of their keys.
///
/// Keep one and use it again: the next line is about as long.
struct LineRows {
    /// The events that they name, in ascending order.
    private(set) var events: [EventRow] = []
    private(set) var statements: [LineStatement] = []
    private(set) var presenters: [UInt32] = []
    /// Whether one has a key that no row has.
    private(set) var hasUnknown = false

    /// So many statements make the room for them worth letting go.
    private static let statementsHeldMax = 1_024

    /// Reads the rows of a line in place of those of another.
    ///
    /// - Throws: `LedgerError.Code.damaged` where an event is named twice, `RecordError`,
    ///   `StorageError`.
    mutating func read(
        _ line: LineNumber, of table: LMDBTable,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        removeAll()
        let prefix = LogKey.number(line.number)
        try table.forEach(.prefix(prefix), in: transaction) { key, value in
            var reader = ByteReader(key.extracting(4..<key.byteCount))
            switch LogKey.LineRow(rawValue: try reader.read(UInt8.self)) {
            case .event:
                let row = try EventRow(
                    first: try reader.read(UInt64.self).byteSwapped, decoding: value)
                guard row.first > events.last?.sequences.upperBound ?? 0 else {
                    throw LedgerError(
                        .damaged, "two rows name event \(row.first); rebuild the ledger")
                }
                events.append(row)
            case .statement:
                let digest = try reader.read(UInt64.self).byteSwapped
                let date = try reader.read(UInt64.self).byteSwapped ^ (1 << 63)
                statements.append(
                    LineStatement(
                        digest: digest,
                        signedDate: Instant(millisecondsSince1970: Int64(bitPattern: date)),
                        holders: try StatementHolders(decoding: value)))
            case .presenter:
                presenters.append(try reader.read(UInt32.self).byteSwapped)
                if !value.isEmpty { hasUnknown = true }
            case nil: hasUnknown = true
            }
            if !reader.isAtEnd { hasUnknown = true }
            return true
        }
    }

    private mutating func removeAll() {
        let keepsRoom = statements.count <= Self.statementsHeldMax
        events.removeAll(keepingCapacity: keepsRoom)
        statements.removeAll(keepingCapacity: keepsRoom)
        presenters.removeAll(keepingCapacity: keepsRoom)
        hasUnknown = false
    }
}
