/// The bytes of a statement's record and leaf that neither its place in the log nor the customers'
/// numbers change.
///
/// They are most of both, so that the writer copies them instead of visiting the fields again. They
/// lie in one piece, because the writer meets each of them once, fresh from another thread.
struct EncodedContent: Sendable, Hashable {
    /// The fields in front of the sequences of what a notification states.
    static let beforeStatedNumbers: ClosedRange<UInt8> = 10...87
    /// The fields behind them, without what a record is the first to name.
    static let afterStatedNumbers: ClosedRange<UInt8> = 92...139

    private let bytes: [UInt8]
    private let beforeStatedEnd: Int
    private let afterStatedEnd: Int

    /// Encodes what an event says; the fields are only lent.
    init(of fields: inout EventFields, text: (Symbol) throws -> String) throws {
        var bytes = try RecordEncoder.bytes(of: &fields, in: Self.beforeStatedNumbers)
        beforeStatedEnd = bytes.count
        bytes += try RecordEncoder.bytes(of: &fields, in: Self.afterStatedNumbers)
        afterStatedEnd = bytes.count
        bytes += try EventLeaf.texts(of: &fields, text)
        self.bytes = bytes
    }

    var beforeStated: ArraySlice<UInt8> { bytes[..<beforeStatedEnd] }
    var afterStated: ArraySlice<UInt8> { bytes[beforeStatedEnd..<afterStatedEnd] }

    /// The symbols that the record names, with their texts, as the leaf has them.
    var leafTexts: RawSpan {
        @_lifetime(borrow self)
        get { bytes.bytes.extracting(afterStatedEnd..<bytes.count) }
    }
}
