extension EvidenceRow {
    /// The row's bytes.
    func encoded(_ compression: EvidenceCompression) throws(EvidenceError) -> [UInt8] {
        var plain = ByteWriter(
            capacity: payloads.reduce(0) { $0 + 5 + 5 * $1.holes.count + $1.bytes.count })
        for payload in payloads {
            plain.append(UInt8(truncatingIfNeeded: payload.holes.count))
            for hole in payload.holes {
                plain.append(UInt32(truncatingIfNeeded: hole.offset))
                plain.append(UInt8(truncatingIfNeeded: hole.partIndex))
            }
            plain.append(counted: payload.bytes)
        }
        guard plain.bytes.count <= EvidenceCompression.expandedByteCountMax else {
            throw .tooLarge
        }
        let frame = try compression.compress(plain.bytes)
        var row = ByteWriter(
            capacity: 3 + Self.saltByteCount + signatures.reduce(4) { $0 + 5 + $1.count }
                + frame.count)
        row.append(Self.formatVersion)
        row.append(dictionaryNumber)
        row.append(UInt8(truncatingIfNeeded: payloads.count))
        row.append(bytes: salt)
        for (headerNumber, signature) in zip(headerNumbers, signatures) {
            row.append(headerNumber)
            row.append(UInt8(truncatingIfNeeded: signature.count))
            row.append(bytes: signature)
        }
        row.append(UInt32(truncatingIfNeeded: plain.bytes.count))
        row.append(bytes: frame)
        return row.bytes
    }

    /// Reads a row back.
    ///
    /// - Parameters:
    ///   - bytes: the row, lent.
    ///   - compression: what expands the dictionary of that number.
    /// - Throws: `EvidenceError`, and what `compression` throws.
    init(
        decoding bytes: RawSpan,
        compression: (UInt8) throws -> EvidenceCompression
    ) throws {
        do {
            var reader = ByteReader(bytes)
            guard try reader.read(UInt8.self) == Self.formatVersion else {
                throw EvidenceError.damaged
            }
            dictionaryNumber = try reader.read(UInt8.self)
            let partCount = Int(try reader.read(UInt8.self))
            guard (1...Evidence.partCountMax).contains(partCount) else {
                throw EvidenceError.damaged
            }
            salt = try reader.readBytes(count: Self.saltByteCount)
            headerNumbers = []
            signatures = []
            for _ in 0..<partCount {
                headerNumbers.append(try reader.read(UInt32.self))
                let byteCount = Int(try reader.read(UInt8.self))
                signatures.append(try reader.readBytes(count: byteCount))
            }
            let byteCount = Int(try reader.read(UInt32.self))
            let frame = try reader.readBytes(count: reader.remainingByteCount)
            let plain = try compression(dictionaryNumber).expand(frame, byteCount: byteCount)
            payloads = try Self.payloads(in: plain, partCount: partCount)
        } catch is RecordError {
            throw EvidenceError.damaged
        }
    }

    private static func payloads(
        in plain: [UInt8], partCount: Int
    ) throws -> [(bytes: [UInt8], holes: [Hole])] {
        var reader = unsafe ByteReader(plain.span.bytes)
        var payloads: [(bytes: [UInt8], holes: [Hole])] = []
        // A part stands in one place, so that a damaged row cannot expand without bounds.
        var placed: Set<Int> = []
        for index in 0..<partCount {
            var holes: [Hole] = []
            for _ in 0..<(try reader.read(UInt8.self)) {
                let offset = Int(try reader.read(UInt32.self))
                let partIndex = Int(try reader.read(UInt8.self))
                guard partIndex > index, placed.insert(partIndex).inserted else {
                    throw EvidenceError.damaged
                }
                holes.append(Hole(offset: offset, partIndex: partIndex))
            }
            let byteCount = try reader.readCount(itemByteCountMin: 1)
            payloads.append((try reader.readBytes(count: byteCount), holes))
        }
        guard reader.isAtEnd else { throw EvidenceError.damaged }
        return payloads
    }
}
