/// Symbols that are looked up and never given out; a text without one is noted.
struct KnownSymbols: SymbolInterning {
    let find: (String) -> Symbol?
    private(set) var isMissingAny = false

    init(find: @escaping (String) -> Symbol?) { self.find = find }

    mutating func symbol(for text: String) -> Symbol {
        if let symbol = find(text) { return symbol }
        isMissingAny = true
        return Symbol(number: 0)
    }
}
