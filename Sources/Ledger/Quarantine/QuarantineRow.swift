/// A row of the table `quarantine`: one input that was not taken in.
///
/// It never changes.
///
/// Key: the row's number, from 1, 8 bytes, big-endian. Numbers are not given out twice.
///
/// Value, every number little-endian:
///
/// | offset | bytes | what |
/// | --- | --- | --- |
/// | 0 | 1 | format version, 1 |
/// | 1 | 1 | kind: 1 quarantined (signed data that failed verification), 2 refused (no signed data) |
/// | 2 | 8 | instant of recording: milliseconds since 1970, signed |
/// | 10 | 32 | SHA-256 of the whole input |
/// | 42 | 8 | how many bytes the whole input has |
/// | 50 | 1 | how many bytes the reason has, *r* |
/// | 51 | *r* | the reason's name in UTF-8 |
/// | 51 + *r* | 2 | how many bytes the location has, *l* |
/// | 53 + *r* | *l* | source and line in UTF-8; empty where the host gave the input by itself |
/// | 53 + *r* + *l* | 4 | how many bytes are kept, *k*; never more than the whole input has |
/// | 57 + *r* + *l* | *k* | the input's first bytes |
///
/// Nothing follows. The whole input is one JWS, or a transaction's and a renewal info's with a
/// line feed between them. Of refused input, which may be endless, the whole is what was looked at:
/// at most ``QuarantineLimits/refusedBytesMax`` bytes.
struct QuarantineRow: Sendable, Hashable {
    static let formatVersion: UInt8 = 1
    static let reasonBytesMax = 255

    var recordedAt: Instant
    var entry: Entry

    /// What `QuarantineEntry` says, read back.
    struct Entry: Sendable, Hashable {
        var kind: QuarantinedInput.Kind
        var reason: String
        var location: String
        var digest: [UInt8]
        var byteCount: UInt64
        var keptBytes: [UInt8]
    }

    init(_ entry: QuarantineEntry, recordedAt: Instant) {
        self.recordedAt = recordedAt
        self.entry = Entry(
            kind: entry.kind, reason: entry.reason, location: entry.location,
            digest: entry.digest, byteCount: entry.byteCount, keptBytes: entry.bytes)
    }

    /// The row's bytes.
    var encoded: [UInt8] {
        var writer = ByteWriter(capacity: 128 + entry.keptBytes.count)
        writer.append(Self.formatVersion)
        writer.append(entry.kind.code)
        writer.append(recordedAt.millisecondsSince1970)
        writer.append(bytes: entry.digest)
        writer.append(entry.byteCount)
        let reason = Array(entry.reason.utf8.prefix(Self.reasonBytesMax))
        writer.append(UInt8(truncatingIfNeeded: reason.count))
        writer.append(bytes: reason)
        let location = Array(entry.location.utf8)
        writer.append(UInt16(truncatingIfNeeded: location.count))
        writer.append(bytes: location)
        writer.append(counted: entry.keptBytes)
        return writer.bytes
    }

    /// Reads a row back.
    init(decoding bytes: RawSpan) throws(RecordError) {
        var reader = ByteReader(bytes)
        let version = try reader.read(UInt8.self)
        guard version == Self.formatVersion else { throw .unknownFormat(version) }
        let code = try reader.read(UInt8.self)
        guard let kind = QuarantinedInput.Kind(code: code) else { throw .unknownCode(code) }
        recordedAt = Instant(millisecondsSince1970: try reader.read(Int64.self))
        let digest = try reader.readBytes(count: Digest.byteCount)
        let byteCount = try reader.read(UInt64.self)
        let reason = try Self.text(
            try reader.readBytes(count: Int(try reader.read(UInt8.self))), field: 1)
        let location = try Self.text(
            try reader.readBytes(count: Int(try reader.read(UInt16.self))), field: 2)
        let keptCount = try reader.readCount(itemByteCountMin: 1)
        guard keptCount <= byteCount else { throw .invalidValue(field: 3) }
        let keptBytes = try reader.readBytes(count: keptCount)
        guard reader.isAtEnd else { throw .invalidValue(field: 3) }
        entry = Entry(
            kind: kind, reason: reason, location: location, digest: digest,
            byteCount: byteCount, keptBytes: keptBytes)
    }

    private static func text(_ bytes: [UInt8], field: UInt8) throws(RecordError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .invalidValue(field: field)
        }
        return text
    }
}

extension QuarantinedInput.Kind {
    /// What a row writes for it.
    var code: UInt8 {
        switch self {
        case .quarantined: 1
        case .refused: 2
        }
    }

    init?(code: UInt8) {
        switch code {
        case 1: self = .quarantined
        case 2: self = .refused
        default: return nil
        }
    }
}
