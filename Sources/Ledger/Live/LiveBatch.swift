/// The part of the fold that one write transaction changes.
///
/// States are read once, changed in memory, and written in key order before the commit, so that the
/// events of an input and their effects become visible together or not at all.
struct LiveBatch {
    let tables: LiveTables
    let reader: LogReader
    private var lines: [LineNumber: LineState] = [:]
    private var accounts: [IdentityNumber: AccountState] = [:]
    private var position: UInt64
    /// Whether the tables do not hold yet what was applied.
    private(set) var hasChanged = false

    /// Takes up the fold where the tables left it, and brings it to the end of the log: another
    /// release may have appended without them.
    init(
        tables: LiveTables, reader: LogReader, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        self.tables = tables
        self.reader = reader
        position = try tables.position(in: transaction)
        let last = try reader.lastSequence(in: transaction)
        while position < last {
            let sequence = position + 1
            let event = try reader.fields(sequence, in: transaction)
            // A head is trimmed between inputs only: a notification names events that follow it.
            let beginsInput = event.evidenceSequence.map { $0 == sequence } ?? true
            if beginsInput, lines.count + accounts.count >= Self.heldStatesMax {
                try write(in: transaction)
            }
            try apply(event, sequence: sequence, in: transaction)
        }
    }

    /// How many changed states a catch-up holds before it writes them.
    private static let heldStatesMax = 10_000

    /// The line as it stands; nil where it has no event.
    func line(
        _ line: LineNumber, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> LineState? {
        if let held = lines[line] { return held }
        return try tables.head(of: line, in: transaction)
    }

    /// Lends the line as it stands, to which an event is about to be applied; it is kept for that.
    mutating func withHeld<Answer>(
        _ line: LineNumber, in transaction: borrowing LMDBWriteTransaction,
        _ body: (LineState) throws -> Answer
    ) throws -> Answer {
        try body(lines.values[place(of: line, in: transaction)])
    }

    /// Takes up the state in another transaction, once all of it is committed.
    mutating func resume() {
        lines.removeAll(keepingCapacity: true)
        accounts.removeAll(keepingCapacity: true)
    }

    /// The account as it stands.
    func account(
        _ identity: IdentityNumber, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> AccountState {
        if let held = accounts[identity] { return held }
        return try tables.account(identity, in: transaction)
    }

    /// Applies an event that the log holds already, the next one after all that were applied.
    mutating func apply(
        _ event: EventFields, sequence: UInt64, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        position = sequence
        hasChanged = true
        if let number = event.line {
            let place = try place(of: number, in: transaction)
            if !lines.values[place].canApply(event, sequence: sequence) {
                // Late evidence about what the head has dropped: fold the line again.
                lines.values[place] =
                    try reader.state(of: number, through: sequence - 1, in: transaction)
                    ?? LineState(line: number)
            }
            lines.values[place].apply(event, sequence: sequence)
            return
        }
        for identity in Set(event.identities) {
            let held = accounts.removeValue(forKey: identity)
            var state = try held ?? account(identity, in: transaction)
            state.apply(event, of: identity, sequence: sequence)
            accounts[identity] = state
        }
    }

    /// Where the state of a line stands, so that it can be changed in place.
    private mutating func place(
        of line: LineNumber, in transaction: borrowing LMDBWriteTransaction
    ) throws -> Dictionary<LineNumber, LineState>.Index {
        if let place = lines.index(forKey: line) { return place }
        let state = try tables.head(of: line, in: transaction) ?? LineState(line: line)
        lines[line] = state
        guard let place = lines.index(forKey: line) else {
            throw LedgerError(.damaged, "a line was lost; restore a backup")
        }
        return place
    }

    /// Writes what changed, in key order; called before the commit.
    mutating func write(in transaction: borrowing LMDBWriteTransaction) throws {
        // By places, because a list of the states would copy them.
        let places = lines.indices.sorted { lines[$0].key < lines[$1].key }
        for place in places {
            let key = LogKey.number(lines.keys[place].number)
            let value = lines.values[place].trimmed().encoded()
            try tables.heads.put(key.bytes, value.bytes, in: transaction)
        }
        for (number, state) in accounts.sorted(by: { $0.key < $1.key }) where !state.isEmpty {
            let key = LogKey.number(number.number)
            let value = state.encoded()
            try tables.accounts.put(key.bytes, value.bytes, in: transaction)
        }
        lines.removeAll(keepingCapacity: true)
        accounts.removeAll(keepingCapacity: true)
        try tables.setPosition(position, in: transaction)
        hasChanged = false
    }
}
