/// Makes views of the ledger: for readers from what is committed, for the writer also from what its
/// own transaction did.
struct LedgerViews {
    let reader: LogReader
    let live: LiveTables
    let symbols: SymbolCache
    let settings: SettingsCache

    /// Resolves a cut to the events that it may use.
    func view(
        _ code: EnvironmentCode, _ environment: StoreEnvironment, at cut: Cut, now: Instant,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> LedgerView {
        let last = try reader.lastSequence(in: transaction)
        var (knownAt, sequence, isFinal) = (now, last, false)
        switch cut.knowledge {
        case .everything: break
        case .sequence(let number):
            sequence = min(number, last)
            isFinal = number <= last
            if isFinal, number > 0 {
                knownAt = try reader.fields(number, in: transaction).recordedAt
            }
        case .recordedAt(let instant):
            knownAt = instant
            sequence = try reader.sequence(recordedBy: instant, last: last, in: transaction)
            isFinal = try isPast(instant, now: now, in: transaction)
        }
        let names = SymbolNames.committed(symbols)
        let settings = try settings.settings(
            through: sequence, reader: reader, names: names, in: transaction)
        return LedgerView(
            reader: reader, live: live, symbols: names, code: code, environment: environment,
            asOf: cut.asOf, knownAt: knownAt, sequence: sequence, isFinal: isFinal,
            usesLiveTables: try sequence == last && live.position(in: transaction) == last,
            catalog: settings.catalog, policyTimeline: settings.policies,
            policies: settings.policies.at(cut.asOf))
    }

    /// Whether no commit can fall at or before an instant any more: recorded instants never go back,
    /// and a commit takes its own when it begins.
    private func isPast(
        _ instant: Instant, now: Instant, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Bool {
        if let last = try reader.lastRecordedAt(in: transaction), instant < last { return true }
        return instant.advanced(byMilliseconds: Self.commitMillisecondsMax) < now
    }

    /// How long a commit is thought to take at most.
    private static let commitMillisecondsMax: Int64 = 60_000

    /// The view of a write transaction: everything in the log, and what it appended itself.
    func view(
        _ code: EnvironmentCode, _ environment: StoreEnvironment, asOf: Instant, now: Instant,
        pending: LiveBatch, names: SymbolNames, committedThrough: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> LedgerView {
        let last = try reader.lastSequence(in: transaction)
        let settings = try settings.settings(
            through: last, committedThrough: committedThrough, reader: reader, names: names,
            in: transaction)
        return LedgerView(
            reader: reader, live: live, pending: pending, symbols: names, code: code,
            environment: environment, asOf: asOf, knownAt: now, sequence: last, isFinal: false,
            usesLiveTables: true,
            catalog: settings.catalog, policyTimeline: settings.policies,
            policies: settings.policies.at(asOf))
    }
}
