extension RecordWalk {
    /// The rows by which a statement, a line and a period are found again, and the digest that they
    /// go by.
    mutating func checkStatements(
        _ fields: inout EventFields, _ sequence: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        switch fields.kind {
        case .transaction, .renewal, .revocation, .reversal:
            try checkContent(&fields, sequence)
            try checkStatement(fields, holder: nil, content: sequence, sequence, in: transaction)
            try checkIdentifiers(fields, sequence, in: transaction)
        case .renewalInfo:
            try checkContent(&fields, sequence)
            try checkStatement(fields, holder: nil, content: sequence, sequence, in: transaction)
        case .appTransaction:
            try checkContent(&fields, sequence)
            try checkStatement(fields, holder: nil, content: sequence, sequence, in: transaction)
        case .notification:
            // A notification of a line may have the content of an earlier one.
            let content = fields.line == nil ? sequence : nil
            try checkStatement(
                fields, holder: sequence, content: content, sequence, in: transaction)
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
        _ fields: EventFields, holder: UInt64?, content: UInt64?, _ sequence: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        guard let digest = fields.contentDigest else {
            report.add(.contentDigestDiffers, sequence, "the record has no content digest")
            return
        }
        let date = fields.signedDate ?? fields.statedTransactionSignedDate ?? .distantPast
        let isLined = fields.line != nil && fields.kind != .appTransaction
        let key =
            fields.line.flatMap { isLined ? LogKey.statement($0, digest, signedDate: date) : nil }
            ?? LogKey.unlined(fields.environment, fields.bundle, digest, signedDate: date)
        let table = isLined ? reader.tables.lines : reader.tables.unlined
        let row = try table.get(key.bytes, in: transaction) {
            try StatementHolders(decoding: $0)
        }
        let isRight =
            row.map { row in
                holder.map { $0 == row.holder } ?? true && content.map { $0 == row.content } ?? true
            } ?? false
        if !isRight { report.add(.indexRowMissing, sequence, "its statement is not found") }
    }

    /// The rows of the App Store's own identifiers.
    private mutating func checkIdentifiers(
        _ fields: EventFields, _ sequence: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        guard let line = fields.line else {
            report.add(.recordNotCanonical, sequence, "a transaction belongs to no line")
            return
        }
        var isThere = try isOriginal(fields, of: line, in: transaction)
        if let identifier = fields.transactionID {
            isThere =
                try isThere
                && hasLine(
                    line, behind: identifier, of: fields, in: reader.tables.transactionLines,
                    transaction)
        }
        if let identifier = fields.webOrderLineItemID, identifier.bits != 0 {
            isThere =
                try isThere
                && hasLine(
                    line, behind: identifier, of: fields, in: reader.tables.periodLines,
                    transaction)
        }
        if !isThere { report.add(.indexRowMissing, sequence, "its line is not found") }
    }

    /// Whether the event's `originalTransactionId`, if it has one, is that of its line.
    private mutating func isOriginal(
        _ fields: EventFields, of line: LineNumber,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Bool {
        guard let original = fields.originalTransactionID else { return true }
        let row = RecentRows.Original(
            identifier: original, environment: fields.environment, bundle: fields.bundle,
            line: line)
        if recent.hasOriginal(row) { return true }
        let key = LogKey.storeIdentifier(fields.environment, original, fields.bundle)
        let number = try reader.tables.lineNumbers.number(
            key.bytes, as: UInt32.self, in: transaction)
        guard number == line.number else { return false }
        recent.add(original: row)
        return true
    }

    /// Whether a table names the line behind an identifier.
    private func hasLine(
        _ line: LineNumber, behind identifier: StoreIdentifier, of fields: EventFields,
        in table: LMDBTable, _ transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Bool {
        var key = LogKey.storeIdentifier(fields.environment, identifier, fields.bundle)
        key.append(bigEndian: line.number)
        return try table.contains(key.bytes, in: transaction)
    }
}
