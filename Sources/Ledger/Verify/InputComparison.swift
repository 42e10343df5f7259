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
    /// The input's first event.
    private let first: UInt64
    /// The events that the payloads became, by part; what has none was known.
    private var own: [Int32: UInt64] = [:]

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
        self.first = first
        line = try Self.line(of: statements, reader, in: transaction)
        try findOwn(in: transaction)
    }

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

    /// Finds the input's events: behind a restatement what is new, in the order of its parts.
    private mutating func findOwn(
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        var lastPart: Int32 = -1
        for sequence in first..<first + UInt64(Evidence.partCountMax) {
            let key = LMDBKey(sequence)
            let fields = try reader.tables.log.get(key.bytes, in: transaction) {
                try RecordDecoder.decode($0)
            }
            guard let fields, fields.evidenceSequence == first else { return }
            guard fields.kind != .restatement, let part = fields.evidencePart, part > lastPart
            else { continue }
            own[part] = sequence
            lastPart = part
        }
    }

    /// Whether an event is where intake puts it.
    private func isInPlace(_ held: EventFields, _ sequence: UInt64) -> Bool {
        if held.kind == .restatement { return sequence == first }
        return held.evidencePart.flatMap { own[$0] } == sequence
    }

    // MARK: The input

    /// Checks that every payload became an event, or is held by one that was there.
    func checkWhole(
        report: inout VerificationReport, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        for statement in statements where own[statement.part] == nil {
            guard let digest = statement.fields.contentDigest else { continue }
            let isHeld: Bool
            if let line, statement.payload != .appTransaction {
                let key = LogKey.statement(line, digest, signedDate: statement.statementDate)
                isHeld = try reader.tables.lines.contains(key.bytes, in: transaction)
            } else {
                let key = LogKey.unlined(
                    statement.fields.environment, statement.fields.bundle, digest,
                    signedDate: statement.statementDate)
                isHeld = try reader.tables.unlined.contains(key.bytes, in: transaction)
            }
            if !isHeld {
                report.add(.recordDisagreesWithEvidence, first, "no event has what was signed")
            }
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
        if held.line != (held.kind == .appTransaction ? nil : line) {
            disagree("it is of another line")
        }
        if held.states {
            for payload in [Submission.Payload.transaction, .renewalInfo] {
                try checkStated(payload, by: held, sequence, disagree, in: transaction)
            }
        }
        try checkNames(
            of: held, statement, isErased: isErased, disagree, in: transaction)
    }

    private func checkNames(
        of held: EventFields, _ statement: PreparedStatement, isErased: Bool,
        _ disagree: (String) -> Void, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        for (number, identity) in names(of: held, statement) {
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

    /// The customers that an event has beside those that it should have.
    ///
    /// An event that states what is held names whom that is signed for; what is new has an event of
    /// its own, which does.
    private func names(
        of held: EventFields, _ statement: PreparedStatement
    ) -> [(IdentityNumber?, Identity?)] {
        guard held.states else {
            return [
                (held.account, statement.token), (held.statedRenewalInfoAccount, nil),
                (held.appTransaction, statement.apple),
            ]
        }
        let known = statements.filter { $0.payload != .notification && own[$0.part] == nil }
        return [
            (held.account, known.first { $0.payload == .transaction }?.token),
            (held.statedRenewalInfoAccount, known.first { $0.payload == .renewalInfo }?.token),
            (held.appTransaction, known.lazy.compactMap(\.apple).first),
        ]
    }

    /// Checks which event holds what an event states, and when that was signed.
    private func checkStated(
        _ payload: Submission.Payload, by held: EventFields, _ sequence: UInt64,
        _ disagree: (String) -> Void, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        let stated = held.stated(payload)
        guard let statement = statements.first(where: { $0.payload == payload }) else {
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
        let named = try reader.fields(holder, in: transaction)
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
