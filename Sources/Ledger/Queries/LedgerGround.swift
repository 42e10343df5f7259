/// What every question about one state of the ledger needs, whomever it is about: made once for a
/// state, then only read.
///
/// A class, so that a view of it is one reference.
final class LedgerGround: Sendable {
    let reader: LogReader
    let live: LiveTables
    let symbols: SymbolNames
    /// The last event that may be used.
    let sequence: UInt64
    /// Whether the live tables hold exactly the events that may be used.
    let isInLiveTables: Bool
    let catalog: CatalogFacts
    let policies: PolicyTimeline
    /// What the same write transaction has not put into the tables yet; nil for a reader.
    let pending: LiveBatch?
    /// Every line, folded for one instant; only in a replay of everybody.
    let folded: FoldedHeads?

    init(
        reader: LogReader, live: LiveTables, symbols: SymbolNames, sequence: UInt64,
        isInLiveTables: Bool, settings: SettingsCache.Settings, pending: LiveBatch? = nil
    ) {
        self.reader = reader
        self.live = live
        self.symbols = symbols
        self.sequence = sequence
        self.isInLiveTables = isInLiveTables
        catalog = settings.catalog
        policies = settings.policies
        self.pending = pending
        folded = nil
    }

    /// The same ground with every line folded.
    init(_ ground: LedgerGround, folded: FoldedHeads) {
        reader = ground.reader
        live = ground.live
        symbols = ground.symbols
        sequence = ground.sequence
        isInLiveTables = ground.isInLiveTables
        catalog = ground.catalog
        policies = ground.policies
        pending = ground.pending
        self.folded = folded
    }
}
