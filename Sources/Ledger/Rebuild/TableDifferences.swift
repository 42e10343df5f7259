/// What a table has to become, row by row.
enum RowChange {
    case add([UInt8], [UInt8])
    case change([UInt8], [UInt8])
    case remove([UInt8])

    var byteCount: Int {
        switch self {
        case .add(let key, let value), .change(let key, let value): key.count + value.count
        case .remove(let key): key.count
        }
    }

    func apply(
        to table: LMDBTable, in transaction: borrowing LMDBWriteTransaction
    ) throws(StorageError) {
        switch self {
        case .add(let key, let value), .change(let key, let value):
            try table.put(key.bytes, value.bytes, in: transaction)
        case .remove(let key): try table.delete(key.bytes, in: transaction)
        }
    }
}

/// How much one transaction changes at most, so that it fits into memory.
struct ChangeRoom {
    /// Rows that one transaction changes: 50,000, each perhaps on a page of its own.
    static let rowsMax = 50_000
    /// Bytes that it writes: 64 MiB.
    static let bytesMax = 64 * 1024 * 1024

    private(set) var rows: Int
    private(set) var bytes = Self.bytesMax

    init(rowsMax: Int = rowsMax) { rows = rowsMax }

    var isUsedUp: Bool { rows <= 0 || bytes <= 0 }

    mutating func use(_ change: RowChange) {
        rows -= 1
        bytes -= change.byteCount
    }
}

/// The rows in which two tables differ, found by walking both in the order of their keys.
struct TableDifferences {
    private(set) var changes: [RowChange] = []
    /// Where the walk goes on; nil where it has come to the end.
    private(set) var next: LMDBKey?

    /// Walks from a key on, until there is no room for more changes.
    init(
        of ledger: LMDBTable, in transaction: borrowing LMDBWriteTransaction,
        from made: LMDBTable, in madeTransaction: borrowing LMDBReadTransaction,
        startingAt start: LMDBKey?, room: inout ChangeRoom
    ) throws {
        var found: [RowChange] = []
        var end: LMDBKey?
        try made.withCursor(in: madeTransaction) { made in
            try ledger.withCursor(in: transaction) { held in
                var hasMade = try made.move(to: start)
                var hasHeld = try held.move(to: start)
                while hasMade || hasHeld {
                    let isMissing = hasMade && (!hasHeld || held.key.isAfter(made.key))
                    let isExtra = hasHeld && (!hasMade || made.key.isAfter(held.key))
                    if room.isUsedUp {
                        end = isMissing ? LMDBKey(made.key) : LMDBKey(held.key)
                        return
                    }
                    var change: RowChange?
                    if isMissing {
                        change = .add([UInt8](copying: made.key), [UInt8](copying: made.value))
                    } else if isExtra {
                        change = .remove([UInt8](copying: held.key))
                    } else if held.value.differs(from: made.value) {
                        change = .change([UInt8](copying: made.key), [UInt8](copying: made.value))
                    }
                    if let change {
                        found.append(change)
                        room.use(change)
                    }
                    if !isExtra { hasMade = try made.next() }
                    if !isMissing { hasHeld = try held.next() }
                }
            }
        }
        changes = found
        next = end
    }
}

extension LMDBCursor {
    /// Moves to the first entry at or behind a key; to the first of all without one.
    fileprivate mutating func move(to key: LMDBKey?) throws(StorageError) -> Bool {
        guard let key else { return try first() }
        return try seek(key.bytes)
    }
}

extension LMDBKey {
    fileprivate init(_ bytes: RawSpan) {
        self.init()
        append(bytes: bytes)
    }
}

extension RawSpan {
    fileprivate func differs(from other: RawSpan) -> Bool {
        byteCount != other.byteCount || isAfter(other) || other.isAfter(self)
    }
}
