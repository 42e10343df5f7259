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
    /// without the revocation is then a reversal. `isTakenBack` says whether an account that
    /// presented something before takes it from another one by presenting it again (P5).
    mutating func append(
        _ submission: PreparedSubmission, clock: Instant,
        isRevoked: (PreparedStatement, LineNumber) throws -> Bool,
        isTakenBack: (Presented, IdentityNumber) throws -> Bool,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> AppendOutcome {
        defer { takeBackUndefinedSymbols() }
        let now = recordedAt(clock: clock)
        let drafts = try named(submission)
        let known = try knownLine(of: drafts, in: transaction)
        var places = takePlaces()
        defer { keep(&places) }
        try lookUp(drafts, line: known, &places, in: transaction)
        if let known { try Self.markReversals(drafts, &places, line: known, isRevoked: isRevoked) }
        let presents = try presentsAnew(
            submission, line: known, isTakenBack: isTakenBack, in: transaction)
        if !presents, let holder = Self.holder(of: drafts, places) {
            return .duplicate(of: holder)
        }
        let line = try known ?? newLine(of: drafts, in: transaction)
        let first = nextSequence
        try writeStatements(
            drafts, &places, line: line, evidence: submission.evidence, now: now, in: transaction)
        if presents, let account = submission.presentedBy,
            let presented = try presented(submission, line: line, in: transaction)
        {
            try writePresentation(
                of: presented, by: account, environment: submission.environment, now: now,
                in: transaction)
        }
        // Whose purchase of the app it was may be erased; then nobody can present it.
        if nextSequence == first, let holder = Self.holder(of: drafts, places) {
            return .duplicate(of: holder)
        }
        return .appended(first: first, last: nextSequence - 1)
    }

    /// The drafts of an input, with symbols for texts that had none.
    private mutating func named(_ submission: PreparedSubmission) throws -> [PreparedStatement] {
        if submission.newTexts.isEmpty { return submission.drafts }
        var given: [Symbol] = []
        for text in submission.newTexts { given.append(symbol(for: text)) }
        var replacement = SymbolReplacement(symbols: given)
        return try submission.drafts.map { try PreparedStatement($0, &replacement) }
    }

    private static func markReversals(
        _ drafts: [PreparedStatement], _ places: inout [StatementPlace], line: LineNumber,
        isRevoked: (PreparedStatement, LineNumber) throws -> Bool
    ) throws {
        for index in drafts.indices where drafts[index].payload == .transaction {
            guard places[index].contentHolder == nil, drafts[index].fields.revocationDate == nil
            else { continue }
            places[index].isReversal = try isRevoked(drafts[index], line)
        }
    }

    /// The event that holds all that the drafts say; nil where something is new.
    private static func holder(
        of drafts: [PreparedStatement], _ places: [StatementPlace]
    ) -> UInt64? {
        guard let first = drafts.indices.first else { return nil }
        if drafts[first].payload == .notification { return places[first].held }
        return places.allSatisfy { $0.held != nil } ? places[first].held : nil
    }

    /// The line that an input is about, where the ledger knows it.
    private func knownLine(
        of drafts: [PreparedStatement], in transaction: borrowing LMDBWriteTransaction
    ) throws -> LineNumber? {
        guard let index = drafts.firstIndex(where: { $0.payload == .transaction }),
            let identifier = drafts[index].fields.originalTransactionID
        else { return nil }
        let key = LogKey.storeIdentifier(
            drafts[index].fields.environment, identifier, drafts[index].fields.bundle)
        return try reader.tables.lineNumbers.number(key.bytes, as: UInt32.self, in: transaction)
            .map { LineNumber(number: $0) }
    }

    private mutating func newLine(
        of drafts: [PreparedStatement], in transaction: borrowing LMDBWriteTransaction
    ) throws -> LineNumber? {
        guard let fields = drafts.first(where: { $0.payload == .transaction })?.fields,
            let identifier = fields.originalTransactionID, let bundle = fields.bundle
        else { return nil }
        return try newLine(
            environment: fields.environment, identifier: identifier, bundle: bundle,
            in: transaction)
    }

    /// Finds the events that hold the drafts' statements and their contents.
    private func lookUp(
        _ drafts: [PreparedStatement], line: LineNumber?, _ places: inout [StatementPlace],
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        guard let line else {
            for draft in drafts { places.append(try lookUp(draft, in: transaction)) }
            return
        }
        for _ in drafts { places.append(StatementPlace()) }
        // One cursor for all: it is an allocation, and the rows of a line lie side by side.
        try reader.tables.lines.withCursor(in: transaction) { cursor in
            var transactionRecordedAt: Instant?
            // A notification without a date is found by its transaction's, which is behind it.
            for index in drafts.indices.reversed() {
                let draft = drafts[index]
                if draft.payload == .appTransaction {
                    places[index] = try lookUp(draft, in: transaction)
                    continue
                }
                if draft.payload == .notification {
                    places[index].contentRecordedAt = transactionRecordedAt
                }
                try lookUp(draft, line: line, &places[index], by: &cursor, in: transaction)
                if draft.payload == .transaction {
                    transactionRecordedAt = places[index].contentRecordedAt
                }
            }
        }
    }

    /// Finds the event that holds a draft which is of no line.
    private func lookUp(
        _ draft: PreparedStatement, in transaction: borrowing LMDBWriteTransaction
    ) throws -> StatementPlace {
        var place = StatementPlace()
        guard let digest = draft.fields.contentDigest else { return place }
        let key = LogKey.unlined(
            draft.fields.environment, draft.fields.bundle, digest,
            signedDate: draft.statementDate ?? .distantPast)
        place.held = try reader.tables.unlined.get(key.bytes, in: transaction) { value in
            try StatementHolders(decoding: value).holder
        }
        place.contentHolder = place.held
        return place
    }

    /// Finds the events that hold a draft's statement and its content in the line.
    private func lookUp(
        _ draft: PreparedStatement, line: LineNumber, _ place: inout StatementPlace,
        by cursor: inout LMDBCursor, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        guard let digest = draft.fields.contentDigest else { return }
        // What is new, as most is, takes one look.
        guard try cursor.seek(prefix: LogKey.statement(line, digest, signedDate: nil)) else {
            return
        }
        let holder = try StatementHolders(decoding: cursor.value).content
        place.contentHolder = holder
        if draft.fields.signedDate == nil, draft.payload != .notification {
            place.contentRecordedAt = try reader.fields(holder, in: transaction).recordedAt
        }
        guard let date = draft.statementDate ?? place.contentRecordedAt else { return }
        let key = LogKey.statement(line, digest, signedDate: date)
        place.held = try reader.tables.lines.get(key.bytes, in: transaction) { value in
            try StatementHolders(decoding: value).holder
        }
    }
}
