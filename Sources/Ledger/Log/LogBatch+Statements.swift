extension LogBatch {
    /// Writes an input's new events, its evidence, and the rows that find its statements again.
    mutating func writeStatements(
        _ drafts: [PreparedStatement], _ places: inout [StatementPlace], line: LineNumber?,
        evidence: PreparedEvidence, now: Instant, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        let first = nextSequence
        let again = Self.restated(drafts, places)
        guard Self.giveOutSequences(drafts, &places, from: first + (again == nil ? 0 : 1)) else {
            return
        }
        if let again {
            var fields = drafts[again].restatement(places[again], now: now)
            try name(&fields, line: line, statedBy: drafts, places, now: now, in: transaction)
            Self.prove(
                &fields, by: evidence, part: drafts[again].part, evidenceSequence: first)
            _ = try append(&fields, in: transaction)
        }
        for index in drafts.indices {
            guard let own = places[index].own else { continue }
            var fields = drafts[index].event(places[index], now: now)
            if drafts[index].payload == .notification {
                try name(&fields, line: line, statedBy: drafts, places, now: now, in: transaction)
            } else {
                try name(&fields, line: line, drafts[index], in: transaction)
            }
            Self.prove(&fields, by: evidence, part: drafts[index].part, evidenceSequence: first)
            let sequence = try append(&fields, content: drafts[index].content, in: transaction)
            assert(sequence == own)
        }
        try nameKnown(
            drafts, places, line: line, evidence: evidence, first: first, now: now, in: transaction)
        try endInput(in: transaction)
        try writeEvidence(evidence, at: first, in: transaction)
        for index in drafts.indices where places[index].held == nil {
            let own = places[index].own
            try writeStatementRow(
                drafts[index], line: line,
                signedDate: places[index].keyDate(of: drafts[index], now: now),
                holder: own ?? first, content: places[index].contentHolder ?? own ?? first,
                in: transaction)
        }
        try indexTransaction(drafts, places, line: line, in: transaction)
    }

    /// The first draft whose content is held and was signed again, where no notification says so.
    private static func restated(
        _ drafts: [PreparedStatement], _ places: [StatementPlace]
    ) -> Int? {
        if let first = drafts.first, first.payload == .notification, places[0].held == nil {
            return nil
        }
        return places.firstIndex { $0.held == nil && $0.contentHolder != nil }
    }

    /// Says which drafts become events: what is new, behind a notification or a restatement.
    ///
    /// - Returns: whether there is any event, a restatement in front of `next` included.
    private static func giveOutSequences(
        _ drafts: [PreparedStatement], _ places: inout [StatementPlace], from next: UInt64
    ) -> Bool {
        var sequence = next
        var isAnySignedAgain = false
        for index in drafts.indices where places[index].held == nil {
            if places[index].contentHolder == nil || drafts[index].payload == .notification {
                places[index].own = sequence
                sequence += 1
            } else {
                isAnySignedAgain = true
            }
        }
        return sequence > next || isAnySignedAgain
    }

    /// Adds line and customers to a statement's event.
    private mutating func name(
        _ fields: inout EventFields, line: LineNumber?, _ draft: PreparedStatement,
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        if draft.payload != .appTransaction { fields.line = line }
        var definitions: [IdentityDefinition] = []
        fields.account = try number(of: draft.token, &definitions, in: transaction)
        fields.appTransaction = try number(of: draft.apple, &definitions, in: transaction)
        if !definitions.isEmpty { fields.identityDefinitions = definitions }
    }

    /// Adds to a notification or restatement the line, the events that hold what it states, and the
    /// customers of what it states again: what is new has an event of its own with its token.
    private mutating func name(
        _ fields: inout EventFields, line: LineNumber?, statedBy drafts: [PreparedStatement],
        _ places: [StatementPlace], now: Instant, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        fields.line = line
        var definitions: [IdentityDefinition] = []
        var apple: Identity?
        for index in drafts.indices where drafts[index].payload != .notification {
            let place = places[index]
            try name(&fields, drafts[index], place, now: now, &definitions, in: transaction)
            if place.contentHolder != nil { apple = apple ?? drafts[index].apple }
        }
        fields.appTransaction = try number(of: apple, &definitions, in: transaction)
        if !definitions.isEmpty { fields.identityDefinitions = definitions }
    }

    /// Appends who is named by what was known, where nothing else says so: by evidence that names
    /// whom no event names, nobody could be erased.
    private mutating func nameKnown(
        _ drafts: [PreparedStatement], _ places: [StatementPlace], line: LineNumber?,
        evidence: PreparedEvidence, first: UInt64, now: Instant,
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        guard let line else { return }
        for index in drafts.indices where places[index].own == nil {
            let draft = drafts[index]
            if try isNamed(draft.token, by: line, in: transaction),
                try isNamed(draft.apple, by: line, in: transaction)
            {
                continue
            }
            var fields = draft.restatement(places[index], now: now)
            var definitions: [IdentityDefinition] = []
            try name(&fields, draft, places[index], now: now, &definitions, in: transaction)
            fields.appTransaction = try number(of: draft.apple, &definitions, in: transaction)
            // A purchase of the app is nothing of the line that it came with.
            fields.line = draft.payload == .appTransaction ? nil : line
            if !definitions.isEmpty { fields.identityDefinitions = definitions }
            Self.prove(&fields, by: evidence, part: draft.part, evidenceSequence: first)
            _ = try append(&fields, in: transaction)
        }
    }

    /// Adds to a notification or restatement a fact that it states, and for whom where that was held.
    private mutating func name(
        _ fields: inout EventFields, _ draft: PreparedStatement, _ place: StatementPlace,
        now: Instant, _ definitions: inout [IdentityDefinition],
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        let token = place.contentHolder == nil ? nil : draft.token
        switch draft.payload {
        case .transaction:
            fields.statedTransactionSequence = place.contentHolder ?? place.own
            fields.statedTransactionSignedDate = place.foldDate(of: draft, now: now)
            fields.account = try number(of: token, &definitions, in: transaction)
        case .renewalInfo:
            fields.statedRenewalInfoSequence = place.contentHolder ?? place.own
            fields.statedRenewalInfoSignedDate = place.foldDate(of: draft, now: now)
            fields.statedRenewalInfoAccount = try number(of: token, &definitions, in: transaction)
        case .appTransaction, .notification: return
        }
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
        _ fields: inout EventFields, by evidence: PreparedEvidence, part: Int32,
        evidenceSequence: UInt64
    ) {
        fields.evidenceSequence = evidenceSequence
        fields.evidencePart = part
        if evidence.digests.indices.contains(Int(part)) {
            fields.evidenceDigest = evidence.digests[Int(part)]
        }
    }

    private mutating func writeEvidence(
        _ evidence: PreparedEvidence, at sequence: UInt64,
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        let key = LMDBKey(sequence)
        var row = takeEvidenceRow()
        defer { keep(evidenceRow: &row) }
        try evidence.write(into: &row) { try headerNumber($0, in: transaction) }
        try EvidenceSeal.seal(&row, at: sequence, hasher: hasher)
        try reader.tables.evidence.append(key.bytes, row.bytes, in: transaction)
    }

    /// The row by which the same statement, or the same content, is found again.
    private func writeStatementRow(
        _ draft: PreparedStatement, line: LineNumber?, signedDate: Instant, holder: UInt64,
        content: UInt64, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        guard let digest = draft.fields.contentDigest else { return }
        let holders = StatementHolders(holder: holder, content: content)
        if let line, draft.payload != .appTransaction {
            let key = LogKey.statement(line, digest, signedDate: signedDate)
            try holders.put(key, in: reader.tables.lines, transaction)
        } else {
            let key = LogKey.unlined(
                draft.fields.environment, draft.fields.bundle, digest,
                signedDate: draft.statementDate ?? .distantPast)
            try holders.put(key, in: reader.tables.unlined, transaction)
        }
    }

    /// Puts the rows by which a line is found from its transactions and periods.
    private func indexTransaction(
        _ drafts: [PreparedStatement], _ places: [StatementPlace], line: LineNumber?,
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        // Content that the line holds brought these rows along when it came.
        guard let line, let index = drafts.firstIndex(where: { $0.payload == .transaction }),
            places[index].contentHolder == nil,
            let identifier = drafts[index].fields.transactionID
        else { return }
        let (environment, bundle) = (
            drafts[index].fields.environment, drafts[index].fields.bundle
        )
        var key = LogKey.storeIdentifier(environment, identifier, bundle)
        key.append(bigEndian: line.number)
        try reader.tables.transactionLines.put(key.bytes, RawSpan(), in: transaction)
        guard let lineItem = drafts[index].fields.webOrderLineItemID, lineItem.bits != 0 else {
            return
        }
        var period = LogKey.storeIdentifier(environment, lineItem, bundle)
        period.append(bigEndian: line.number)
        try reader.tables.periodLines.put(period.bytes, RawSpan(), in: transaction)
    }
}
