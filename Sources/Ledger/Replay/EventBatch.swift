/// Events of a walk that wait to be applied together.
///
/// Lines come in no order, and a line that was not touched for long is far from the processor:
/// asked for all at once, those of a batch come in the time of one.
struct EventBatch: ~Copyable {
    /// The most events of a batch: 16, 12 KB, which stay in the first cache.
    static let countMax = 16

    private(set) var count = 0
    /// Those before `count` are read.
    private var events = InlineArray<16, LineEvent> { _ in LineEvent() }
    private var sequences = InlineArray<16, UInt64>(repeating: 0)
    private var places = InlineArray<16, Int>(repeating: 0)

    var isFull: Bool { count == Self.countMax }

    /// Reads one more event, of the line at a place.
    mutating func read(
        _ record: RawSpan, sequence: UInt64, place: Int
    ) throws(RecordError) {
        try LineEventDecoder.decode(record, into: &events[count])
        sequences[count] = sequence
        places[count] = place
        count += 1
    }

    /// Applies the events to their lines, in their order, and empties the batch.
    mutating func apply(
        to lines: inout [FoldedLine], at instant: Instant, credited: borrowing CreditedProducts,
        _ space: inout TrimSpace
    ) {
        for index in 0..<count { lines[places[index]].note(events[index], credited: credited) }
        for index in 0..<count {
            lines[places[index]].apply(
                events[index], sequence: sequences[index], at: instant, &space)
        }
        count = 0
    }
}
