/// The bytes of a statement's record and leaf that neither its place in the log nor the customers'
/// numbers change.
///
/// They are most of both, so that the writer copies them instead of visiting the fields again.
struct EncodedContent: Sendable, Hashable {
    /// The fields in front of the sequences of what a notification states.
    static let beforeStatedNumbers: ClosedRange<UInt8> = 10...87
    /// The fields behind them, without what a record is the first to name.
    static let afterStatedNumbers: ClosedRange<UInt8> = 92...139

    let beforeStated: [UInt8]
    let afterStated: [UInt8]
    /// The symbols that the record names, with their texts, as the leaf has them.
    let leafTexts: [UInt8]

    /// Encodes what an event says; the fields are only lent.
    init(of fields: inout EventFields, text: (Symbol) throws -> String) throws {
        beforeStated = try RecordEncoder.bytes(of: &fields, in: Self.beforeStatedNumbers)
        afterStated = try RecordEncoder.bytes(of: &fields, in: Self.afterStatedNumbers)
        leafTexts = try EventLeaf.texts(of: &fields, text)
    }
}
