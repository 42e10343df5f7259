/// The records of a run of the log, read with one cursor: to look each up by itself costs more than
/// to copy it.
///
/// Only what was read without a fault is in it, so that whoever does not find a record looks it up
/// and learns why. Keep one and use it again: its memory grows once.
struct RecordRun {
    /// How many bytes are read ahead at most.
    private static let byteCountMax = 1 << 20

    private var bytes: [UInt8] = []
    private var firstSequence: UInt64 = 0
    /// Where each record ends.
    private var ends: [Int] = []

    /// Reads the records of a run, up to the first that is missing.
    mutating func read(
        _ sequences: ClosedRange<UInt64>, of table: LMDBTable,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        firstSequence = sequences.lowerBound
        let range = LMDBRange.bounds(
            from: LMDBKey(sequences.lowerBound), through: LMDBKey(sequences.upperBound))
        // A fault ends the run: the look-up of the record meets it again, and reports it there.
        try? table.forEach(range, in: transaction) { key, record in
            guard try LogReader.sequence(of: key) == firstSequence &+ UInt64(ends.count),
                bytes.count + record.byteCount <= Self.byteCountMax
            else { return false }
            unsafe record.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
            ends.append(bytes.count)
            return true
        }
    }

    /// Copies a record of the run into other memory; false where the run does not have it.
    func copy(_ sequence: UInt64, to record: inout [UInt8]) -> Bool {
        guard sequence >= firstSequence, sequence - firstSequence < UInt64(ends.count) else {
            return false
        }
        let index = Int(sequence - firstSequence)
        record.removeAll(keepingCapacity: true)
        record.append(contentsOf: bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]])
        return true
    }
}
