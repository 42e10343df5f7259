/// The texts of symbols by number, as they were at one moment: a value, read without a lock.
///
/// They lie in pieces, so that adding one while a question holds the others copies one piece and
/// not all of them.
struct SymbolTexts: Sendable {
    private static let pieceCountMax = 256

    /// Texts of the symbols that the record format does not fix, in the order of their numbers.
    private var pieces: [[String]] = []
    /// How many there are.
    private(set) var count = 0

    mutating func append(_ text: String) {
        if count % Self.pieceCountMax == 0 { pieces.append([]) }
        pieces[pieces.count - 1].append(text)
        count += 1
    }

    /// The text of a symbol; nil where there is none.
    func text(of symbol: Symbol) -> String? {
        guard symbol.number >= BuiltInSymbols.firstFreeNumber else {
            let index = Int(symbol.number) - 1
            return BuiltInSymbols.texts.indices.contains(index)
                ? BuiltInSymbols.texts[index] : nil
        }
        let index = Int(symbol.number - BuiltInSymbols.firstFreeNumber)
        guard index < count else { return nil }
        return pieces[index / Self.pieceCountMax][index % Self.pieceCountMax]
    }

    /// The text of a symbol that a record names; that there is none is damage.
    func heldText(of symbol: Symbol) throws(LedgerError) -> String {
        guard let text = text(of: symbol) else {
            throw LedgerError(.damaged, "a symbol has no text; restore a backup")
        }
        return text
    }
}
