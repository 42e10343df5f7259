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

    init(decoding bytes: RawSpan) throws(RecordError) {
        var reader = ByteReader(bytes)
        holder = try reader.read(UInt64.self)
        content = try reader.read(UInt64.self)
    }

    var encoded: [UInt8] {
        var writer = ByteWriter(capacity: 16)
        writer.append(holder)
        writer.append(content)
        return writer.bytes
    }
}
