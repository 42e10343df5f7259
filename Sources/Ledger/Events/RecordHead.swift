/// The fixed bytes that begin every record.
struct RecordHead: Sendable, Hashable {
    var kind: EventKind
    var environment: EnvironmentCode
    /// The line that the event is about; nil for events of no line.
    var line: LineNumber?
    /// When the ledger appended the event.
    var recordedAt: Instant
    /// When the fact took effect in the world.
    var effectiveAt: Instant
}

extension RecordHead {
    /// Reads the head; the fields follow.
    @_lifetime(reader: copy reader)
    init(from reader: inout ByteReader) throws(RecordError) {
        // Asked first: another format may have a shorter head.
        if let version = reader.nextByte, version != RecordEncoder.formatVersion {
            throw .unknownFormat(version)
        }
        // In one piece: a walk reads the head of every record.
        let first = try reader.read(UInt64.self)
        let kindCode = UInt8(truncatingIfNeeded: first >> 8)
        guard let kind = EventKind(rawValue: kindCode) else { throw .unknownCode(kindCode) }
        let environmentCode = UInt8(truncatingIfNeeded: first >> 16)
        guard let environment = EnvironmentCode(rawValue: environmentCode) else {
            throw .unknownCode(environmentCode)
        }
        let reserved = UInt8(truncatingIfNeeded: first >> 24)
        guard reserved == 0 else { throw .unknownCode(reserved) }
        let number = UInt32(truncatingIfNeeded: first >> 32)
        self.kind = kind
        self.environment = environment
        line = number == 0 ? nil : LineNumber(number: number)
        recordedAt = Instant(millisecondsSince1970: try reader.read(Int64.self))
        effectiveAt = Instant(millisecondsSince1970: try reader.read(Int64.self))
    }

    /// The code of the environment and the line number of a record, 0 for none, by their places
    /// alone: what a walk over the log asks of records that are not its own.
    ///
    /// Nil where the record is shorter than a head.
    static func place(of record: RawSpan) -> (environment: UInt8, line: UInt32)? {
        guard record.byteCount >= RecordEncoder.headByteCount else { return nil }
        let line = unsafe record.unsafeLoadUnaligned(fromByteOffset: lineOffset, as: UInt32.self)
        return (record.unsafeLoadByte(at: environmentOffset), UInt32(littleEndian: line))
    }

    /// Where the environment stands: behind version and kind.
    private static let environmentOffset = 2
    /// Where the line stands: behind version, kind, environment and the reserved byte.
    private static let lineOffset = 4
}
