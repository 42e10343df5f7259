/// Looks up symbols: in the committed ones, or also in those that a write transaction gave out.
enum SymbolNames: Sendable {
    /// The texts are those of the state that is asked about; symbols of texts are never wrong.
    case committed(SymbolTexts, SymbolCache)
    case ofBatch(BatchSymbols)

    /// The text of a symbol; nil where there is none.
    func text(_ symbol: Symbol) -> String? {
        switch self {
        case .committed(let texts, _): texts.text(of: symbol)
        case .ofBatch(let symbols): symbols.text(of: symbol)
        }
    }

    /// The symbol of a text; nil where none was given out.
    func symbol(_ text: String) -> Symbol? {
        switch self {
        case .committed(_, let cache): cache.symbol(of: text)
        case .ofBatch(let symbols): symbols.symbol(of: text)
        }
    }
}
