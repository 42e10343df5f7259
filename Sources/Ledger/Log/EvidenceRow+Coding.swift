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
}
