/// Gives texts their symbols; a text that has none yet gets the next number.
///
/// The interners of what is prepared for the writer and of proofs conform, and the tests' dictionary
/// does.
protocol SymbolInterning: ~Copyable {
    mutating func symbol(for text: String) throws -> Symbol

    /// The text of a symbol that this gave out.
    func text(of symbol: Symbol) throws -> String
}

extension SymbolInterning where Self: ~Copyable {
    mutating func symbol(for text: String?) throws -> Symbol? {
        guard let text else { return nil }
        let symbol: Symbol = try symbol(for: text)
        return symbol
    }

    mutating func symbols(for texts: [String]?) throws -> [Symbol]? {
        guard let texts else { return nil }
        var symbols: [Symbol] = []
        symbols.reserveCapacity(texts.count)
        for text in texts { symbols.append(try symbol(for: text)) }
        return symbols
    }

    mutating func identifier(for text: String?) throws -> StoreIdentifier? {
        guard let text else { return nil }
        if let number = StoreIdentifier(canonicalDecimal: text) { return number }
        return StoreIdentifier(symbol: try symbol(for: text))
    }
}
