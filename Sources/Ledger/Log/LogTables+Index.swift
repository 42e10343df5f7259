extension LogTables {
    /// Puts the rows by which an event is found: of its line, else of its customer, else of its
    /// kind; an erasure's also of its kind.
    func index(
        _ fields: EventFields, _ sequence: UInt64, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        let identities = fields.identities
        if fields.isFoundByKind {
            let row = LogKey.global(fields.kind, sequence)
            try globals.put(row.bytes, RawSpan(), in: transaction)
        }
        if let line = fields.line {
            let row = LogKey.lineEvent(line, sequence)
            try lines.put(row.bytes, RawSpan(), in: transaction)
            for identity in identities {
                var key = LogKey.customer(identity, .line)
                key.append(bigEndian: line.number)
                try customers.put(key.bytes, RawSpan(), in: transaction)
            }
            return
        }
        for identity in identities {
            var key = LogKey.customer(identity, .event)
            key.append(bigEndian: sequence)
            try customers.put(key.bytes, RawSpan(), in: transaction)
        }
    }
}
