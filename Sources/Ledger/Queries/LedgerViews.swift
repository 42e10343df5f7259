/// Makes views of the ledger: for readers from what is committed, for the writer also from what its
/// own transaction did.
struct LedgerViews {
    let reader: LogReader
    let live: LiveTables
    let symbols: SymbolCache
    let settings: SettingsCache

    /// Resolves a cut to the events that it may use; `newest` is the ground of all that the
    /// transaction sees, committed through an event.
    func view(
        _ code: EnvironmentCode, _ environment: StoreEnvironment, at cut: Cut, now: Instant,
        newest: LedgerGround, committedThrough: UInt64 = .max,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> LedgerView {
        var (knownAt, ground, isFinal) = (now, newest, false)
        switch cut.knowledge {
        case .everything: break
        case .sequence(let number):
            isFinal = number <= newest.sequence
            if isFinal {
                ground = try earlierGround(
                    newest, through: number, committedThrough: committedThrough, in: transaction)
                if number > 0 {
                    knownAt = try reader.fields(number, in: transaction).recordedAt
                }
            }
        case .recordedAt(let instant):
            knownAt = instant
            let sequence = try reader.sequence(
                recordedBy: instant, last: newest.sequence, in: transaction)
            ground = try earlierGround(
                newest, through: sequence, committedThrough: committedThrough, in: transaction)
            isFinal = try isPast(instant, now: now, in: transaction)
        }
        return LedgerView(
            ground: ground, code: code, environment: environment, asOf: cut.asOf,
            knownAt: knownAt, isFinal: isFinal)
    }

    /// The ground of everything that is committed: the desk's own where it is of the same state.
    func newestGround(
        _ desk: QueryDesk, in transaction: borrowing LMDBReadTransaction
    ) throws -> LedgerGround {
        let number = transaction.number
        if let held = desk.ground(ofState: number) { return held }
        try symbols.update(from: reader.tables.symbols, in: transaction)
        let ground = try newestGround(in: transaction)
        desk.keep(ground, ofState: number)
        return ground
    }

    /// The ground of everything that a transaction sees.
    ///
    /// A write transaction says through which event it is committed, and lends its own symbols:
    /// what it appended itself may be undone, and must not be remembered.
    func newestGround(
        names: SymbolNames? = nil, committedThrough: UInt64 = .max,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> LedgerGround {
        let last = try reader.lastSequence(in: transaction)
        let names = names ?? .committed(symbols.texts, symbols)
        return LedgerGround(
            reader: reader, live: live, symbols: names, sequence: last,
            isInLiveTables: try live.position(in: transaction) == last,
            settings: try settings.settings(
                through: last, committedThrough: committedThrough, reader: reader, names: names,
                in: transaction))
    }

    /// The ground of the events up to one of the log.
    private func earlierGround(
        _ newest: LedgerGround, through sequence: UInt64, committedThrough: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> LedgerGround {
        if sequence == newest.sequence { return newest }
        return LedgerGround(
            reader: reader, live: live, symbols: newest.symbols, sequence: sequence,
            isInLiveTables: false,
            settings: try settings.settings(
                through: sequence, committedThrough: committedThrough, reader: reader,
                names: newest.symbols, in: transaction))
    }

    /// Whether no commit can fall at or before an instant any more: recorded instants never go
    /// back, and a commit takes its own when it begins, or while the one in front of it runs.
    private func isPast(
        _ instant: Instant, now: Instant, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Bool {
        if let last = try reader.lastRecordedAt(in: transaction), instant < last { return true }
        return instant.advanced(byMilliseconds: Self.commitMillisecondsMax) < now
    }

    /// How long a commit, and the one in front of it, are thought to take at most.
    private static let commitMillisecondsMax: Int64 = 120_000

    /// The view of a write transaction: everything in the log, and what it appended itself.
    func view(
        _ code: EnvironmentCode, _ environment: StoreEnvironment, asOf: Instant, now: Instant,
        pending: LiveBatch, names: SymbolNames, committedThrough: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> LedgerView {
        let last = try reader.lastSequence(in: transaction)
        let ground = LedgerGround(
            reader: reader, live: live, symbols: names, sequence: last, isInLiveTables: true,
            settings: try settings.settings(
                through: last, committedThrough: committedThrough, reader: reader, names: names,
                in: transaction), pending: pending)
        return LedgerView(
            ground: ground, code: code, environment: environment, asOf: asOf,
            knownAt: now, isFinal: false)
    }
}
