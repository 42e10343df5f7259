/// The walk over the records of one part of the log: everything that a record says about itself and
/// about the tables that are made from the log.
///
/// Parts are walked by any threads, in any order. What depends on the events before is noted, for
/// `LogWalk` to check in the order of the log.
struct RecordWalk {
    let reader: LogReader
    let hasher: SHA256
    /// Brought up to date before each part of the walk.
    private(set) var erasures: ErasureRecords
    /// What was found in this part.
    var part = LogPart()
    /// What was found since the last note; it goes into the part before the next one.
    var report = VerificationReport()
    /// The symbols' texts, read without a lock.
    let texts: SymbolTexts
    private var leaf: EventLeaf
    /// The records of this part, read ahead.
    private var run = RecordRun()
    /// The record that is checked now.
    private var record: [UInt8] = []

    init(reader: LogReader, symbols: SymbolCache, erasures: ErasureRecords) throws {
        hasher = try SHA256()
        self.erasures = erasures
        self.reader = reader
        texts = symbols.texts
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

    /// Begins a part: these events are checked next.
    mutating func start(
        _ sequences: ClosedRange<UInt64>, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) {
        run.read(sequences, of: reader.tables.log, in: transaction)
    }

    /// Hands out what was found in the part, and begins another.
    mutating func takePart() -> LogPart {
        part.add(&report)
        defer { part = LogPart(eventCount: part.events.count) }
        return part
    }

    /// Notes what only the order of the log decides.
    private mutating func note(_ step: LogPart.Step) {
        if !report.isIntact { part.add(&report) }
        part.add(step)
    }

    /// Checks one record, and its evidence where it can be read.
    ///
    /// The cursors are of `transactionLines`, `periodLines` and `evidence`.
    mutating func check(
        _ sequence: UInt64, _ evidence: inout EvidenceWalk, transactions: inout LMDBCursor,
        periods: inout LMDBCursor, inputs: inout LMDBCursor,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        report.events += 1
        guard try read(sequence, in: transaction) else {
            report.add(.sequenceMissing, sequence, "no record has this sequence")
            note(.unreadable)
            return
        }
        // What the decoder takes, the encoder writes byte for byte: a record that can be read is
        // canonical. The tests of the format hold it to that, for any bytes.
        var fields: EventFields
        do throws(RecordError) {
            fields = try RecordDecoder.decode(record.bytes)
        } catch {
            report.add(.recordUnreadable, sequence, error.description)
            note(.unreadable)
            return
        }
        let leaf = try leafHash(&fields, sequence)
        try checkDefinitions(fields, sequence, in: transaction)
        if !report.isIntact { part.add(&report) }
        part.add(
            LogPart.Event(
                sequence: sequence, leaf: leaf, recordedAt: fields.recordedAt, line: fields.line,
                identity: fields.greatestIdentity,
                symbol: self.leaf.greatestSymbol?.number ?? 0))
        if fields.evidenceSequence == sequence { part.inputCount += 1 }
        try checkIndexes(fields, sequence, in: transaction)
        try checkStatements(
            &fields, sequence, transactions: &transactions, periods: &periods, in: transaction)
        try evidence.check(fields, sequence, report: &report, inputs: &inputs, in: transaction)
    }

    /// Reads the record that is checked next; false where there is none.
    private mutating func read(
        _ sequence: UInt64, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Bool {
        if run.copy(sequence, to: &record) { return true }
        let key = LMDBKey(sequence)
        let isThere: Void? = try reader.tables.log.get(key.bytes, in: transaction) { bytes in
            record.removeAll(keepingCapacity: true)
            unsafe bytes.withUnsafeBytes { unsafe record.append(contentsOf: $0) }
        }
        return isThere != nil
    }

    /// The hash of an event's leaf; nil where that cannot be made, which is noted.
    private mutating func leafHash(
        _ fields: inout EventFields, _ sequence: UInt64
    ) throws -> MerkleHash? {
        do {
            let record = record
            return try leaf.hash(
                record: record.bytes, lent: &fields, text: texts.heldText(of:))
        } catch let error as LedgerError {
            note(.noLeaf(error.description, sequence))
            return nil
        }
    }

    /// Symbols and customers are numbered from the log, in order and without gaps.
    private mutating func checkDefinitions(
        _ fields: EventFields, _ sequence: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        for definition in fields.symbolDefinitions ?? [] {
            let isHeld = texts.text(of: definition.symbol) == definition.text
            note(.symbol(definition.symbol, isHeld: isHeld, sequence))
        }
        if fields.symbolDefinitions != nil {
            try checkDefinedAreNamed(by: fields, sequence, in: transaction)
        }
        for definition in fields.identityDefinitions ?? [] {
            if !fields.identities.contains(definition.identity) {
                report.add(.identityDiffers, sequence, "it defines a customer and names none such")
            }
            note(.identity(definition.identity, sequence))
            try checkIdentity(definition, sequence, in: transaction)
        }
        if fields.line == nil { part.accounts.formUnion(fields.identities) }
    }

    /// Whether the symbols that an event defines are named by it or by others of its input, whose
    /// first event it is; a catalog defines what its bytes name.
    private mutating func checkDefinedAreNamed(
        by fields: EventFields, _ sequence: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        if fields.kind == .catalog { return }
        if fields.kind.isSigned, fields.evidenceSequence != sequence {
            report.add(.symbolDiffers, sequence, "its input's first event defines what is new")
        }
        var unnamed = Set((fields.symbolDefinitions ?? []).map(\.symbol))
        var named = NamedSymbols()
        try named.collect(from: fields)
        unnamed.subtract(named.inOrder)
        var next = sequence + 1
        while !unnamed.isEmpty, fields.evidenceSequence == sequence {
            let found = try reader.readable(next, in: transaction)
            // One that cannot be read may name them.
            if found.isThere, found.fields == nil { return }
            guard let other = found.fields, other.evidenceSequence == sequence else { break }
            try named.collect(from: other)
            unnamed.subtract(named.inOrder)
            next += 1
        }
        if !unnamed.isEmpty {
            report.add(.symbolDiffers, sequence, "it defines a text that its input does not name")
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

    /// Counts the rows that the event accounts for, but for those of customers.
    private mutating func count(_ fields: EventFields) {
        if fields.idempotencyKey != nil, fields.reversedSequence == nil { part.hostKeyCount += 1 }
        if fields.contentDigest != nil, fields.line == nil { part.unlinedCount += 1 }
        if fields.isFoundByKind { part.globalCount += 1 }
    }

    /// The rows by which the event is found; `LineWalk` checks those of its line.
    private mutating func checkIndexes(
        _ fields: EventFields, _ sequence: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        count(fields)
        var isThere = true
        if fields.line != nil {
            part.lineEventCount += 1
        } else {
            isThere = try hasCustomersOfNoLine(fields, sequence, in: transaction)
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

    /// Whether an event of no line is found by each of its customers.
    private mutating func hasCustomersOfNoLine(
        _ fields: EventFields, _ sequence: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Bool {
        let customers = reader.tables.customers
        part.customerEventCount += Set(fields.identities).count
        var isThere = true
        for identity in fields.identities {
            var key = LogKey.customer(identity, .event)
            key.append(bigEndian: sequence)
            isThere = try isThere && customers.contains(key.bytes, in: transaction)
        }
        if fields.kind == .presentation, let account = fields.account,
            let app = fields.appTransaction
        {
            part.appPresenters.insert(UInt64(app.number) << 32 | UInt64(account.number))
            let key = LogKey.presenter(app, account)
            isThere = try isThere && customers.contains(key.bytes, in: transaction)
        }
        return isThere
    }
}

extension EventFields {
    /// The greatest number of a customer that the event names; 0 where it names none.
    fileprivate var greatestIdentity: UInt32 {
        max(
            account?.number ?? 0, statedRenewalInfoAccount?.number ?? 0, appTransaction?.number ?? 0
        )
    }
}
