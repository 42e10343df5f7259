/// The part of the fold that one write transaction changes.
///
/// States are read once, changed in memory, and written in key order before the commit, so that the
/// events of an input and their effects become visible together or not at all.
struct LiveBatch {
    let tables: LiveTables
    let reader: LogReader
    private var lines = HeldLines()
    private var accounts: [IdentityNumber: AccountState] = [:]
    private var position: UInt64
    /// Whether the tables do not hold yet what was applied.
    private(set) var hasChanged = false
    // Memory for what is written of one state after the other.
    private var writer = StateWriter()
    private var value: [UInt8] = []

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
            try apply(AppendedEvent(event), sequence: sequence, in: transaction)
        }
    }

    /// How many changed states a catch-up holds before it writes them.
    private static let heldStatesMax = 10_000

    /// The line as it stands; nil where it has no event.
    func line(
        _ line: LineNumber, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> LineState? {
        if let held = lines.state(of: line) { return held }
        return try tables.head(of: line, in: transaction)
    }

    /// Lends the line as it stands, to which an event is about to be applied; it is kept for that.
    mutating func withHeld<Answer>(
        _ line: LineNumber, in transaction: borrowing LMDBWriteTransaction,
        _ body: (LineState) throws -> Answer
    ) throws -> Answer {
        let place = try lines.place(of: line, from: tables, in: transaction)
        return try lines.withState(at: place, body)
    }

    /// Takes up the state in the next transaction, once all of it is written.
    mutating func resume() {
        lines.removeAll()
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
        _ event: AppendedEvent, sequence: UInt64,
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        position = sequence
        hasChanged = true
        switch event {
        case .ofLine(let number, let event, let notificationUUID):
            let place = try lines.place(of: number, from: tables, in: transaction)
            let isApplied = lines.apply(
                event, notificationUUID: notificationUUID, sequence: sequence, at: place)
            if isApplied { return }
            // Late evidence about what the head has dropped: fold the line again.
            var full =
                try reader.state(of: number, through: sequence - 1, in: transaction)
                ?? LineState(line: number)
            full.apply(event, notificationUUID: notificationUUID, sequence: sequence)
            lines.replace(at: place, with: full)
        case .ofNone(let event): try applyToAccounts(event, sequence: sequence, in: transaction)
        }
    }

    private mutating func applyToAccounts(
        _ event: EventFields, sequence: UInt64, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        for identity in Set(event.identities) {
            let held = accounts.removeValue(forKey: identity)
            var state = try held ?? account(identity, in: transaction)
            state.apply(event, of: identity, sequence: sequence)
            accounts[identity] = state
        }
    }

    /// Writes what changed, in key order; called before the commit.
    mutating func write(in transaction: borrowing LMDBWriteTransaction) throws {
        for place in lines.placesInOrder {
            let key = LogKey.number(lines.number(at: place).number)
            lines.writeHead(at: place, to: &writer)
            writer.finish(into: &value)
            try tables.heads.put(key.bytes, value.bytes, in: transaction)
        }
        for (number, state) in accounts.sorted(by: { $0.key < $1.key }) where !state.isEmpty {
            let key = LogKey.number(number.number)
            let value = state.encoded()
            try tables.accounts.put(key.bytes, value.bytes, in: transaction)
        }
        lines.removeAll()
        accounts.removeAll(keepingCapacity: true)
        try tables.setPosition(position, in: transaction)
        hasChanged = false
    }
}
