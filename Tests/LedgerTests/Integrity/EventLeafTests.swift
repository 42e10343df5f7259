internal import Testing

@testable internal import Ledger

@Suite("The leaf of an event")
struct EventLeafTests {
    /// An event that names symbols of every shape, some twice.
    static func fields() -> EventFields {
        var fields = EventFields(
            kind: .renewalInfo, recordedAt: Instant(millisecondsSince1970: 2),
            effectiveAt: Instant(millisecondsSince1970: 1))
        fields.product = Symbol(number: 1_030)
        fields.bundle = Symbol(number: 1_024)
        fields.productType = BuiltInSymbols.autoRenewable
        fields.autoRenewProduct = Symbol(number: 1_030)
        fields.transactionID = StoreIdentifier(symbol: Symbol(number: 1_027))
        fields.originalTransactionID = StoreIdentifier(bits: 77)
        fields.eligibleWinBackOffers = [Symbol(number: 1_029), Symbol(number: 1_026)]
        fields.symbolDefinitions = [SymbolDefinition(symbol: Symbol(number: 1_031), text: "later")]
        return fields
    }

    static func text(_ symbol: Symbol) -> String { "text \(symbol.number) ü" }

    @Test("It is the counted record, then each free symbol once in order with its counted text")
    func layout() throws {
        let hasher = try MerkleHasher()
        var leaf = EventLeaf(hasher: hasher)
        let fields = Self.fields()
        let record = try RecordEncoder.encode(fields)
        var expected = ByteWriter()
        expected.append(UInt32(record.count))
        expected.append(bytes: record)
        for number: UInt32 in [1_024, 1_026, 1_027, 1_029, 1_030] {
            expected.append(number)
            expected.append(counted: Array(Self.text(Symbol(number: number)).utf8))
        }
        for _ in 0..<2 {
            let input = try leaf.input(record: record, fields: fields, text: Self.text)
            #expect(input == expected.bytes)
            let hash = try leaf.hash(record: record.bytes, fields: fields, text: Self.text)
            #expect(try hash == hasher.leaf(input.bytes))
        }
    }
}
