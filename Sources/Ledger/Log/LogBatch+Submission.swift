/// What became of one input.
enum AppendOutcome: Sendable, Hashable {
    /// These events were appended.
    case appended(first: UInt64, last: UInt64)
    /// Everything that the input says is held; the sequence of the event that holds it.
    case duplicate(of: UInt64)
}

extension LogBatch {
    /// Appends what an input says and the log does not hold yet.
    ///
    /// Nothing is written before it is known that something is new. `isRevoked` says whether the
    /// purchase of a transaction is revoked by what the log holds of its line; a later statement
    /// without the revocation is then a reversal. `isTakenBack` says whether an account that presented
    /// something before takes it from another one by presenting it again (P5).
    mutating func append(
        _ submission: PreparedSubmission, clock: Instant,
        isRevoked: (EventFields, LineNumber) throws -> Bool,
        isTakenBack: (Presented, IdentityNumber) throws -> Bool,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> AppendOutcome {
        defer { forgetUndefinedSymbols() }
        let now = recordedAt(clock: clock)
        var drafts = submission.drafts
        try complete(&drafts, newTexts: submission.newTexts, now: now)
        let known = try knownLine(of: drafts, in: transaction)
        for index in drafts.indices {
            try lookUp(&drafts[index], line: known, in: transaction)
        }
        if let known { try markReversals(&drafts, line: known, isRevoked: isRevoked) }
        let presents = try presentsAnew(
            submission, line: known, isTakenBack: isTakenBack, in: transaction)
        if !presents, let holder = Self.holder(of: drafts) { return .duplicate(of: holder) }
        let line = try known ?? newLine(of: drafts, in: transaction)
        let first = nextSequence
        try writeStatements(drafts, line: line, submission: submission, in: transaction)
        if presents, let account = submission.presentedBy,
            let presented = try presented(submission, line: line, in: transaction)
        {
            try writePresentation(
                of: presented, by: account, environment: submission.environment, now: now,
                in: transaction)
        }
        // Whose purchase of the app it was may be erased; then nobody can present it.
        if nextSequence == first, let holder = Self.holder(of: drafts) {
            return .duplicate(of: holder)
        }
        return .appended(first: first, last: nextSequence - 1)
    }

    /// Fills in the instant of recording, and symbols for texts that had none.
    private mutating func complete(
        _ drafts: inout [StatementDraft], newTexts: [String], now: Instant
    ) throws {
        for index in drafts.indices { drafts[index].setRecordedAt(now) }
        if newTexts.isEmpty { return }
        var symbols: [Symbol] = []
        for text in newTexts { symbols.append(try symbol(for: text)) }
        var replacement = SymbolReplacement(symbols: symbols)
        for index in drafts.indices { try drafts[index].fields.accept(&replacement) }
    }

    private func markReversals(
        _ drafts: inout [StatementDraft], line: LineNumber,
        isRevoked: (EventFields, LineNumber) throws -> Bool
    ) throws {
        for index in drafts.indices where drafts[index].payload == .transaction {
            guard drafts[index].contentHolder == nil, drafts[index].fields.revocationDate == nil,
                try isRevoked(drafts[index].fields, line)
            else { continue }
            drafts[index].fields.kind = .reversal
            drafts[index].fields.effectiveAt = drafts[index].foldDate
        }
    }

    /// The event that holds all that the drafts say; nil where something is new.
    private static func holder(of drafts: [StatementDraft]) -> UInt64? {
        guard let first = drafts.first else { return nil }
        if first.payload == .notification { return first.held }
        return drafts.allSatisfy { $0.held != nil } ? first.held : nil
    }

    /// The line that an input is about, where the ledger knows it.
    private func knownLine(
        of drafts: [StatementDraft], in transaction: borrowing LMDBWriteTransaction
    ) throws -> LineNumber? {
        guard let fields = drafts.first(where: { $0.payload == .transaction })?.fields,
            let identifier = fields.originalTransactionID
        else { return nil }
        let key = LogKey.storeIdentifier(fields.environment, identifier, fields.bundle)
        return try reader.tables.lineNumbers.number(key.bytes, as: UInt32.self, in: transaction)
            .map { LineNumber(number: $0) }
    }

    private mutating func newLine(
        of drafts: [StatementDraft], in transaction: borrowing LMDBWriteTransaction
    ) throws -> LineNumber? {
        guard let fields = drafts.first(where: { $0.payload == .transaction })?.fields,
            let identifier = fields.originalTransactionID, let bundle = fields.bundle
        else { return nil }
        return try newLine(
            environment: fields.environment, identifier: identifier, bundle: bundle,
            in: transaction)
    }

    /// Finds the events that hold a draft's statement and its content.
    private func lookUp(
        _ draft: inout StatementDraft, line: LineNumber?,
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        guard let digest = draft.fields.contentDigest else { return }
        guard let line, draft.payload != .appTransaction else {
            let key = LogKey.unlined(
                draft.fields.environment, draft.fields.bundle, digest,
                signedDate: draft.statementDate)
            draft.held = try reader.tables.unlined.get(key.bytes, in: transaction) { value in
                try StatementHolders(decoding: value).holder
            }
            draft.contentHolder = draft.held
            return
        }
        let content = LMDBRange.prefix(LogKey.statement(line, digest, signedDate: nil))
        draft.contentHolder = try reader.tables.lines.first(content, in: transaction) { _, value in
            try StatementHolders(decoding: value).content
        }
        // What is new, as most is, takes one look.
        if draft.contentHolder != nil {
            let key = LogKey.statement(line, digest, signedDate: draft.statementDate)
            draft.held = try reader.tables.lines.get(key.bytes, in: transaction) { value in
                try StatementHolders(decoding: value).holder
            }
        }
        if let holder = draft.contentHolder, draft.fields.signedDate == nil {
            draft.contentRecordedAt = try reader.fields(holder, in: transaction).recordedAt
        }
    }
}
