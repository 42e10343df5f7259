/// The rows by which an event's statements, line and key are found again, made from its record.
struct DerivedRows {
    /// Reads the log.
    let reader: LogReader
    /// Where the rows go.
    let tables: LogTables

    /// Puts the rows of one event; events come in the order of the log.
    func put(
        _ fields: EventFields, _ sequence: UInt64,
        _ transaction: borrowing some LMDBTransaction & ~Copyable,
        _ made: borrowing LMDBWriteTransaction
    ) throws {
        switch fields.kind {
        case .transaction, .renewal, .revocation, .reversal: try putIdentifiers(fields, made)
        default: break
        }
        if let key = fields.idempotencyKey, fields.reversedSequence == nil {
            let row = LogKey.hostKey(fields.environment, key)
            let value = ByteWriter.bytes(of: sequence)
            try tables.hostKeys.put(row.bytes, value.bytes, in: made)
        }
        try putStatements(fields, sequence, transaction, made)
    }

    /// A line by the App Store's own identifiers.
    private func putIdentifiers(
        _ fields: EventFields, _ made: borrowing LMDBWriteTransaction
    ) throws {
        guard let line = fields.line else { return }
        if let original = fields.originalTransactionID {
            let key = LogKey.storeIdentifier(fields.environment, original, fields.bundle)
            let value = ByteWriter.bytes(of: line.number)
            try tables.lineNumbers.put(key.bytes, value.bytes, in: made)
        }
        if let identifier = fields.transactionID {
            var key = LogKey.storeIdentifier(fields.environment, identifier, fields.bundle)
            key.append(bigEndian: line.number)
            try tables.transactionLines.put(key.bytes, RawSpan(), in: made)
        }
        if let lineItem = fields.webOrderLineItemID, lineItem.bits != 0 {
            var key = LogKey.storeIdentifier(fields.environment, lineItem, fields.bundle)
            key.append(bigEndian: line.number)
            try tables.periodLines.put(key.bytes, RawSpan(), in: made)
        }
    }

    /// The statement that an event holds, and those that it states again.
    private func putStatements(
        _ fields: EventFields, _ sequence: UInt64,
        _ transaction: borrowing some LMDBTransaction & ~Copyable,
        _ made: borrowing LMDBWriteTransaction
    ) throws {
        if let digest = fields.contentDigest {
            if let line = fields.line {
                let date = fields.statementDate
                try put(line, digest, date, holder: sequence, content: sequence, made)
            } else {
                let key = LogKey.unlined(
                    fields.environment, fields.bundle, digest,
                    signedDate: fields.signedDate ?? .distantPast)
                if try !tables.unlined.contains(key.bytes, in: made) {
                    try StatementHolders(holder: sequence, content: sequence).put(
                        key, in: tables.unlined, made)
                }
            }
        }
        guard let line = fields.line else { return }
        let stated = [
            (fields.statedTransactionSequence, fields.statedTransactionSignedDate),
            (fields.statedRenewalInfoSequence, fields.statedRenewalInfoSignedDate),
        ]
        // What is new has an event of its own behind this one.
        for case (let held?, let date?) in stated where held < sequence {
            let content = try reader.fields(held, in: transaction)
            guard let digest = content.contentDigest else { continue }
            try put(line, digest, date, holder: sequence, content: held, made)
        }
    }

    /// A statement has one row, that of the event that brought it first, and its content one
    /// holder.
    private func put(
        _ line: LineNumber, _ digest: UInt64, _ date: Instant, holder: UInt64, content: UInt64,
        _ made: borrowing LMDBWriteTransaction
    ) throws {
        let key = LogKey.statement(line, digest, signedDate: date)
        if try tables.lines.contains(key.bytes, in: made) { return }
        let same = LMDBRange.prefix(LogKey.statement(line, digest, signedDate: nil))
        let first = try tables.lines.first(same, in: made) { _, value in
            try StatementHolders(decoding: value).content
        }
        try StatementHolders(holder: holder, content: first ?? content).put(
            key, in: tables.lines, made)
    }
}

extension EventFields {
    /// The date by which the statement of a line's event is found again: a notification without one
    /// has its transaction's, and what has none at all the instant of recording.
    fileprivate var statementDate: Instant {
        let statedDate = kind == .notification ? statedTransactionSignedDate : nil
        return signedDate ?? statedDate ?? recordedAt
    }
}
