extension DroppedHistory {
    func write(to writer: inout StateWriter) {
        writer.write(lastExpiry == nil ? 0 : 1)
        writer.write(validFrom)
        if let lastExpiry { writer.write(lastExpiry) }
        writer.write(count: keyFingerprints.count)
        var previous: UInt16 = 0
        for fingerprint in keyFingerprints {
            writer.write(UInt64(fingerprint &- previous))
            previous = fingerprint
        }
    }

    /// Reads all but the keys, which go into an empty list.
    init(from reader: inout StateReader, keysInto list: [UInt16]) throws(RecordError) {
        let hasExpiry = try reader.read() == 1
        validFrom = try reader.readDate()
        lastExpiry = hasExpiry ? try reader.readDate() : nil
        keyFingerprints = list
    }

    /// Reads the keys, which were written last.
    mutating func readKeyFingerprints(from reader: inout StateReader) throws(RecordError) {
        let count = try reader.readCount()
        keyFingerprints.reserveCapacity(count)
        for _ in 0..<count {
            let step = try reader.readNumber(UInt16.self)
            keyFingerprints.append((keyFingerprints.last ?? 0) &+ step)
        }
    }
}
