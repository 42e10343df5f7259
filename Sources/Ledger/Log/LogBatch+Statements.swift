extension LogBatch {
    /// Writes an input's new events, its evidence, and the rows that find its statements again.
    mutating func writeStatements(
        _ drafts: [StatementDraft], line: LineNumber?, submission: PreparedSubmission,
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        let first = nextSequence
        var events = Self.events(for: drafts)
        if events.isEmpty { return }
        for index in events.indices {
            try name(&events[index], line: line, drafts: drafts, in: transaction)
            Self.prove(&events[index], by: submission.evidence, evidenceSequence: first)
        }
        Self.link(&events, drafts: drafts, first: first)
        for index in events.indices {
            let content = events[index].content
            let sequence = try append(
                &events[index].fields, content: content, in: transaction)
            assert(sequence == first + UInt64(index))
        }
        try writeEvidence(submission.evidence, at: first, in: transaction)
        for draft in drafts where draft.held == nil {
            let own = events.firstIndex { $0.payload == draft.payload }
                .map { first + UInt64($0) }
            try writeStatementRow(
                draft, line: line, holder: own ?? first,
                content: draft.contentHolder ?? own ?? first, in: transaction)
        }
        try indexTransaction(drafts, line: line, in: transaction)
    }

    /// The drafts that become events: what is new, behind a notification or a restatement.
    private static func events(for drafts: [StatementDraft]) -> [StatementDraft] {
        var events = drafts.filter {
            $0.held == nil && ($0.payload == .notification || $0.contentHolder == nil)
        }
        let signedAgain = drafts.filter { $0.held == nil && $0.contentHolder != nil }
        guard events.first?.payload != .notification, let again = signedAgain.first else {
            return events
        }
        events.insert(StatementDraft(restating: again), at: 0)
        return events
    }

    /// Names, in the notification or restatement, the events that hold what it states.
    private static func link(
        _ events: inout [StatementDraft], drafts: [StatementDraft], first: UInt64
    ) {
        guard events.first?.payload == .notification else { return }
        for draft in drafts {
            let own = events.firstIndex { $0.payload == draft.payload }
                .map { first + UInt64($0) }
            switch draft.payload {
            case .transaction:
                events[0].fields.statedTransactionSequence = draft.contentHolder ?? own
                events[0].fields.statedTransactionSignedDate = draft.foldDate
            case .renewalInfo:
                events[0].fields.statedRenewalInfoSequence = draft.contentHolder ?? own
                events[0].fields.statedRenewalInfoSignedDate = draft.foldDate
            case .notification, .appTransaction:
                break
            }
        }
    }

    /// Adds line and customers to an event.
    ///
    /// A notification or restatement names the tokens of what it states again; what is new has an
    /// event of its own with its token.
    private mutating func name(
        _ event: inout StatementDraft, line: LineNumber?, drafts: [StatementDraft],
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        if event.payload != .appTransaction { event.fields.line = line }
        var definitions: [IdentityDefinition] = []
        if event.payload == .notification {
            let again = drafts.filter { $0.contentHolder != nil }
            let statement = again.first { $0.payload == .transaction }
            let renewalInfo = again.first { $0.payload == .renewalInfo }
            event.apple = statement?.apple ?? renewalInfo?.apple
            event.fields.account = try number(
                of: statement?.token, &definitions, in: transaction)
            event.fields.statedRenewalInfoAccount = try number(
                of: renewalInfo?.token, &definitions, in: transaction)
        } else {
            event.fields.account = try number(
                of: event.token, &definitions, in: transaction)
        }
        event.fields.appTransaction = try number(
            of: event.apple, &definitions, in: transaction)
        if !definitions.isEmpty { event.fields.identityDefinitions = definitions }
    }

    /// The number of a token; nil where there is none.
    mutating func number(
        of token: AccountToken?, _ environment: EnvironmentCode,
        _ definitions: inout [IdentityDefinition],
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> IdentityNumber? {
        try number(
            of: token.map {
                Identity(kind: .appAccountToken, environment: environment, text: $0.text)
            }, &definitions, in: transaction)
    }

    /// The number of an identity, given out where it is new; nil where there is none.
    private mutating func number(
        of identity: Identity?, _ definitions: inout [IdentityDefinition],
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> IdentityNumber? {
        guard let identity else { return nil }
        let (number, definition) = try number(of: identity, in: transaction)
        if let definition { definitions.append(definition) }
        return number
    }

    /// Names the signed part that proves an event.
    private static func prove(
        _ event: inout StatementDraft, by evidence: PreparedEvidence, evidenceSequence: UInt64
    ) {
        event.fields.evidenceSequence = evidenceSequence
        event.fields.evidencePart = event.part
        let part = Int(event.part)
        if evidence.digests.indices.contains(part) {
            event.fields.evidenceDigest = evidence.digests[part]
        }
    }

    private mutating func writeEvidence(
        _ evidence: PreparedEvidence, at sequence: UInt64,
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        var numbers: [UInt32] = []
        numbers.reserveCapacity(evidence.partCount)
        for header in evidence.headers {
            numbers.append(try headerNumber(header, in: transaction))
        }
        let key = LMDBKey(sequence)
        var row = evidence.row(headerNumbers: numbers)
        try EvidenceSeal.seal(&row, at: sequence, hasher: hasher)
        try reader.tables.evidence.append(key.bytes, row.bytes, in: transaction)
    }

    /// The row by which the same statement, or the same content, is found again.
    private func writeStatementRow(
        _ draft: StatementDraft, line: LineNumber?, holder: UInt64, content: UInt64,
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        guard let digest = draft.fields.contentDigest else { return }
        let value = StatementHolders(holder: holder, content: content).encoded
        if let line, draft.payload != .appTransaction {
            let key = LogKey.statement(line, digest, signedDate: draft.statementDate)
            try reader.tables.lines.put(key.bytes, value.bytes, in: transaction)
        } else {
            let key = LogKey.unlined(
                draft.fields.environment, draft.fields.bundle, digest,
                signedDate: draft.statementDate)
            try reader.tables.unlined.put(key.bytes, value.bytes, in: transaction)
        }
    }

    /// Puts the rows by which a line is found from its transactions and periods.
    private func indexTransaction(
        _ drafts: [StatementDraft], line: LineNumber?,
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        guard let line, let fields = drafts.first(where: { $0.payload == .transaction })?.fields,
            let identifier = fields.transactionID
        else { return }
        var key = LogKey.storeIdentifier(fields.environment, identifier, fields.bundle)
        key.append(bigEndian: line.number)
        try reader.tables.transactionLines.put(key.bytes, RawSpan(), in: transaction)
        guard let lineItem = fields.webOrderLineItemID, lineItem.bits != 0 else { return }
        var period = LogKey.storeIdentifier(fields.environment, lineItem, fields.bundle)
        period.append(bigEndian: line.number)
        try reader.tables.periodLines.put(period.bytes, RawSpan(), in: transaction)
    }
}
