/// How much the quarantine holds.
///
/// Stored in the table `meta` under `quarantine`, every number 8 bytes, little-endian: the next
/// row's number, the rows, their kept bytes, the inputs not kept, and a check value: the first
/// bytes of SHA-256 of the name and all bytes in front.
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

    private static let name = "quarantine"

    /// The stored bytes.
    func encoded() throws(IntegrityError) -> [UInt8] {
        var writer = ByteWriter(capacity: 40)
        for number in [nextNumber, rowCount, byteCount, notKeptCount] { writer.append(number) }
        return try CheckedRow.encoded(writer.bytes, key: LogKey.text(Self.name))
    }

    /// Reads them back.
    ///
    /// - Throws: `RecordError`, and `LedgerError.Code.damaged` where any byte was changed.
    init(decoding bytes: RawSpan) throws {
        var reader = ByteReader(bytes)
        nextNumber = try reader.read(UInt64.self)
        rowCount = try reader.read(UInt64.self)
        byteCount = try reader.read(UInt64.self)
        notKeptCount = try reader.read(UInt64.self)
        // A number is given out once, so there are fewer rows than the next number says.
        _ = try reader.readBytes(count: CheckedRow.checkByteCount)
        guard reader.isAtEnd, nextNumber > rowCount, nextNumber < .max else {
            throw RecordError.invalidValue(field: 1)
        }
        try QuarantineCheck.check(
            bytes, key: LogKey.text(Self.name), named: "the count of quarantined inputs")
    }

    /// What a ledger holds; all zero where nothing was ever refused.
    init(
        of tables: LogTables, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        let key = LogKey.text(Self.name)
        self =
            try tables.meta.get(key.bytes, in: transaction) { try QuarantineTotals(decoding: $0) }
            ?? QuarantineTotals()
    }

    /// Writes them.
    func put(in tables: LogTables, _ transaction: borrowing LMDBWriteTransaction) throws {
        let key = LogKey.text(Self.name)
        let value = try encoded()
        try tables.meta.put(key.bytes, value.bytes, in: transaction)
    }

    /// Makes room for one more row; nil where the table is full.
    mutating func takeNumber(keeping bytes: Int, limits: QuarantineLimits) -> UInt64? {
        let more = UInt64(bytes)
        guard rowCount < limits.rowCountMax, more <= limits.byteCountMax,
            byteCount <= limits.byteCountMax - more
        else {
            countNotKept()
            return nil
        }
        defer { nextNumber += 1 }
        rowCount += 1
        byteCount += more
        return nextNumber
    }

    /// Takes a row away again; its number is not given out a second time.
    mutating func remove(keeping bytes: Int) {
        rowCount -= min(1, rowCount)
        byteCount -= min(UInt64(bytes), byteCount)
    }

    /// Counts what there was no room for.
    mutating func countNotKept() {
        if notKeptCount < .max { notKeptCount += 1 }
    }
}
