/// Rows that were found for one event and that the next ones name again: those of an input have
/// their customers and their line in common.
///
/// It is emptied at the end of each part of the log, which is read in one transaction, so that no
/// row is taken for there that is gone.
struct RecentRows {
    /// The most rows of customers that are remembered: 4, of one input at most 3.
    private static let customerLinesMax = 4

    private var customerLines = InlineArray<4, UInt64>(repeating: 0)
    private var nextPlace = 0
    /// The `originalTransactionId` whose line was looked up last.
    private var original: Original?
    /// The row of a line that named the last event.
    private var eventRow: (line: LineNumber, row: EventRow)?

    struct Original: Hashable {
        var identifier: StoreIdentifier
        var environment: EnvironmentCode
        var bundle: Symbol?
        var line: LineNumber
    }

    mutating func removeAll() { self = RecentRows() }

    /// Whether the row of a customer and a line, in one number, was found; no such number is 0.
    func hasCustomerLine(_ pair: UInt64) -> Bool {
        for index in customerLines.indices where customerLines[index] == pair { return pair != 0 }
        return false
    }

    mutating func add(customerLine pair: UInt64) {
        customerLines[nextPlace] = pair
        nextPlace = (nextPlace + 1) % Self.customerLinesMax
    }

    /// Whether the row was found that gives this line to the identifier.
    func hasOriginal(_ row: Original) -> Bool { original == row }

    mutating func add(original row: Original) { original = row }

    /// Whether the last row of events that was found names an event of a line.
    func names(_ sequence: UInt64, of line: LineNumber) -> Bool {
        eventRow.map { $0.line == line && $0.row.sequences.contains(sequence) } ?? false
    }

    mutating func add(_ row: EventRow, of line: LineNumber) { eventRow = (line, row) }
}
