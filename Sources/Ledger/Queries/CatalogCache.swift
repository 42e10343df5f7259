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

/// The catalogs of the log as the fold asks them, read once for each catalog event.
///
/// Catalog events are only ever added, so what is held for the first so many of them stays right.
final class CatalogCache: Sendable {
    private struct Held {
        var events: [UInt64] = []
        var facts = CatalogFacts()
    }

    private let held = Lock(Held())

    /// What the catalogs imported up to an event say.
    ///
    /// What a write transaction appended itself is not held: it may be undone.
    ///
    /// - Complexity: O(catalog events), and parsing for those that were not read before.
    func facts(
        through sequence: UInt64, committedThrough: UInt64 = .max, reader: LogReader,
        in transaction: borrowing some LMDBTransaction & ~Copyable,
        symbol: (String) -> Symbol?
    ) throws -> CatalogFacts {
        let events = try reader.sequences(of: .catalog, through: sequence, in: transaction)
        let known = held.withLock { $0 }
        if known.events == events { return known.facts }
        let isLonger = events.starts(with: known.events)
        var next = isLonger ? known : Held()
        for event in events.dropFirst(next.events.count) {
            let fields = try reader.fields(event, in: transaction)
            let catalog = try fields.recordedCatalog(event)
            try next.facts.insert(
                catalog, effective: fields.effectiveAt, sequence: event,
                symbol: { text throws(LedgerError) in
                    guard let symbol = symbol(text) else {
                        throw LedgerError(
                            .damaged, "catalog event \(event) names what has no symbol")
                    }
                    return symbol
                })
            next.events.append(event)
        }
        let isCommitted = events.last.map { $0 <= committedThrough } ?? true
        if isLonger, isCommitted { held.withLock { $0 = next } }
        return next.facts
    }
}
