/// A row of `lines` about events: the first of them by its key, and how many follow it by its
/// value.
struct EventRow: Sendable, Hashable {
    /// The most events that a row has beside its first: 255, what its byte counts.
    ///
    /// An input brings four.
    static let followersMax = UInt8.max

    let first: UInt64
    /// How many events follow the first, one by one.
    var followers: UInt8 = 0

    init(first: UInt64) { self.first = first }

    /// A row as it is stored: no byte for an event alone, else the number of those that follow.
    init(first: UInt64, decoding value: RawSpan) throws(RecordError) {
        self.first = first
        if value.isEmpty { return }
        var reader = ByteReader(value)
        followers = try reader.read(UInt8.self)
        let isPossible = !first.addingReportingOverflow(UInt64(followers)).overflow
        guard followers > 0, isPossible, reader.isAtEnd else { throw .unknownCode(followers) }
    }

    /// The events that the row names.
    var sequences: ClosedRange<UInt64> { first...first &+ UInt64(followers) }

    /// Puts the row.
    func put(
        of line: LineNumber, in lines: LMDBTable, _ transaction: borrowing LMDBWriteTransaction
    ) throws(StorageError) {
        let key = LogKey.lineEvent(line, first)
        let count = InlineArray<1, UInt8>(repeating: followers)
        let value = unsafe count.span.bytes.extracting(first: followers > 0 ? 1 : 0)
        try lines.put(key.bytes, value, in: transaction)
    }
}
