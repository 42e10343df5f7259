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
///
/// It is apart from the row, so that counting rewrites 24 bytes and not the input.
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
    var encoded: [UInt8] {
        var writer = ByteWriter(capacity: 24)
        writer.append(number)
        writer.append(times)
        writer.append(lastSeenAt.millisecondsSince1970)
        return writer.bytes
    }
}

extension QuarantineSighting {
    /// Reads a row back.
    init(decoding bytes: RawSpan) throws(RecordError) {
        var reader = ByteReader(bytes)
        number = try reader.read(UInt64.self)
        times = try reader.read(UInt64.self)
        lastSeenAt = Instant(millisecondsSince1970: try reader.read(Int64.self))
        guard reader.isAtEnd, number > 0, times > 0 else { throw .invalidValue(field: 1) }
    }
}
