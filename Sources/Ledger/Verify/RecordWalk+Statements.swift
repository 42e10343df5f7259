extension RecordWalk {
    /// The digest by which a statement is found, and the rows that find it and its period.
    ///
    /// The statement of an event of a line has a row of the line, which `LineWalk` checks.
    mutating func checkStatements(
        _ fields: inout EventFields, _ sequence: UInt64, transactions: inout LMDBCursor,
        periods: inout LMDBCursor, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        switch fields.kind {
        case .transaction, .renewal, .revocation, .reversal:
            try checkContent(&fields, sequence)
            try checkStatement(fields, sequence, in: transaction)
            try checkIdentifiers(fields, sequence, &transactions, &periods)
        case .renewalInfo, .appTransaction:
            try checkContent(&fields, sequence)
            try checkStatement(fields, sequence, in: transaction)
        case .notification:
            try checkStatement(fields, sequence, in: transaction)
        case .catalog:
            _ = try fields.recordedCatalog(sequence)
        default: return
        }
    }

    /// The content digest, from the record alone; that of a notification also covers what it
    /// carries.
    private mutating func checkContent(_ fields: inout EventFields, _ sequence: UInt64) throws {
        let content = try ContentDigester.content(of: &fields, text: texts.heldText(of:))
        try hasher.start()
        try hasher.add(content.bytes)
        try hasher.add(
            ContentDigester<LedgerError>.mark(
                isNotification: false, hasToken: fields.account != nil))
        if try hasher.finish().leadingNumber != fields.contentDigest {
            report.add(.contentDigestDiffers, sequence, "the record's content was changed")
        }
    }

    private mutating func checkStatement(
        _ fields: EventFields, _ sequence: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        guard let digest = fields.contentDigest else {
            report.add(.contentDigestDiffers, sequence, "the record has no content digest")
            return
        }
        if fields.line != nil, fields.kind != .appTransaction { return }
        let key = LogKey.unlined(
            fields.environment, fields.bundle, digest,
            signedDate: fields.signedDate ?? .distantPast)
        let row = try reader.tables.unlined.get(key.bytes, in: transaction) {
            try StatementHolders(decoding: $0)
        }
        // A notification is an event where its statement is new.
        let isNotification = fields.kind == .notification
        let isRight =
            row.map { $0.content == sequence && (!isNotification || $0.holder == sequence) }
            ?? false
        if !isRight { report.add(.indexRowMissing, sequence, "its statement is not found") }
    }

    /// The rows of the App Store's own identifiers, but for the one that names the line.
    private mutating func checkIdentifiers(
        _ fields: EventFields, _ sequence: UInt64, _ transactions: inout LMDBCursor,
        _ periods: inout LMDBCursor
    ) throws {
        guard let line = fields.line else {
            report.add(.recordNotCanonical, sequence, "a transaction belongs to no line")
            return
        }
        var isThere = true
        if let identifier = fields.transactionID {
            isThere = try hasLine(line, behind: identifier, of: fields, &transactions)
        }
        if let identifier = fields.webOrderLineItemID, identifier.bits != 0 {
            isThere =
                try isThere
                && hasLine(line, behind: identifier, of: fields, &periods)
        }
        if !isThere { report.add(.indexRowMissing, sequence, "its line is not found") }
    }

    /// Whether a table names the line behind an identifier.
    private func hasLine(
        _ line: LineNumber, behind identifier: StoreIdentifier, of fields: EventFields,
        _ cursor: inout LMDBCursor
    ) throws -> Bool {
        var key = LogKey.storeIdentifier(fields.environment, identifier, fields.bundle)
        key.append(bigEndian: line.number)
        return try cursor.reaches(key.bytes)
    }
}
