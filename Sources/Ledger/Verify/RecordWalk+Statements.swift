extension RecordWalk {
    /// The rows by which a statement, a line and a period are found again, and the digest that they
    /// go by.
    mutating func checkStatements(
        _ fields: EventFields, _ sequence: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        switch fields.kind {
        case .transaction, .renewal, .revocation, .reversal:
            try checkContent(fields, sequence)
            try checkStatement(fields, holder: nil, content: sequence, sequence, in: transaction)
            try checkIdentifiers(fields, sequence, in: transaction)
        case .renewalInfo:
            try checkContent(fields, sequence)
            try checkStatement(fields, holder: nil, content: sequence, sequence, in: transaction)
        case .appTransaction:
            try checkContent(fields, sequence)
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

    /// The content digest, from the record alone; that of a notification also covers what it carries.
    private mutating func checkContent(_ fields: EventFields, _ sequence: UInt64) throws {
        var content = try ContentDigester.content(of: fields, text: symbols.heldText)
        content.append(
            ContentDigester<LedgerError>.mark(
                isNotification: false, hasToken: fields.account != nil))
        if try hasher.leadingNumber(of: content) != fields.contentDigest {
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
        var isThere = true
        if let original = fields.originalTransactionID {
            let key = LogKey.storeIdentifier(fields.environment, original, fields.bundle)
            let number = try reader.tables.lineNumbers.number(
                key.bytes, as: UInt32.self, in: transaction)
            isThere = number == line.number
        }
        let identifiers = [
            (fields.transactionID, reader.tables.transactionLines),
            (
                fields.webOrderLineItemID.flatMap { $0.bits == 0 ? nil : $0 },
                reader.tables.periodLines
            ),
        ]
        for (identifier, table) in identifiers {
            guard let identifier else { continue }
            var key = LogKey.storeIdentifier(fields.environment, identifier, fields.bundle)
            key.append(bigEndian: line.number)
            isThere = try isThere && table.contains(key.bytes, in: transaction)
        }
        if !isThere { report.add(.indexRowMissing, sequence, "its line is not found") }
    }
}
