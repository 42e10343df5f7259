/// The walk over the records of one part of the log: everything that a record says about itself and
/// about the tables that are made from the log.
///
/// Parts are walked by any threads, in any order. What depends on the events before is noted, for
/// `LogWalk` to check in the order of the log.
struct RecordWalk {
    let reader: LogReader
    let symbols: SymbolCache
    let hasher: SHA256
    /// Brought up to date before each part of the walk.
    private(set) var erasures: ErasureRecords
    /// What was found in this part.
    var part = LogPart()
    /// What was found since the last note; it goes into the part before the next one.
    var report = VerificationReport()
    private var leaf: EventLeaf
    /// The row of `lines` that names the last event of a line.
    private var eventRow: (line: LineNumber, row: EventRow)?

    init(reader: LogReader, symbols: SymbolCache, erasures: ErasureRecords) throws {
        hasher = try SHA256()
        self.erasures = erasures
        self.reader = reader
        self.symbols = symbols
        leaf = EventLeaf(hasher: MerkleHasher(sharing: hasher))
    }

    /// Takes in what was erased since the walk began.
    ///
    /// What of it cannot be read counts as missing; `LogWalk` reports it.
    mutating func updateErasures(
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        _ = try erasures.update(from: reader, in: transaction)
    }

    /// Hands out what was found in the part, and begins another.
    mutating func takePart() -> LogPart {
        part.add(&report)
        defer {
            part = LogPart()
            eventRow = nil
        }
        return part
    }

    /// Notes what only the order of the log decides.
    private mutating func note(_ step: LogPart.Step) {
        part.add(&report)
        part.steps.append(step)
    }

    /// Checks one record; nil where it cannot be read.
    mutating func check(
        _ sequence: UInt64, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> EventFields? {
        report.events += 1
        let key = LMDBKey(sequence)
        guard
            let record = try reader.tables.log.get(
                key.bytes, in: transaction, { [UInt8](copying: $0) })
        else {
            report.add(.sequenceMissing, sequence, "no record has this sequence")
            note(.unreadable)
            return nil
        }
        let fields: EventFields
        do throws(RecordError) {
            fields = unsafe try RecordDecoder.decode(record.span.bytes)
        } catch {
            report.add(.recordUnreadable, sequence, error.description)
            note(.unreadable)
            return nil
        }
        try addLeaf(record, fields, sequence)
        if try RecordEncoder.encode(fields) != record {
            report.add(.recordNotCanonical, sequence, "the record is not as it is written")
        }
        note(.recorded(fields.recordedAt, sequence))
        if fields.evidenceSequence == sequence { part.inputCount += 1 }
        try checkDefinitions(fields, sequence, in: transaction)
        try checkIndexes(fields, sequence, in: transaction)
        try checkStatements(fields, sequence, in: transaction)
        return fields
    }

    private mutating func addLeaf(
        _ record: [UInt8], _ fields: EventFields, _ sequence: UInt64
    ) throws {
        do {
            let symbols = symbols
            let hash = try leaf.hash(record: record.bytes, fields: fields) { symbol in
                try symbols.heldText(of: symbol)
            }
            note(.leaf(hash, sequence))
        } catch let error as LedgerError {
            note(.noLeaf(error.description, sequence))
        }
    }

    /// Symbols and customers are numbered from the log, in order and without gaps.
    private mutating func checkDefinitions(
        _ fields: EventFields, _ sequence: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        for definition in fields.symbolDefinitions ?? [] {
            let isHeld = symbols.text(of: definition.symbol) == definition.text
            note(.symbol(definition.symbol, isHeld: isHeld, sequence))
        }
        for definition in fields.identityDefinitions ?? [] {
            note(.identity(definition.identity, sequence))
            try checkIdentity(definition, sequence, in: transaction)
        }
        if let line = fields.line {
            note(.line(line, sequence))
        } else {
            part.accounts.formUnion(fields.identities)
        }
    }

    private mutating func checkIdentity(
        _ definition: IdentityDefinition, _ sequence: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        let key = LogKey.number(definition.identity.number)
        do {
            let details = try reader.tables.identityDetails.get(key.bytes, in: transaction) {
                try IdentityDetails(decoding: $0)
            }
            guard let details else {
                if erasures.identities[definition.identity] == nil {
                    report.add(.identityDiffers, sequence, "a customer's row is missing")
                }
                return
            }
            if erasures.identities[definition.identity] != nil {
                report.add(.erasedIsThere, sequence, "an erased customer's row")
            }
            let number = try reader.identity(details.identity, in: transaction)
            let digest = try details.saltedDigest(hasher)
            if digest != definition.saltedDigest || number != definition.identity {
                report.add(.identityDiffers, sequence, "a customer's row was changed")
            }
        } catch let error as RecordError {
            report.add(.identityDiffers, sequence, error.description)
        }
    }

    /// Counts the rows that the event accounts for.
    private mutating func count(_ fields: EventFields, _ identities: [IdentityNumber]) {
        if fields.idempotencyKey != nil, fields.reversedSequence == nil { part.hostKeyCount += 1 }
        if fields.contentDigest != nil, fields.line == nil { part.unlinedCount += 1 }
        if fields.isFoundByKind { part.globalCount += 1 }
        guard let line = fields.line else {
            part.customerEventCount += Set(identities).count
            if fields.kind == .presentation, let account = fields.account,
                let app = fields.appTransaction
            {
                part.appPresenters.insert(UInt64(app.number) << 32 | UInt64(account.number))
            }
            return
        }
        for identity in identities {
            part.customerLines.insert(UInt64(identity.number) << 32 | UInt64(line.number))
        }
    }

    /// Whether a row of the line names the event, as mostly the row that names the one before it.
    private mutating func isNamed(
        _ sequence: UInt64, by line: LineNumber,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Bool {
        if let eventRow, eventRow.line == line, eventRow.row.sequences.contains(sequence) {
            return true
        }
        let row = try reader.eventRow(of: line, naming: sequence, in: transaction)
        eventRow = row.map { (line, $0) }
        return row != nil
    }

    /// The rows by which the event is found.
    private mutating func checkIndexes(
        _ fields: EventFields, _ sequence: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        var isThere = true
        let identities = fields.identities
        count(fields, identities)
        for identity in identities {
            var key = LogKey.customer(identity, fields.line == nil ? .event : .line)
            if let line = fields.line {
                key.append(bigEndian: line.number)
            } else {
                key.append(bigEndian: sequence)
            }
            isThere =
                try isThere && reader.tables.customers.contains(key.bytes, in: transaction)
        }
        if fields.line == nil, fields.kind == .presentation, let app = fields.appTransaction,
            let account = fields.account
        {
            let key = LogKey.presenter(app, account)
            isThere =
                try isThere && reader.tables.customers.contains(key.bytes, in: transaction)
        }
        if let line = fields.line {
            isThere = try isThere && isNamed(sequence, by: line, in: transaction)
        }
        if fields.isFoundByKind {
            let key = LogKey.global(fields.kind, sequence)
            isThere = try isThere && reader.tables.globals.contains(key.bytes, in: transaction)
        }
        if let key = fields.idempotencyKey, fields.reversedSequence == nil {
            let held = try reader.sequence(
                ofKey: key, environment: fields.environment, in: transaction)
            isThere = isThere && held == sequence
        }
        if !isThere { report.add(.indexRowMissing, sequence, "an index does not name the event") }
    }
}
