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

    init(
        reader: LogReader, live: LiveTables, symbols: SymbolNames, sequence: UInt64,
        isInLiveTables: Bool, settings: SettingsCache.Settings
    ) {
        self.reader = reader
        self.live = live
        self.symbols = symbols
        self.sequence = sequence
        self.isInLiveTables = isInLiveTables
        catalog = settings.catalog
        policies = settings.policies
    }
}
