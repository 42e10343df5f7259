/// Gives texts the symbols that the ledger has committed, and provisional ones to all others.
///
/// Numbers are given out by the writer alone, so that a text that is new gets a stand-in: a number
/// that no symbol of a ledger has. Committed symbols never change, so that they may be used here.
struct ProvisionalSymbols: SymbolInterning {
    /// The first provisional number; the symbol table is far smaller.
    static let firstNumber: UInt32 = 1 << 31

    private let committed: SymbolCache
    /// The texts of the provisional symbols, in the order of their numbers.
    private(set) var texts: [String] = []
    /// The symbols that were asked for, with their texts: few, so that a list is quickest.
    private var used: [(symbol: Symbol, text: String)] = []

    init(committed: SymbolCache) {
        self.committed = committed
        used.reserveCapacity(24)
    }

    mutating func symbol(for text: String) -> Symbol {
        let symbol = find(text)
        used.append((symbol, text))
        return symbol
    }

    private mutating func find(_ text: String) -> Symbol {
        if let known = committed.symbol(of: text) { return known }
        let place = texts.firstIndex { ExactText($0) == ExactText(text) } ?? texts.count
        if place == texts.count { texts.append(text) }
        return Symbol(number: Self.firstNumber + UInt32(place))
    }

    func text(of symbol: Symbol) throws(LedgerError) -> String {
        if let found = used.last(where: { $0.symbol == symbol }) { return found.text }
        return try committed.heldText(of: symbol)
    }
}

/// Puts the symbols that the writer gave out in the place of provisional ones.
struct SymbolReplacement: SymbolVisitor {
    /// The symbols in the order of the provisional numbers.
    let symbols: [Symbol]

    mutating func visit(_ symbol: inout Symbol) {
        guard symbol.number >= ProvisionalSymbols.firstNumber else { return }
        symbol = symbols[Int(symbol.number - ProvisionalSymbols.firstNumber)]
    }
}
