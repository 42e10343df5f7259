extension EventFields {
    /// The catalog of a catalog event; that it cannot be read is damage.
    func recordedCatalog(_ sequence: UInt64) throws(LedgerError) -> Catalog {
        do {
            return try CatalogImport(catalog ?? []).catalog
        } catch {
            throw LedgerError(
                .damaged, "the catalog of event \(sequence) is damaged; restore a backup")
        }
    }
}

/// The catalogs and policies of the log as the fold asks them, read once for each of their events.
///
/// They are only ever added, so what is held for a beginning of the log stays right.
final class SettingsCache: Sendable {
    /// What holds by the events up to one of the log.
    struct Settings: Sendable {
        var catalog = CatalogFacts()
        var policies = PolicyTimeline()
        /// The last catalog or policy event.
        fileprivate var lastEvent: UInt64 = 0
        /// Every one up to this event is among them.
        fileprivate var through: UInt64 = 0
    }

    private let held = Lock(Settings())

    /// What the catalogs and policies up to an event say.
    ///
    /// What a write transaction appended itself is not held: it may be undone.
    ///
    /// - Complexity: O(1) where none was added since the last question; else O(catalog and policy
    ///   events), and parsing for those that were not read before.
    func settings(
        through sequence: UInt64, committedThrough: UInt64 = .max, reader: LogReader,
        names: SymbolNames, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Settings {
        let known = held.withLock { $0 }
        if sequence <= known.through {
            if sequence >= known.lastEvent { return known }
            var earlier = Settings()
            try earlier.add(through: sequence, reader: reader, names: names, in: transaction)
            return earlier
        }
        var next = known
        try next.add(through: sequence, reader: reader, names: names, in: transaction)
        if next.lastEvent <= committedThrough {
            var kept = next
            kept.through = min(sequence, committedThrough)
            held.withLock { if $0.through < kept.through { $0 = kept } }
        }
        return next
    }
}

extension SettingsCache.Settings {
    /// Adds the events behind those that are held.
    fileprivate mutating func add(
        through sequence: UInt64, reader: LogReader, names: SymbolNames,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        for event in try reader.sequences(
            of: .catalog, after: through, through: sequence, in: transaction)
        {
            try addCatalog(event, reader: reader, names: names, in: transaction)
            lastEvent = max(lastEvent, event)
        }
        for event in try reader.sequences(
            of: .policy, after: through, through: sequence, in: transaction)
        {
            try addPolicy(event, reader: reader, names: names, in: transaction)
            lastEvent = max(lastEvent, event)
        }
        through = sequence
    }

    private mutating func addCatalog(
        _ event: UInt64, reader: LogReader, names: SymbolNames,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        let fields = try reader.fields(event, in: transaction)
        try catalog.insert(
            fields.recordedCatalog(event), effective: fields.effectiveAt, sequence: event,
            symbol: { text throws(LedgerError) in
                guard let symbol = names.symbol(text) else {
                    throw LedgerError(
                        .damaged, "catalog event \(event) names what has no symbol")
                }
                return symbol
            })
    }

    private mutating func addPolicy(
        _ event: UInt64, reader: LogReader, names: SymbolNames,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        let fields = try reader.fields(event, in: transaction)
        guard let name = fields.policyName.flatMap(names.text),
            let value = fields.policyValue.flatMap(names.text)
        else { throw LedgerError(.damaged, "policy event \(event) has no name or value") }
        do {
            let setting = try PolicySetting(name: name, value: value)
            policies.insert(setting, effective: fields.effectiveAt, sequence: event)
        } catch {
            throw LedgerError(
                .newerFormat, "policy event \(event) needs a newer release: \(error)")
        }
    }
}
