/// The lines that one transaction changes, in memory that the next one uses again.
struct HeldLines {
    /// Lines whose memory is kept for the next transaction: 1,024, some 2 MB; that of further ones,
    /// which the largest commits change, is let go.
    static let keptCountMax = 1_024

    private var places: [LineNumber: Int] = [:]
    /// Which line is at a place.
    private var numbers: [LineNumber] = []
    /// The states of the lines that are held, and behind them those of transactions before.
    private var states: [LineState] = []
    /// Where a line has memory for its whole history.
    private var wholePlaces: [Int] = []
    /// Purchases that a line before had and none has now.
    private var spare: [Purchase] = []
    /// Memory in which one line after the other is trimmed.
    private var space = TrimSpace()

    /// How many lines are held.
    var count: Int { places.count }

    /// Lends the state at a place, to look at.
    func withState<Answer>(
        at place: Int, _ body: (LineState) throws -> Answer
    ) rethrows -> Answer {
        try body(states[place])
    }

    /// Applies an event to the state at a place.
    ///
    /// - Returns: false where the state has dropped what the event is late evidence about.
    mutating func apply(
        _ event: LineEvent, notificationUUID: PackedText?, sequence: UInt64, at place: Int
    ) -> Bool {
        guard states[place].canApply(event, sequence: sequence) else { return false }
        states[place].apply(event, notificationUUID: notificationUUID, sequence: sequence)
        return true
    }

    /// Puts another state at a place.
    mutating func replace(at place: Int, with state: LineState) {
        states[place] = state
        wholePlaces.append(place)
    }

    /// Makes the state at a place the line's head, and writes it in the place of what was written.
    mutating func writeHead(at place: Int, to writer: inout StateWriter) {
        states[place].trim(&space)
        writer.begin()
        states[place].write(to: &writer)
    }

    /// The state of a line; nil where it is not held.
    func state(of line: LineNumber) -> LineState? { places[line].map { states[$0] } }

    /// Where the state of a line stands; read from the tables where it is not held yet.
    mutating func place(
        of line: LineNumber, from tables: LiveTables,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> Int {
        if let place = places[line] { return place }
        let place = places.count
        if place == states.count { states.append(LineState(line: line)) }
        let isThere = try tables.readHead(
            of: line, into: &states[place], spare: &spare, in: transaction)
        if !isThere { states[place].begin(line, spare: &spare) }
        places[line] = place
        numbers.append(line)
        return place
    }

    /// The places of the lines that are held, in the order of their numbers.
    var placesInOrder: [Int] {
        numbers.indices.sorted { numbers[$0] < numbers[$1] }
    }

    /// The line at a place.
    func number(at place: Int) -> LineNumber { numbers[place] }

    /// Holds no line any more; the memory stays, but for that of whole histories.
    mutating func removeAll() {
        for place in wholePlaces { states[place] = LineState(line: LineNumber(number: 0)) }
        wholePlaces.empty()
        places.removeAll(keepingCapacity: true)
        numbers.empty()
        if states.count > Self.keptCountMax {
            states.removeLast(states.count - Self.keptCountMax)
        }
    }
}
