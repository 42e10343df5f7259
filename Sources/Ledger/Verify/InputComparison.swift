/// The events of one input against what its signed bytes say, which is made again as intake made it.
///
/// Everything that a record says is compared: what the bytes fix field by field, what the log gave
/// out with what it gave to others.
struct InputComparison {
    /// The payloads of the input, outermost first.
    private let statements: [PreparedStatement]
    /// The line that the input is about.
    private let line: LineNumber?
    private let reader: LogReader
    private let records: InputRecords
    /// The events that the payloads became, by part; what has none was known.
    private var own: [Int32: UInt64] = [:]
    /// The first part whose content was held and that this input brought signed again.
    private var again: Int32?

    /// Makes what `submission` says, whose first event is `first`, into records again.
    ///
    /// - Throws: `LedgerError.Code.damaged`, `RecordError`, `IntegrityError`, `StorageError`.
    init(
        _ submission: Submission, at first: UInt64, reader: LogReader, symbols: SymbolCache,
        hasher: SHA256, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        var interner = ProvisionalSymbols(committed: symbols)
        statements = try StatementDraft.drafts(of: submission, interner: &interner, hasher: hasher)
            .map { PreparedStatement($0) }
        self.reader = reader
        line = try Self.line(of: statements, reader, in: transaction)
        records = try InputRecords(at: first, reader: reader, in: transaction)
        for (index, fields) in records.events.enumerated() where fields.kind != .restatement {
            if let part = fields.evidencePart { own[part] = first + UInt64(index) }
        }
    }

    /// Whether a record of the input cannot be read, so that nothing is known of the others.
    var isCut: Bool { records.isCut }

    /// The input's first event.
    private var first: UInt64 { records.first }

