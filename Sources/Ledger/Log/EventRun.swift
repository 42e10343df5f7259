/// Events of one line that share a row of `lines`: they follow one another, and one input brought
/// them.
///
/// Events of one input have their evidence in one row. What belongs together is told by the records
/// alone, so that whoever reads the log finds the rows that appending made. An event without
/// evidence has a row of its own.
struct EventRun: Sendable, Hashable {
    let line: LineNumber
    private let evidenceSequence: UInt64?
    private(set) var row: EventRow

    /// Begins with an event of a line.
    init(_ line: LineNumber, evidenceSequence: UInt64?, _ sequence: UInt64) {
        self.line = line
        self.evidenceSequence = evidenceSequence
        row = EventRow(first: sequence)
    }

    /// Takes in the next event of a line; false where it does not belong to the run.
    mutating func takeIn(
        _ line: LineNumber, evidenceSequence: UInt64?, _ sequence: UInt64
    ) -> Bool {
        guard evidenceSequence != nil, evidenceSequence == self.evidenceSequence,
            line == self.line, row.followers < EventRow.followersMax,
            row.sequences.upperBound &+ 1 == sequence
        else { return false }
        row.followers += 1
        return true
    }

    /// Puts the run's row.
    func put(
        in lines: LMDBTable, _ transaction: borrowing LMDBWriteTransaction
    ) throws(StorageError) {
        try row.put(of: line, in: lines, transaction)
    }
}
