/// The committed symbols of a ledger, shared by its readers and its writer.
///
/// Symbols are only ever added, so a cache is never wrong, only behind: it is brought up to a
/// transaction's table before it is used.
final class SymbolCache: Sendable {
    private struct Contents {
        var texts = SymbolTexts()
        var numbers: [ExactText: UInt32] = [:]
    }

    private let contents = Lock(Contents())

    /// The same symbols for one thread alone: sharing no memory, so that none waits for another.
    func copied() -> SymbolCache {
        let copy = SymbolCache()
        let texts = texts
        copy.contents.withLock { contents in
            for offset in 0..<UInt32(texts.count) {
                let symbol = Symbol(number: BuiltInSymbols.firstFreeNumber + offset)
                guard let text = texts.text(of: symbol) else { return }
                let own = String(decoding: Array(text.utf8), as: UTF8.self)
                contents.texts.append(own)
                contents.numbers[ExactText(own)] = symbol.number
            }
        }
        return copy
    }

    /// Takes in what the table holds beyond the cache.
    func update(
        from table: LMDBTable, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        let known = contents.withLock { UInt32($0.texts.count) }
        let firstNumber = BuiltInSymbols.firstFreeNumber + known
        let next = LogKey.number(firstNumber)
        var added: [String] = []
        try table.forEach(.bounds(from: next, through: nil), in: transaction) { key, value in
            var reader = ByteReader(key)
            guard try reader.read(UInt32.self).byteSwapped == firstNumber + UInt32(added.count)
            else { throw LedgerError(.damaged, "a symbol is missing; restore a backup") }
            guard let text = String(validating: [UInt8](copying: value), as: UTF8.self) else {
                throw LedgerError(.damaged, "a symbol is not UTF-8; restore a backup")
            }
            added.append(text)
            return true
        }
        if added.isEmpty { return }
        contents.withLock { contents in
            // Another thread may have taken in some of the same rows.
            let first = Int(known)
            for (offset, text) in added.enumerated() where first + offset == contents.texts.count {
                contents.numbers[ExactText(text)] =
                    BuiltInSymbols.firstFreeNumber + UInt32(contents.texts.count)
                contents.texts.append(text)
            }
        }
    }

    /// The texts as they are now, to be read without a lock.
    var texts: SymbolTexts { contents.withLock { $0.texts } }

    /// The text of a symbol; nil where the cache has none.
    func text(of symbol: Symbol) -> String? { texts.text(of: symbol) }

    /// The text of a symbol that a record names; that there is none is damage.
    func heldText(of symbol: Symbol) throws(LedgerError) -> String {
        try texts.heldText(of: symbol)
    }

    /// The symbol of a text; nil where the cache has none.
    func symbol(of text: String) -> Symbol? {
        if let number = BuiltInSymbols.number(of: text) { return Symbol(number: number) }
        return contents.withLock { $0.numbers[ExactText(text)].map { Symbol(number: $0) } }
    }

    /// How many symbols a ledger gave out, built-in ones left out.
    var count: UInt32 { contents.withLock { UInt32($0.texts.count) } }
}
