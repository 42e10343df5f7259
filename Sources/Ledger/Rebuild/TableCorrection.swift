/// Makes the ledger's tables like those that were made from the log, in as few transactions as have
/// room for it.
///
/// Each transaction only corrects rows, so that a process that is killed between two of them leaves
/// fewer wrong rows than there were. What needs several is walked once more from the beginning,
/// until nothing is left to do: a writer may have met wrong rows meanwhile.
struct TableCorrection {
    private(set) var report = RebuildReport()
    private(set) var isComplete = false
    private let rowsMax: Int
    /// Which step is next, and where in its table it goes on.
    private var step = 0
    private var key: LMDBKey?
    private var isWithinPass = false

    init(rowsMax: Int = ChangeRoom.rowsMax) { self.rowsMax = rowsMax }

    /// Corrects what one transaction has room for; `derived` is at the end of the log.
    mutating func run(
        _ derived: DerivedTables, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        report.events = derived.sequence
        var room = ChangeRoom(rowsMax: rowsMax)
        let pairs = derived.pairs
        let inverses = try Self.inverseTables(of: derived.reader.tables)
        while !room.isUsedUp {
            if step < pairs.count {
                try correct(pairs[step], of: derived.store, &room, in: transaction)
            } else if step < pairs.count + inverses.count {
                try correct(inverses[step - pairs.count], &room, in: transaction)
            } else {
                try correctCounters(derived, in: transaction)
                step = 0
                isComplete = !isWithinPass
                isWithinPass = false
                return
            }
        }
        isWithinPass = true
    }

    private static func inverseTables(of tables: LogTables) throws -> [InverseTable] {
        let hasher = try SHA256()
        return [
            InverseTable(index: tables.identities, source: tables.identityDetails) { row in
                let identity = try IdentityDetails(decoding: row).identity
                let key = LogKey.identity(identity.kind, identity.environment, identity.text)
                return [UInt8](copying: key.bytes)
            },
            InverseTable(index: tables.headerNumbers, source: tables.headers) { header in
                try hasher.digest([UInt8](copying: header)).bytes
            },
        ]
    }

    private mutating func correct(
        _ pair: (ledger: LMDBTable, made: LMDBTable), of store: RebuildStore,
        _ room: inout ChangeRoom, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        let start = key
        let found = try store.environment.read { made in
            try TableDifferences(
                of: pair.ledger, in: transaction, from: pair.made, in: made,
                startingAt: start, room: &room)
        }
        try apply(found.changes, to: pair.ledger, in: transaction)
        key = found.next
        if found.next == nil { step += 1 }
    }

    private mutating func correct(
        _ inverse: InverseTable, _ room: inout ChangeRoom,
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        let (changes, isAll) = try inverse.changes(in: transaction, room: &room)
        try apply(changes, to: inverse.index, in: transaction)
        if isAll { step += 1 }
    }

    /// The rows of `meta` that follow from the log.
    private mutating func correctCounters(
        _ derived: DerivedTables, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        let tables = derived.reader.tables
        let headerCount = try tables.headers.last(.all, in: transaction) { key, _ in
            var reader = ByteReader(key)
            return try reader.read(UInt32.self).byteSwapped
        }
        let counters = [
            ("nextLine", derived.lineCount), ("nextIdentity", derived.identityCount),
            ("nextHeader", headerCount ?? 0),
        ]
        var rows = counters.map { name, count in
            ([UInt8](copying: LogKey.text(name).bytes), ByteWriter.bytes(of: count &+ 1))
        }
        rows.append(
            ([UInt8](copying: LiveTables.positionKey.bytes), ByteWriter.bytes(of: derived.sequence))
        )
        var changes: [RowChange] = []
        for (key, value) in rows {
            let held = try tables.meta.get(key.bytes, in: transaction) { [UInt8](copying: $0) }
            // Nothing is counted before the first event.
            let expected = derived.sequence > 0 ? value : nil
            guard held != expected else { continue }
            guard let expected else {
                changes.append(.remove(key))
                continue
            }
            changes.append(held == nil ? .add(key, expected) : .change(key, expected))
        }
        try apply(changes, to: tables.meta, in: transaction)
    }

    private mutating func apply(
        _ changes: [RowChange], to table: LMDBTable,
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        var counts = RebuildReport.Table(name: table.name)
        let place = report.tables.firstIndex { $0.name == table.name }
        if let place { counts = report.tables[place] }
        for change in changes {
            try change.apply(to: table, in: transaction)
            switch change {
            case .add: counts.added += 1
            case .change: counts.changed += 1
            case .remove: counts.removed += 1
            }
        }
        if let place { report.tables[place] = counts } else { report.tables.append(counts) }
    }
}
