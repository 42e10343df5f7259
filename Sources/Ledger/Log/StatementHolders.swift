/// The value of a statement's row: which events hold it.
struct StatementHolders: Sendable, Hashable {
    /// The event that brought the statement.
    var holder: UInt64
    /// The event that has its content, signed then or before.
    var content: UInt64

    init(holder: UInt64, content: UInt64) {
        self.holder = holder
        self.content = content
    }

    /// A value as it is stored: one number where the holder has the content, as mostly, else both.
    init(decoding bytes: RawSpan) throws(RecordError) {
        var reader = ByteReader(bytes)
        holder = try reader.read(UInt64.self)
        content = holder
        if reader.isAtEnd { return }
        content = try reader.read(UInt64.self)
        guard content != holder, reader.isAtEnd else { throw .truncated }
    }

    /// Puts the row that has this value.
    func put(
        _ key: borrowing LMDBKey, in table: LMDBTable,
        _ transaction: borrowing LMDBWriteTransaction
    ) throws(StorageError) {
        let numbers: InlineArray<2, UInt64> = [holder.littleEndian, content.littleEndian]
        let byteCount = content == holder ? 8 : 16
        let value = unsafe numbers.span.bytes.extracting(first: byteCount)
        try table.put(key.bytes, value, in: transaction)
    }
}
