/// The symbols of one event's leaf; a text that it does not have gets a stand-in that no ledger gives
/// out.
struct KnownSymbols: SymbolInterning {
    private let event: LoggedEvent
    /// The texts of the stand-ins, in the order of their numbers.
    private var strangers: [String] = []

    init(of event: LoggedEvent) { self.event = event }

    mutating func symbol(for text: String) -> Symbol {
        if let symbol = event.symbol(of: text) { return symbol }
        let place = strangers.firstIndex { ExactText($0) == ExactText(text) } ?? strangers.count
        if place == strangers.count { strangers.append(text) }
        return Symbol(number: ProvisionalSymbols.firstNumber + UInt32(place))
    }

    func text(of symbol: Symbol) throws(ProofError) -> String {
        let place = Int(symbol.number) - Int(ProvisionalSymbols.firstNumber)
        if strangers.indices.contains(place) { return strangers[place] }
        guard let text = event.text(of: symbol) else { throw .eventDiffersFromEvidence }
        return text
    }
}
