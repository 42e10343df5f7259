/// A row of the table `quarantine`: one input that was not taken in.
///
/// Its bytes never change. Its reason is that of the last try; a further shape or presenter is
/// added.
///
/// Key: the row's number, from 1, 8 bytes, big-endian. Numbers are not given out twice.
///
/// Value, every number little-endian:
///
/// | bytes | what |
/// | --- | --- |
/// | 1 | format version, 1 |
/// | 1 | kind: 1 quarantined (signed data that failed verification), 2 refused (no signed data) |
/// | 1 | ``QuarantineShapes``: where the input stood; 0 of refused input |
/// | 8 | instant of recording: milliseconds since 1970, signed |
/// | 32 | SHA-256 of the whole input |
/// | 8 | how many bytes the whole input has |
/// | 1, 16 each | how many accounts presented it, and each one's UUID, in the order in which they came |
/// | 1, *r* | length, the reason's name in UTF-8 |
/// | 2, *l* | length, source and line in UTF-8; empty where the host gave the input by itself |
/// | 4, *k* | length, the input's first bytes; never more than the whole input has |
/// | 32 | check: SHA-256 of the key and all bytes in front |
///
/// Nothing follows. The whole input is one JWS, or a transaction's and a renewal info's with a
/// line feed between them. Of refused input, which may be endless, the whole is what was looked at:
/// at most ``QuarantineLimits/refusedBytesMax`` bytes.
struct QuarantineRow: Sendable, Hashable {
    static let formatVersion: UInt8 = 1
    static let reasonBytesMax = 255

    var recordedAt: Instant
    /// The accounts that presented the input, in the order in which they came.
    var presenters: [AccountToken]
    var entry: Entry

    /// What `QuarantineEntry` says, read back.
    struct Entry: Sendable, Hashable {
        var kind: QuarantinedInput.Kind
        var shapes: QuarantineShapes
        var reason: String
        var location: String
        var digest: [UInt8]
        var byteCount: UInt64
        var keptBytes: [UInt8]

        /// Whether nothing of the input was left out.
        var isWhole: Bool { byteCount == UInt64(keptBytes.count) }
    }

    init(_ entry: QuarantineEntry, recordedAt: Instant) {
        self.recordedAt = recordedAt
        presenters = entry.presenter.map { [$0] } ?? []
        self.entry = Entry(
            kind: entry.kind, shapes: entry.shapes, reason: entry.reason,
            location: entry.location, digest: entry.digest, byteCount: entry.byteCount,
            keptBytes: entry.bytes)
    }

    /// Adds in what other form, and by whom, the same bytes came.
    ///
    /// - Returns: whether there was room for it.
    mutating func add(_ other: QuarantineEntry) -> Bool {
        if entry.kind == .refused, other.kind == .quarantined {
            entry.kind = .quarantined
            entry.reason = other.reason
        }
        entry.shapes.formUnion(other.shapes)
        guard let presenter = other.presenter, !presenters.contains(presenter) else { return true }
        guard presenters.count < QuarantineLimits.presentersPerRowMax else { return false }
        presenters.append(presenter)
        return true
    }

    /// The row's bytes.
    func encoded(number: UInt64) throws(IntegrityError) -> [UInt8] {
        var writer = ByteWriter(capacity: 160 + entry.keptBytes.count)
        writer.append(Self.formatVersion)
        writer.append(entry.kind.code)
        writer.append(entry.shapes.rawValue)
        writer.append(recordedAt.millisecondsSince1970)
        writer.append(bytes: entry.digest)
        writer.append(entry.byteCount)
        writer.append(UInt8(truncatingIfNeeded: presenters.count))
        for presenter in presenters { writer.append(bytes: presenter.bytes) }
        let reason = Array(entry.reason.utf8.prefix(Self.reasonBytesMax))
        writer.append(UInt8(truncatingIfNeeded: reason.count))
        writer.append(bytes: reason)
        let location = Array(entry.location.utf8)
        writer.append(UInt16(truncatingIfNeeded: location.count))
        writer.append(bytes: location)
        writer.append(counted: entry.keptBytes)
        let row = writer.bytes
        return row + (try QuarantineCheck.value(of: row, key: QuarantineCheck.key(number)))
    }

    /// Reads a row back.
    ///
    /// - Throws: `RecordError`, and `LedgerError.Code.damaged` where any byte of it was changed.
    init(decoding bytes: RawSpan, number: UInt64) throws {
        var reader = ByteReader(bytes)
        let version = try reader.read(UInt8.self)
        guard version == Self.formatVersion else { throw RecordError.unknownFormat(version) }
        let code = try reader.read(UInt8.self)
        guard let kind = QuarantinedInput.Kind(code: code) else {
            throw RecordError.unknownCode(code)
        }
        let shapeCode = try reader.read(UInt8.self)
        guard let shapes = QuarantineShapes(stored: shapeCode) else {
            throw RecordError.unknownCode(shapeCode)
        }
        recordedAt = Instant(millisecondsSince1970: try reader.read(Int64.self))
        let digest = try reader.readBytes(count: Digest.byteCount)
        let byteCount = try reader.read(UInt64.self)
        presenters = []
        for _ in 0..<(try reader.read(UInt8.self)) {
            let bytes = try reader.readBytes(count: AccountToken.byteCount)
            guard let presenter = AccountToken(bytes: bytes) else {
                throw RecordError.invalidValue(field: 4)
            }
            presenters.append(presenter)
        }
        let reason = try Self.text(
            try reader.readBytes(count: Int(try reader.read(UInt8.self))), field: 1)
        let location = try Self.text(
            try reader.readBytes(count: Int(try reader.read(UInt16.self))), field: 2)
        let keptCount = try reader.readCount(itemByteCountMin: 1)
        guard keptCount <= byteCount else { throw RecordError.invalidValue(field: 3) }
        let keptBytes = try reader.readBytes(count: keptCount)
        let end = reader.offset
        let check = try reader.readBytes(count: Digest.byteCount)
        guard reader.isAtEnd else { throw RecordError.invalidValue(field: 3) }
        let covered = [UInt8](copying: bytes.extracting(0..<end))
        guard try QuarantineCheck.value(of: covered, key: QuarantineCheck.key(number)) == check
        else {
            throw LedgerError(.damaged, "quarantine row \(number) was changed; restore a backup")
        }
        entry = Entry(
            kind: kind, shapes: shapes, reason: reason, location: location, digest: digest,
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
