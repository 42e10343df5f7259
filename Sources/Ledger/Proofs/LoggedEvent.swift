/// An event as its leaf tells it, without the ledger.
struct LoggedEvent: Sendable, Hashable {
    /// The record, as the log holds it.
    let record: [UInt8]
    /// What the record says.
    let fields: EventFields
    /// The texts that the leaf carries.
    private let texts: [Symbol: ExactText]

    /// Reads the input of a leaf, which has exactly one form for each event.
    ///
    /// - Throws: `ProofError.malformedLeaf`, or `RecordError` when the record is none that this
    ///   release reads.
    init(leafInput: [UInt8]) throws {
        let parts = try Self.parts(leafInput)
        fields = try RecordDecoder.decode(parts.record.bytes)
        record = parts.record
        var named = NamedSymbols()
        try named.collect(from: fields)
        guard named.inOrder == parts.texts.map(\.symbol) else { throw ProofError.malformedLeaf }
        var texts: [Symbol: ExactText] = [:]
        let given = BuiltInSymbols.firstFreeNumber..<ProvisionalSymbols.firstNumber
        for definition in parts.texts + (fields.symbolDefinitions ?? []) {
            guard given.contains(definition.symbol.number) else { throw ProofError.malformedLeaf }
            let text = ExactText(definition.text)
            guard texts.updateValue(text, forKey: definition.symbol) ?? text == text else {
                throw ProofError.malformedLeaf
            }
        }
        self.texts = texts
    }

    /// The text of a symbol that the record names; nil for any other that the format does not fix.
    func text(of symbol: Symbol) -> String? {
        let index = Int(symbol.number) - 1
        return BuiltInSymbols.texts.indices.contains(index)
            ? BuiltInSymbols.texts[index] : texts[symbol]?.text
    }

    /// The symbol of a text, where the record or the format has one.
    func symbol(of text: String) -> Symbol? {
        if let number = BuiltInSymbols.number(of: text) { return Symbol(number: number) }
        return texts.first { $0.value == ExactText(text) }?.key
    }

    private static func parts(
        _ input: [UInt8]
    ) throws(ProofError) -> (record: [UInt8], texts: [SymbolDefinition]) {
        do {
            var reader = ByteReader(input.bytes)
            let record = try reader.readBytes(count: try reader.readCount(itemByteCountMin: 1))
            var texts: [SymbolDefinition] = []
            while !reader.isAtEnd {
                let symbol = Symbol(number: try reader.read(UInt32.self))
                let bytes = try reader.readBytes(count: try reader.readCount(itemByteCountMin: 1))
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    throw ProofError.malformedLeaf
                }
                texts.append(SymbolDefinition(symbol: symbol, text: text))
            }
            return (record, texts)
        } catch {
            throw .malformedLeaf
        }
    }
}
