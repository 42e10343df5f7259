/// A row of the table `quarantineDigests`: how often one input came.
///
/// Key: SHA-256 of the whole input, 32 bytes.
///
/// Value, every number little-endian:
///
/// | offset | bytes | what |
/// | --- | --- | --- |
/// | 0 | 8 | the number of the row in `quarantine` |
/// | 8 | 8 | how often the input came |
/// | 16 | 8 | instant at which it last came: milliseconds since 1970, signed |
/// | 24 | 8 | check: the first bytes of SHA-256 of the key and all bytes in front |
///
/// It is apart from the row, so that counting rewrites 32 bytes and not the input.
struct QuarantineSighting: Sendable, Hashable {
    var number: UInt64
    var times: UInt64
    var lastSeenAt: Instant

    /// Counts one more.
    mutating func count(at instant: Instant) {
        if times < .max { times += 1 }
        lastSeenAt = max(lastSeenAt, instant)
    }

    /// The row's bytes.
    func encoded(digest: [UInt8]) throws(IntegrityError) -> [UInt8] {
        var writer = ByteWriter(capacity: 32)
        writer.append(number)
        writer.append(times)
        writer.append(lastSeenAt.millisecondsSince1970)
        return try CheckedRow.encoded(writer.bytes, key: LogKey.bytes(digest))
    }
}

extension QuarantineSighting {
    /// Reads a row back.
    ///
    /// - Throws: `RecordError`, and `LedgerError.Code.damaged` where any byte of it was changed.
    init(decoding bytes: RawSpan, digest: [UInt8]) throws {
        var reader = ByteReader(bytes)
        number = try reader.read(UInt64.self)
        times = try reader.read(UInt64.self)
        lastSeenAt = Instant(millisecondsSince1970: try reader.read(Int64.self))
        _ = try reader.readBytes(count: CheckedRow.checkByteCount)
        guard reader.isAtEnd, number > 0, times > 0 else {
            throw RecordError.invalidValue(field: 1)
        }
        try QuarantineCheck.check(
            bytes, key: LogKey.bytes(digest), named: "a count of quarantine row \(number)")
    }

    /// How often an input came; nil where the quarantine does not hold it.
    init?(
        of digest: [UInt8], in tables: LogTables,
        _ transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        let held = try tables.quarantineDigests.get(digest.bytes, in: transaction) {
            try QuarantineSighting(decoding: $0, digest: digest)
        }
        guard let held else { return nil }
        self = held
    }
}