    /// The line that the App Store's own identifiers name.
    private static func line(
        of statements: [PreparedStatement], _ reader: LogReader,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> LineNumber? {
        guard let fields = statements.first(where: { $0.payload == .transaction })?.fields,
            let original = fields.originalTransactionID
        else { return nil }
        let key = LogKey.storeIdentifier(fields.environment, original, fields.bundle)
        return try reader.tables.lineNumbers.number(key.bytes, as: UInt32.self, in: transaction)
            .map { LineNumber(number: $0) }
    }

    /// Whether an event is where intake puts it.
    private func isInPlace(_ held: EventFields, _ sequence: UInt64) -> Bool {
        guard records.contains(sequence), let part = held.evidencePart else { return false }
        guard held.kind == .restatement else { return own[part] == sequence }
        // The first one says what was signed again, the others whom nobody else names.
        return sequence == first ? part == again : own[part] == nil
    }

    // MARK: The input

    /// Checks that every payload became an event, or was held by one before; finds which of those
    /// that were held was signed again.
    ///
    /// - Throws: `RecordError`, `StorageError`.
    mutating func checkWhole(
        report: inout VerificationReport, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        for statement in statements where own[statement.part] == nil {
            let holders = try holders(of: statement, in: transaction)
            guard let holders, holders.holder <= first, holders.content < first else {
                report.add(.recordDisagreesWithEvidence, first, "no event has what was signed")
                continue
            }
            if holders.holder == first { again = again ?? statement.part }
            try checkNamed(statement, report: &report, in: transaction)
        }
    }

    /// Checks that somebody whom a known payload names is named by the line, or by this input: who is
    /// not could never be erased.
    private func checkNamed(
        _ statement: PreparedStatement, report: inout VerificationReport,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        guard let line else { return }
        for identity in [statement.token, statement.apple].compactMap({ $0 }) {
            let number = try reader.identity(identity, in: transaction)
            let isNamed = try number.map { number in
                var key = LogKey.customer(number, .line)
                key.append(bigEndian: line.number)
                return try records.events.contains { $0.identities.contains(number) }
                    || reader.tables.customers.contains(key.bytes, in: transaction)
            }
            if isNamed != true {
                report.add(.recordDisagreesWithEvidence, first, "it leaves out a customer")
            }
        }
    }

    /// The row that finds a statement.
    private func holders(
        of statement: PreparedStatement, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> StatementHolders? {
        guard let digest = statement.fields.contentDigest else { return nil }
        guard let line, statement.payload != .appTransaction else {
            let key = LogKey.unlined(
                statement.fields.environment, statement.fields.bundle, digest,
                signedDate: statement.statementDate ?? .distantPast)
            return try reader.tables.unlined.get(key.bytes, in: transaction) {
                try StatementHolders(decoding: $0)
            }
        }
        var date = statement.statementDate
        if date == nil {
            // The recording of the content stands in for it.
            let same = LMDBRange.prefix(LogKey.statement(line, digest, signedDate: nil))
            let content = try reader.tables.lines.first(same, in: transaction) { _, value in
                try StatementHolders(decoding: value).content
            }
            date = try content.flatMap {
                try reader.readable($0, in: transaction).fields?.recordedAt
            }
        }
        guard let date else { return nil }
        let key = LogKey.statement(line, digest, signedDate: date)
        return try reader.tables.lines.get(key.bytes, in: transaction) {
            try StatementHolders(decoding: $0)
        }
    }

    // MARK: Its events

    /// Checks one of the input's events; `isErased` says whether an erasure took away whom it names.
    ///
    /// - Throws: `LedgerError.Code.damaged`, `RecordError`, `StorageError`.
    func check(
        _ held: EventFields, _ sequence: UInt64, isErased: Bool, report: inout VerificationReport,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        func disagree(_ detail: String) {
            report.add(.recordDisagreesWithEvidence, sequence, detail)
        }
        guard let statement = statements.first(where: { $0.part == held.evidencePart }),
            let record = statement.record(like: held), isInPlace(held, sequence)
        else { return disagree("no event of its kind is made of such signed bytes") }
        if record.kind != held.kind || record.effectiveAt != held.effectiveAt {
            disagree("it is of another kind or instant")
        }
        if record.signedDate != held.signedDate { disagree("it was signed at another date") }
        if !record.isAlike(held) { disagree("the signed bytes say otherwise") }
        if held.line != (statement.payload == .appTransaction ? nil : line) {
            disagree("it is of another line")
        }
        if held.states {
            let told = told(by: held, sequence, statement)
            for payload in [Submission.Payload.transaction, .renewalInfo] {
                try checkStated(
                    payload, told.first { $0.payload == payload }, by: held, sequence, disagree,
                    in: transaction)
            }
        }
        try checkNames(
            of: held, sequence, statement, isErased: isErased, disagree, in: transaction)
    }

    private func checkNames(
        of held: EventFields, _ sequence: UInt64, _ statement: PreparedStatement, isErased: Bool,
        _ disagree: (String) -> Void, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        for (number, identity) in names(of: held, sequence, statement) {
            guard let number, let identity else {
                if number != nil { disagree("it names a customer whom nobody has signed") }
                if identity != nil { disagree("it leaves out a customer") }
                continue
            }
            let named = try reader.identity(of: number, in: transaction)
            if named == nil && !isErased || named != nil && named != identity {
                disagree("it names another customer")
            }
        }
    }

    /// What a notification or a restatement tells: everything that came with it, or the one part by
    /// which it names somebody.
    private func told(
        by held: EventFields, _ sequence: UInt64, _ statement: PreparedStatement
    ) -> [PreparedStatement] {
        sequence == first ? statements.filter { $0.payload != .notification } : [statement]
    }

    /// The customers that an event has beside those that it should have.
    ///
    /// An event that states what is held names whom that is signed for; what is new has an event of
    /// its own, which does.
    private func names(
        of held: EventFields, _ sequence: UInt64, _ statement: PreparedStatement
    ) -> [(IdentityNumber?, Identity?)] {
        guard held.states else {
            return [
                (held.account, statement.token), (held.statedRenewalInfoAccount, nil),
                (held.appTransaction, statement.apple),
            ]
        }
        let known = told(by: held, sequence, statement).filter { own[$0.part] == nil }
        return [
            (held.account, known.first { $0.payload == .transaction }?.token),
            (held.statedRenewalInfoAccount, known.first { $0.payload == .renewalInfo }?.token),
            (held.appTransaction, known.lazy.compactMap(\.apple).first),
        ]
    }

    /// Checks which event holds what an event states, and when that was signed.
    private func checkStated(
        _ payload: Submission.Payload, _ statement: PreparedStatement?, by held: EventFields,
        _ sequence: UInt64, _ disagree: (String) -> Void,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        let stated = held.stated(payload)
        guard let statement else {
            if stated.sequence != nil || stated.signedDate != nil {
                disagree("it states what was not signed")
            }
            return
        }
        guard let holder = stated.sequence, let date = stated.signedDate else {
            return disagree("it does not state what was signed")
        }
        guard own[statement.part].map({ $0 == holder }) ?? (holder < sequence) else {
            return disagree("it states another event")
        }
        guard let named = try reader.readable(holder, in: transaction).fields else { return }
        if named.states || named.contentDigest != statement.fields.contentDigest
            || named.line != line || named.environment != held.environment
            || named.bundle != statement.fields.bundle
        {
            disagree("it states another event")
        }
        // A statement without a date is held at the instant at which its content came.
        let heldSince = line == nil ? held.recordedAt : named.recordedAt
        if date != statement.fields.signedDate ?? heldSince {
            disagree("it states another date")
        }
        if held.kind == .restatement, held.evidencePart == statement.part, held.effectiveAt != date
        {
            disagree("it is of another kind or instant")
        }
    }
}

extension EventFields {
    /// Whether two events are the same, whatever their kind and dates.
    fileprivate func isAlike(_ other: EventFields) -> Bool {
        var alike = self
        alike.kind = other.kind
        alike.effectiveAt = other.effectiveAt
        alike.signedDate = other.signedDate
        return alike == other
    }
}
