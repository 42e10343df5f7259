import Testing

@testable import Ledger

/// What the verifying tasks encode must be what the writer would have encoded.
@Suite("Content that is encoded before the writer's turn")
struct EncodedContentTests {
    private static func text(_ symbol: Symbol) -> String { "text \(symbol.number)" }

    /// An event in which each field is there or not, by chance.
    private static func event(_ random: inout SeededGenerator) throws -> EventFields {
        var event = EventFields(
            kind: try #require(EventKind.allCases.randomElement(using: &random)),
            recordedAt: Instant(millisecondsSince1970: .random(in: 0...9_000, using: &random)),
            effectiveAt: Instant(millisecondsSince1970: .random(in: -9...9, using: &random)))
        let numbers = try FieldList.all().map(\.number)
        var filler = FieldFiller(
            numbers: Set(numbers.filter { _ in Bool.random(using: &random) }))
        try event.accept(&filler)
        return event
    }

    @Test(
        "A record around it is the record of the event, whichever fields there are",
        arguments: 1...40)
    func sameRecord(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var event = try Self.event(&random)
        let record = try RecordEncoder.encode(event)
        let content = try EncodedContent(of: &event, text: Self.text)
        // What the log gives out comes later, and is no part of the content.
        #expect(try RecordEncoder.encode(&event, content: content) == record, "seed \(seed)")
        event.line = LineNumber(number: 7)
        event.account = IdentityNumber(number: 9)
        event.evidenceSequence = 11
        event.statedTransactionSequence = 12
        event.statedRenewalInfoSignedDate = Instant(millisecondsSince1970: 13)
        event.identityDefinitions = nil
        let changed = try RecordEncoder.encode(event)
        #expect(changed != record)
        #expect(try RecordEncoder.encode(&event, content: content) == changed, "seed \(seed)")
    }

    @Test("A leaf with its texts is the leaf of the event", arguments: 1...40)
    func sameLeaf(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var event = try Self.event(&random)
        let record = try RecordEncoder.encode(event)
        var leaf = EventLeaf(hasher: try MerkleHasher())
        let expected = try leaf.hash(record: record.bytes, fields: event, text: Self.text)
        let content = try EncodedContent(of: &event, text: Self.text)
        #expect(try leaf.hash(record: record.bytes, texts: content.leafTexts) == expected)
    }

    @Test(
        "Provisional symbols, once replaced, are the symbols that the texts have", arguments: 1...40
    )
    func replacement(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let event = try Self.event(&random)
        // Every free symbol of the event gets a stand-in, in whatever order.
        var named = NamedSymbols()
        try named.collect(from: event)
        let symbols = named.inOrder.shuffled(using: &random)
        var interner = ProvisionalSymbols(committed: SymbolCache())
        var toProvisional: [Symbol: Symbol] = [:]
        for symbol in symbols {
            let provisional = interner.symbol(for: Self.text(symbol))
            #expect(try interner.text(of: provisional) == Self.text(symbol))
            #expect(interner.symbol(for: Self.text(symbol)) == provisional)
            toProvisional[symbol] = provisional
        }
        #expect(interner.texts == symbols.map(Self.text))
        var replaced = event
        if let most = symbols.map(\.number).max() {
            let table = (0...most).map { toProvisional[Symbol(number: $0)] ?? Symbol(number: $0) }
            var forth = SymbolMap(symbols: table)
            try replaced.accept(&forth)
        }
        #expect(symbols.isEmpty || replaced != event)
        var back = SymbolReplacement(symbols: symbols)
        try replaced.accept(&back)
        #expect(replaced == event, "seed \(seed)")
    }
}

/// Puts another symbol in the place of each.
private struct SymbolMap: SymbolVisitor {
    let symbols: [Symbol]

    mutating func visit(_ symbol: inout Symbol) {
        if symbols.indices.contains(Int(symbol.number)) { symbol = symbols[Int(symbol.number)] }
    }
}
