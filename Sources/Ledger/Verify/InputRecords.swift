/// The events of one input as its records tell them, without its evidence.
///
/// They follow one another: a restatement or a notification, then what is new in the order of its
/// parts, then restatements of what was known and names somebody anew (`docs/format.md`,
/// "Evidence").
struct InputRecords {
    /// The input's first event.
    let first: UInt64
    /// Its events, as far as they are what intake makes of one input.
    private(set) var events: [EventFields] = []
    /// Whether a record that may be one of the input's cannot be read.
    private(set) var isCut = false

    /// Reads the events from the first one on.
    ///
    /// - Throws: `StorageError`.
    init(
        at first: UInt64, reader: LogReader,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        self.first = first
        for sequence in first..<first + UInt64(Evidence.partCountMax) {
            let found = try reader.readable(sequence, in: transaction)
            guard let fields = found.fields else {
                isCut = found.isThere
                return
            }
            guard fields.evidenceSequence == first, fits(fields, at: sequence) else { return }
            events.append(fields)
        }
    }

    /// Whether an event of the log is one of the input's.
    func contains(_ sequence: UInt64) -> Bool {
        sequence >= first && sequence - first < UInt64(events.count)
    }

    /// Where an event stands in its input; of the last there may be one for each part.
    private enum Place: Int {
        case restatement, notification, transaction, renewalInfo, appTransaction, named
    }

    private static func place(_ fields: EventFields, isFirst: Bool) -> Place? {
        switch fields.kind {
        case .restatement: isFirst ? .restatement : .named
        case .notification: .notification
        case .transaction, .renewal, .revocation, .reversal: .transaction
        case .renewalInfo: .renewalInfo
        case .appTransaction: .appTransaction
        default: nil
        }
    }

    /// Whether an event can be the next one of the input.
    private func fits(_ fields: EventFields, at sequence: UInt64) -> Bool {
        guard let place = Self.place(fields, isFirst: events.isEmpty),
            let part = fields.evidencePart
        else { return false }
        guard let head = events.first, let last = events.last,
            let lastPlace = Self.place(last, isFirst: events.count == 1)
        else { return true }
        let isOrdered =
            place == .named && lastPlace == .named
            ? part > last.evidencePart ?? part : place.rawValue > lastPlace.rawValue
        // A part is one event, but for what is signed again.
        let others = head.kind == .restatement ? events.dropFirst() : events[...]
        let isNew = !others.contains { $0.evidencePart == part }
        return isOrdered && isNew && isOfLine(fields, place, head)
            && isStated(place, sequence, head)
    }

    private func isOfLine(_ fields: EventFields, _ place: Place, _ head: EventFields) -> Bool {
        if place == .appTransaction || place == .named && fields.line == nil {
            return fields.line == nil && head.kind == .notification
        }
        return fields.line != nil && fields.line == head.line
    }

    /// Whether what comes with a notification or a restatement is what that states.
    private func isStated(_ place: Place, _ sequence: UInt64, _ head: EventFields) -> Bool {
        guard head.states else { return place == .renewalInfo || place == .named }
        return switch place {
        case .transaction: head.statedTransactionSequence == sequence
        case .renewalInfo: head.statedRenewalInfoSequence == sequence
        case .appTransaction, .named: true
        case .restatement, .notification: false
        }
    }
}
