/// What the erasures of a ledger took away, as their events say.
struct ErasureRecords {
    /// Erased identities, each with the event that says so.
    private(set) var identities: [IdentityNumber: UInt64] = [:]
    /// Lines whose evidence was erased, each with the last event that says so.
    private var lines: [LineNumber: UInt64] = [:]
    /// The last event that was looked at.
    private var through: UInt64 = 0

    /// Takes in the erasures that the log has by now and had not before.
    ///
    /// Another process may erase somebody while the log is walked: what is gone then is no damage.
    ///
    /// - Returns: why one of them cannot be read, if so: what it took away counts as missing.
    mutating func update(
        from reader: LogReader, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> (any Error)? {
        let last = try reader.lastSequence(in: transaction)
        guard through < last else { return nil }
        defer { through = last }
        var unreadable: (any Error)?
        for sequence in try reader.sequences(
            of: .erasure, after: through, through: last, in: transaction)
        {
            do {
                add(try reader.fields(sequence, in: transaction), sequence)
            } catch {
                unreadable = error
            }
        }
        return unreadable
    }

    /// Takes in one erasure; they come in the order of the log.
    private mutating func add(_ fields: EventFields, _ sequence: UInt64) {
        guard fields.kind == .erasure else { return }
        for identity in fields.identities where identities[identity] == nil {
            identities[identity] = sequence
        }
        // An event without the line's identifier is about an account that the line names.
        if let line = fields.line, fields.originalTransactionID != nil { lines[line] = sequence }
    }

    /// Whether the evidence of an event was erased: by what it names itself.
    func covers(_ fields: EventFields, _ sequence: UInt64) -> Bool {
        // Most ledgers have no erasure to look for.
        if lines.isEmpty && identities.isEmpty { return false }
        if let line = fields.line, let erasure = lines[line], sequence < erasure { return true }
        return fields.identities.contains { identity in
            identities[identity].map { sequence < $0 } ?? false
        }
    }

    /// Whether the evidence of an input was erased: by what any of its events names.
    func covers(_ input: InputRecords) -> Bool {
        input.events.enumerated().contains { index, fields in
            covers(fields, input.first + UInt64(index))
        }
    }
}
