/// The symbols that a write transaction knows: those that are committed, and those that it gave out
/// itself or that the plan in front of it did.
struct BatchSymbols {
    private let cache: SymbolCache
    /// Those that are not known to be committed, by text.
    private var symbols: [ExactText: Symbol] = [:]
    private var texts: [Symbol: String] = [:]
    private var next: UInt32
    /// Those that no record has defined yet.
    private(set) var undefined: [SymbolDefinition] = []

    /// Begins with what is committed; brings up to date what everyone shares.
    init(
        cache: SymbolCache, table: LMDBTable, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        self.cache = cache
        next = 0
        try updateCache(from: table, in: transaction)
        next = firstUncommitted
    }

    private func updateCache(
        from table: LMDBTable, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        try transaction.withCommitted { try cache.update(from: table, in: $0) }
    }

    private var firstUncommitted: UInt32 { BuiltInSymbols.firstFreeNumber + cache.count }

    /// Hands over to the cache which symbols are committed by now; everyone may use those.
    mutating func forgetCommitted(
        table: LMDBTable, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        if texts.isEmpty { return }
        try updateCache(from: table, in: transaction)
        for (symbol, text) in texts where symbol.number < firstUncommitted {
            texts[symbol] = nil
            symbols[ExactText(text)] = nil
        }
    }

    /// The symbol of a text, given out where there is none.
    mutating func symbol(for text: String) -> Symbol {
        if let known = symbol(of: text) { return known }
        let symbol = Symbol(number: next)
        next += 1
        symbols[ExactText(text)] = symbol
        texts[symbol] = text
        undefined.append(SymbolDefinition(symbol: symbol, text: text))
        return symbol
    }

    /// The symbol of a text; nil where none was given out.
    func symbol(of text: String) -> Symbol? { cache.symbol(of: text) ?? symbols[ExactText(text)] }

    /// The text of a symbol; nil where there is none.
    func text(of symbol: Symbol) -> String? { texts[symbol] ?? cache.text(of: symbol) }

    /// The text of a symbol; that there is none is damage.
    func heldText(of symbol: Symbol) throws -> String {
        try texts[symbol] ?? cache.heldText(of: symbol)
    }

    /// Says that a record defines those that none did.
    mutating func forgetUndefined() { undefined.empty() }

    /// Takes back those that an input brought but no record names.
    mutating func takeBackUndefined() {
        for definition in undefined {
            symbols[ExactText(definition.text)] = nil
            texts[definition.symbol] = nil
        }
        next -= UInt32(undefined.count)
        undefined = []
    }
}
