extension LogBatch {
    /// Writes an input's new events, its evidence, and the rows that find its statements again.
    mutating func writeStatements(
        _ drafts: [StatementDraft], line: LineNumber?, submission: Submission,
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        let first = nextSequence
        var events = Self.events(for: drafts)
        if events.isEmpty { return }
        let salt = try RandomBytes.make(count: EvidenceRow.saltByteCount)
        for index in events.indices {
            try name(
                &events[index], line: line, drafts: drafts, environment: submission.environment,
                in: transaction)
            try prove(
                &events[index], by: submission, evidenceSequence: first, salt: salt)
        }
        Self.link(&events, drafts: drafts, first: first)
        for (offset, event) in events.enumerated() {
            let sequence = try append(event.fields, in: transaction)
            assert(sequence == first + UInt64(offset))
        }
        try writeEvidence(submission.evidence, at: first, salt: salt, in: transaction)
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
        var fields = EventFields(
            kind: .restatement, recordedAt: again.fields.recordedAt,
            effectiveAt: again.foldDate)
        fields.environment = again.fields.environment
        fields.bundle = again.fields.bundle
        fields.signedDate = again.fields.signedDate
        events.insert(
            StatementDraft(
                fields: fields, payload: .notification, token: again.token,
                apple: again.apple),
            at: 0)
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
        environment: EnvironmentCode, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        if event.payload != .appTransaction { event.fields.line = line }
        var definitions: [IdentityDefinition] = []
        if event.payload == .notification {
            let again = drafts.filter { $0.contentHolder != nil }
            let statement = again.first { $0.payload == .transaction }
            let renewalInfo = again.first { $0.payload == .renewalInfo }
            event.apple = statement?.apple ?? renewalInfo?.apple
            event.fields.account = try number(
                of: statement?.token, environment, &definitions, in: transaction)
            event.fields.statedRenewalInfoAccount = try number(
                of: renewalInfo?.token, environment, &definitions, in: transaction)
        } else {
            event.fields.account = try number(
                of: event.token, environment, &definitions, in: transaction)
        }
        if let apple = event.apple {
            let (number, definition) = try number(of: apple, in: transaction)
            event.fields.appTransaction = number
            if let definition { definitions.append(definition) }
        }
        if !definitions.isEmpty { event.fields.identityDefinitions = definitions }
    }

    /// The number of a token; nil where there is none.
    mutating func number(
        of token: AccountToken?, _ environment: EnvironmentCode,
        _ definitions: inout [IdentityDefinition],
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> IdentityNumber? {
        guard let token else { return nil }
        let (number, definition) = try number(
            of: Identity(kind: .appAccountToken, environment: environment, text: token.text),
            in: transaction)
        if let definition { definitions.append(definition) }
        return number
    }

    /// Names the signed part that proves an event.
    private func prove(
        _ event: inout StatementDraft, by submission: Submission, evidenceSequence: UInt64,
        salt: [UInt8]
    ) throws {
        let part =
            event.fields.kind == .restatement ? 0 : submission.partIndex(of: event.payload)
        event.fields.evidenceSequence = evidenceSequence
        event.fields.evidencePart = part
        if submission.evidence.parts.indices.contains(Int(part)) {
            event.fields.evidenceDigest = try Evidence.saltedDigest(
                salt: salt, partIndex: Int(part),
                compactJWS: submission.evidence.parts[Int(part)].compactJWS, hasher: hasher)
        }
    }

    private mutating func writeEvidence(
        _ evidence: Evidence, at sequence: UInt64, salt: [UInt8],
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        var numbers: [UInt32] = []
        for part in evidence.parts {
            numbers.append(try headerNumber(part.header, in: transaction))
        }
        let row = EvidenceRow(
            evidence, headerNumbers: numbers, salt: salt,
            dictionaryNumber: EvidenceDictionary.currentNumber)
        let key = LMDBKey(sequence)
        let bytes = try EvidenceSeal.sealed(
            row.encoded(compression), at: sequence, hasher: hasher)
        try reader.tables.evidence.append(key.bytes, bytes.bytes, in: transaction)
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
