/// What visits every symbol that an event's fields name, wherever it stands.
///
/// Symbols that the record itself defines are not among them.
protocol SymbolVisitor: EventFieldVisitor {
    /// Reads a symbol, or puts another in its place.
    mutating func visit(_ symbol: inout Symbol)
}

extension SymbolVisitor {
    mutating func enters(_ numbers: ClosedRange<UInt8>) -> Bool { numbers.upperBound < 140 }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Symbol?) {
        guard var symbol = value else { return }
        visit(&symbol)
        value = symbol
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout StoreIdentifier?) {
        guard var symbol = value?.symbol else { return }
        visit(&symbol)
        value = StoreIdentifier(symbol: symbol)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [Symbol]?) {
        guard var symbols = value else { return }
        for index in symbols.indices { visit(&symbols[index]) }
        value = symbols
    }

    // Fields of other types name no symbol.
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout IdentityNumber?) {}
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Instant?) {}
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout UInt64?) {}
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Int64?) {}
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Int32?) {}
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Bool?) {}
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Digest?) {}
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [UInt8]?) {}
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout PackedText?) {}
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout [IdentityDefinition]?
    ) {}
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout [SymbolDefinition]?
    ) {}
}
