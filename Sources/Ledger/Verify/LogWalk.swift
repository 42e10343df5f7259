/// The walk over the records: everything that a record says about itself and about the tables that
/// are made from the log.
struct LogWalk {
    let reader: LogReader
    let symbols: SymbolCache
    let hasher: SHA256
    /// What erasures took away by the state that is looked at.
    var erasures = ErasureRecords()
    var report = VerificationReport()
    /// Identities that events of no line name, so that their live states can be compared.
    private(set) var accounts: Set<IdentityNumber> = []
    private(set) var lineCount: UInt32 = 0
    private(set) var identityCount: UInt32 = 0
    /// Inputs that have evidence.
    private(set) var inputCount = 0
    /// Rows of `globals`, `hostKeys` and `unlined` that the events account for.
    private(set) var globalCount = 0
    private(set) var hostKeyCount = 0
    private(set) var unlinedCount = 0
    /// Rows of `customers` that they account for: a line and an identity in one number each.
    private(set) var customerLines: Set<UInt64> = []
    private(set) var customerEventCount = 0
    /// A purchase of the app and an account that presented it, in one number each.
    private(set) var appPresenters: Set<UInt64> = []
    private(set) var symbolCount: UInt32 = 0
    private(set) var tree: TreeWalk
    private var lastRecordedAt = Instant.distantPast

    init(reader: LogReader, symbols: SymbolCache) throws {
        hasher = try SHA256()
        self.reader = reader
        self.symbols = symbols
        tree = TreeWalk(reader: reader, symbols: symbols, hasher: hasher)
    }

    /// Compares the tree's stored hashes with those of the events so far.
    mutating func checkTree(in transaction: borrowing some LMDBTransaction & ~Copyable) throws {
        let last = try reader.lastSequence(in: transaction)
        try tree.compare(through: last, report: &report, in: transaction)
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
            tree.stop()
            return nil
        }
        let fields: EventFields
        do throws(RecordError) {
            fields = unsafe try RecordDecoder.decode(record.span.bytes)
        } catch {
            report.add(.recordUnreadable, sequence, error.description)
            tree.stop()
            return nil
        }
        try addLeaf(record, fields, sequence)
        if try RecordEncoder.encode(fields) != record {
            report.add(.recordNotCanonical, sequence, "the record is not as it is written")
        }
        if fields.recordedAt < lastRecordedAt {
            report.add(.recordedInstantGoesBack, sequence, "recorded before the event before it")
        }
        lastRecordedAt = fields.recordedAt
        if fields.evidenceSequence == sequence { inputCount += 1 }
        try checkDefinitions(fields, sequence, in: transaction)
        try checkIndexes(fields, sequence, in: transaction)
        try checkStatements(fields, sequence, in: transaction)
        return fields
    }

    private mutating func addLeaf(
        _ record: [UInt8], _ fields: EventFields, _ sequence: UInt64
    ) throws {
        do {
            try tree.add(record, fields)
        } catch let error as LedgerError {
            report.add(.symbolDiffers, sequence, error.description)
            tree.stop()
        }
    }

    /// Symbols and customers are numbered from the log, in order and without gaps.
    private mutating func checkDefinitions(
        _ fields: EventFields, _ sequence: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        for definition in fields.symbolDefinitions ?? [] {
            let expected = BuiltInSymbols.firstFreeNumber + symbolCount
            if definition.symbol.number != expected
                || symbols.text(of: definition.symbol) != definition.text
            {
                report.add(.symbolDiffers, sequence, "symbol \(definition.symbol.number)")
            }
            symbolCount += 1
        }
        for definition in fields.identityDefinitions ?? [] {
            identityCount += 1
            if definition.identity.number != identityCount {
                report.add(.identityDiffers, sequence, "customers are numbered out of order")
            }
            try checkIdentity(definition, sequence, in: transaction)
        }
        if let line = fields.line, line.number > lineCount {
            // A number that is damaged must not make the walk look for so many lines.
            if line.number == lineCount + 1 {
                lineCount += 1
            } else {
                report.add(.recordNotCanonical, sequence, "lines are numbered out of order")
            }
        }
        if fields.line == nil { accounts.formUnion(fields.identities) }
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
        if fields.idempotencyKey != nil, fields.reversedSequence == nil { hostKeyCount += 1 }
        if fields.contentDigest != nil, fields.line == nil { unlinedCount += 1 }
        if fields.isFoundByKind { globalCount += 1 }
        guard let line = fields.line else {
            customerEventCount += Set(identities).count
            if fields.kind == .presentation, let account = fields.account,
                let app = fields.appTransaction
            {
                appPresenters.insert(UInt64(app.number) << 32 | UInt64(account.number))
            }
            return
        }
        for identity in identities {
            customerLines.insert(UInt64(identity.number) << 32 | UInt64(line.number))
        }
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
            let key = LogKey.lineEvent(line, sequence)
            isThere = try isThere && reader.tables.lines.contains(key.bytes, in: transaction)
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
