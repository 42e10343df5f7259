/// The tables that follow from the log, made anew in a store of their own.
///
/// Events are taken in order, and more may follow at any time. To have one more table made, write
/// its rows in `take`, and name it in `pairs`.
struct DerivedTables {
    /// Events whose rows share a commit of the store.
    static let eventsPerTurnMax: UInt64 = 4_096
    /// Lines or accounts whose states share a commit of the store.
    static let statesPerTurnMax = 1_024

    let reader: LogReader
    let live: LiveTables
    let store: RebuildStore
    private let eventsPerTurn: UInt64
    /// The last event whose rows are made.
    private(set) var sequence: UInt64 = 0
    private(set) var lineCount: UInt32 = 0
    private(set) var identityCount: UInt32 = 0
    /// Those that had an event since their states were made.
    private var changedLines: Set<UInt32> = []
    private var changedAccounts: Set<UInt32> = []
    /// Events whose row of `lines` waits for those that share it.
    private var run: EventRun?
    private var leaf: EventLeaf
    private var tree: MerkleChunkAppender
    private var texts: [Symbol: String] = [:]

    init(
        reader: LogReader, live: LiveTables, store: RebuildStore,
        eventsPerTurn: UInt64 = eventsPerTurnMax
    ) throws {
        self.eventsPerTurn = eventsPerTurn
        let hasher = try MerkleHasher()
        leaf = EventLeaf(hasher: hasher)
        tree = MerkleChunkAppender(size: 0, hasher: hasher)
        self.reader = reader
        self.live = live
        self.store = store
    }

    /// Each of the ledger's tables beside the one that was made.
    var pairs: [(ledger: LMDBTable, made: LMDBTable)] {
        let (ledger, made) = (reader.tables, store.tables)
        return [
            (ledger.symbols, made.symbols), (ledger.lineNumbers, made.lineNumbers),
            (ledger.transactionLines, made.transactionLines),
            (ledger.periodLines, made.periodLines), (ledger.lines, made.lines),
            (ledger.customers, made.customers), (ledger.unlined, made.unlined),
            (ledger.globals, made.globals), (ledger.hostKeys, made.hostKeys),
            (ledger.tree, made.tree),
            (live.heads, store.live.heads), (live.accounts, store.live.accounts),
        ]
    }

    /// Makes the rows of the next events.
    ///
    /// - Returns: whether there were any.
    mutating func takeEvents(
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Bool {
        let last = min(
            try reader.lastSequence(in: transaction), sequence + eventsPerTurn)
        guard sequence < last else { return false }
        let turn = sequence + 1...last
        try store.environment.write { made in
            for next in turn {
                try take(try reader.fields(next, in: transaction), next, transaction, made)
            }
            // It stays open: a turn may end within an input.
            try run?.put(in: store.tables.lines, made)
            try tree.flush { position, chunk, _ in
                let value = chunk.encoded
                let key = position.key
                try store.tables.tree.put(key.bytes, value.bytes, in: made)
            }
        }
        sequence = last
        return true
    }

    private mutating func take(
        _ fields: EventFields, _ sequence: UInt64,
        _ transaction: borrowing some LMDBTransaction & ~Copyable,
        _ made: borrowing LMDBWriteTransaction
    ) throws {
        if let line = fields.line {
            lineCount = max(lineCount, line.number)
            changedLines.insert(line.number)
        } else {
            changedAccounts.formUnion(fields.identities.map(\.number))
        }
        for definition in fields.identityDefinitions ?? [] {
            identityCount = max(identityCount, definition.identity.number)
        }
        for definition in fields.symbolDefinitions ?? [] {
            let key = LogKey.number(definition.symbol.number)
            let text = Array(definition.text.utf8)
            try store.tables.symbols.put(key.bytes, text.bytes, in: made)
            texts[definition.symbol] = definition.text
        }
        try addLeaf(fields)
        try store.tables.index(fields, sequence, run: &run, in: made)
        let rows = DerivedRows(reader: reader, tables: store.tables)
        try rows.put(fields, sequence, transaction, made)
    }

    /// Makes the event a leaf of the tree; a record has one form, so that it is made of its fields.
    private mutating func addLeaf(_ fields: EventFields) throws {
        let texts = texts
        let record = try RecordEncoder.encode(fields)
        let hash = try leaf.hash(record: record.bytes, fields: fields) { symbol in
            guard let text = texts[symbol] else {
                throw LedgerError(.damaged, "a symbol has no text; restore a backup")
            }
            return text
        }
        try tree.append(hash) { _ in throw MerkleError.damagedTree }
    }

    /// Makes the states of some lines and accounts that had events.
    ///
    /// - Returns: whether there were any.
    mutating func foldSome(
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Bool {
        let lines = Self.takeSome(from: &changedLines)
        let accounts = Self.takeSome(from: &changedAccounts)
        if lines.isEmpty && accounts.isEmpty { return false }
        let (heads, states) = try store.environment.read { made in
            (
                try lines.map { ($0, try head(of: LineNumber(number: $0), transaction, made)) },
                try accounts.map {
                    ($0, try state(of: IdentityNumber(number: $0), transaction, made))
                }
            )
        }
        try store.environment.write { made in
            for (number, head) in heads {
                let key = LogKey.number(number)
                try store.live.heads.put(key.bytes, head.bytes, in: made)
            }
            for case (let number, let state?) in states {
                let key = LogKey.number(number)
                try store.live.accounts.put(key.bytes, state.bytes, in: made)
            }
        }
        return true
    }

    private static func takeSome(from numbers: inout Set<UInt32>) -> [UInt32] {
        let some =
            numbers.count <= statesPerTurnMax
            ? numbers.sorted() : numbers.prefix(statesPerTurnMax).sorted()
        numbers.subtract(some)
        return some
    }

    private func head(
        of line: LineNumber, _ transaction: borrowing some LMDBTransaction & ~Copyable,
        _ made: borrowing LMDBReadTransaction
    ) throws -> [UInt8] {
        var state = LineState(line: line)
        let index = LogReader(tables: store.tables)
        for event in try index.eventSequences(of: line, through: sequence, in: made) {
            state.apply(try reader.fields(event, in: transaction), sequence: event)
        }
        return state.trimmed().encoded()
    }

    /// Nil where nothing happened to the account, or to the purchase of the app, that lasts.
    private func state(
        of account: IdentityNumber, _ transaction: borrowing some LMDBTransaction & ~Copyable,
        _ made: borrowing LMDBReadTransaction
    ) throws -> [UInt8]? {
        var state = AccountState()
        let index = LogReader(tables: store.tables)
        for event in try index.eventSequences(of: account, through: sequence, in: made) {
            let fields = try reader.fields(event, in: transaction)
            state.apply(fields, of: account, sequence: event)
        }
        return state.isEmpty ? nil : state.encoded()
    }
}
