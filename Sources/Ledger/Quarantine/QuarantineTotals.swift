/// How much the quarantine holds.
///
/// Stored in the table `meta` under `quarantine`, every number 8 bytes, little-endian: the next row's
/// number, the rows, their kept bytes, the inputs not kept.
public struct QuarantineTotals: Sendable, Hashable {
    /// The number that the next row gets.
    var nextNumber: UInt64 = 1
    /// Rows held.
    public internal(set) var rowCount: UInt64 = 0
    /// Bytes kept in all rows together.
    public internal(set) var byteCount: UInt64 = 0
    /// Inputs that were not kept because the table was full.
    public internal(set) var notKeptCount: UInt64 = 0

    init() {}

    /// The stored bytes.
    var encoded: [UInt8] {
        var writer = ByteWriter(capacity: 32)
        for number in [nextNumber, rowCount, byteCount, notKeptCount] { writer.append(number) }
        return writer.bytes
    }

    /// Reads them back.
    init(decoding bytes: RawSpan) throws(RecordError) {
        var reader = ByteReader(bytes)
        nextNumber = try reader.read(UInt64.self)
        rowCount = try reader.read(UInt64.self)
        byteCount = try reader.read(UInt64.self)
        notKeptCount = try reader.read(UInt64.self)
        // A number is given out once, so there are fewer rows than the next number says.
        guard reader.isAtEnd, nextNumber > rowCount, nextNumber < .max else {
            throw .invalidValue(field: 1)
        }
    }

    /// What a ledger holds; all zero where nothing was ever refused.
    init(
        of tables: LogTables, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        let key = LogKey.text("quarantine")
        self =
            try tables.meta.get(key.bytes, in: transaction) { try QuarantineTotals(decoding: $0) }
            ?? QuarantineTotals()
    }

    /// Writes them.
    func put(in tables: LogTables, _ transaction: borrowing LMDBWriteTransaction) throws {
        let key = LogKey.text("quarantine")
        let value = encoded
        try tables.meta.put(key.bytes, value.bytes, in: transaction)
    }

    /// Makes room for one more row; nil where the table is full.
    mutating func takeNumber(keeping bytes: Int, limits: QuarantineLimits) -> UInt64? {
        let more = UInt64(bytes)
        guard rowCount < limits.rowCountMax, more <= limits.byteCountMax,
            byteCount <= limits.byteCountMax - more
        else {
            if notKeptCount < .max { notKeptCount += 1 }
            return nil
        }
        defer { nextNumber += 1 }
        rowCount += 1
        byteCount += more
        return nextNumber
    }
}
