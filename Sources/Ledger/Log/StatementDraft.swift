/// One payload of an input on its way into the log.
struct StatementDraft {
    var fields: EventFields
    var payload: Submission.Payload
    var token: AccountToken?
    /// The Apple Account that the payload names.
    var apple: Identity?
    /// The event that holds exactly this statement: content and signed date.
    var held: UInt64?
    /// The event that holds this content, perhaps signed at another date.
    var contentHolder: UInt64?

    /// The date that tells this statement from others of the same content.
    ///
    /// One fixed instant stands in for a missing signed date: the instant of recording would make
    /// the same bytes a new statement each time.
    var statementDate: Instant = .distantPast

    /// When the event that holds the content was recorded, where the content has no signed date.
    var contentRecordedAt: Instant?

    /// The date at which the fold holds the statement: of one without a signed date, the recording.
    var foldDate: Instant { fields.signedDate ?? contentRecordedAt ?? fields.recordedAt }
}

extension LogBatch {
    /// The payloads of an input, outermost first, as events would hold them.
    mutating func drafts(
        of submission: Submission, now: Instant
    ) throws -> [StatementDraft] {
        var drafts: [StatementDraft] = []
        func empty(_ kind: EventKind) -> EventFields {
            var fields = EventFields(kind: kind, recordedAt: now, effectiveAt: now)
            fields.environment = submission.environment
            return fields
        }
        if let notification = submission.notification {
            var fields = empty(.notification)
            try fields.set(notification, interner: &self)
            // Notifications before mid-2022 have no date of their own.
            let date = notification.signedDate ?? submission.transaction?.signedDate
            fields.effectiveAt = date ?? now
            var draft = StatementDraft(fields: fields, payload: .notification)
            draft.statementDate = date ?? .distantPast
            drafts.append(draft)
        }
        if let transaction = submission.transaction {
            var fields = empty(transaction.reason == .renewal ? .renewal : .transaction)
            try fields.set(transaction, interner: &self)
            if let revocationDate = transaction.revocationDate {
                fields.kind = .revocation
                fields.effectiveAt = revocationDate
            } else if submission.notification?.notificationType == .refundReversed {
                fields.kind = .reversal
                fields.effectiveAt = transaction.signedDate ?? now
            } else {
                fields.effectiveAt = transaction.purchaseDate ?? now
            }
            drafts.append(
                StatementDraft(
                    fields: fields, payload: .transaction,
                    token: AccountToken(signedText: transaction.appAccountToken),
                    apple: Identity(
                        appTransactionID: transaction.appTransactionID,
                        environment: submission.environment)))
        }
        if let renewalInfo = submission.renewalInfo {
            var fields = empty(.renewalInfo)
            try fields.set(renewalInfo, interner: &self)
            fields.effectiveAt = renewalInfo.signedDate ?? now
            drafts.append(
                StatementDraft(
                    fields: fields, payload: .renewalInfo,
                    token: AccountToken(signedText: renewalInfo.appAccountToken),
                    apple: Identity(
                        appTransactionID: renewalInfo.appTransactionID,
                        environment: submission.environment)))
        }
        if let appTransaction = submission.appTransaction {
            var fields = empty(.appTransaction)
            try fields.set(appTransaction, interner: &self)
            fields.effectiveAt = appTransaction.signedDate ?? now
            drafts.append(
                StatementDraft(
                    fields: fields, payload: .appTransaction,
                    apple: try Identity(
                        appTransaction, environment: submission.environment, hasher: hasher)))
        }
        try digest(&drafts, bundle: try symbol(for: submission.bundleID))
        return drafts
    }

    /// Gives each draft its content digest; a notification's covers what it carries.
    private func digest(_ drafts: inout [StatementDraft], bundle: Symbol) throws {
        var carried: [UInt8] = []
        for index in drafts.indices.reversed() {
            drafts[index].fields.bundle = bundle
            if let signedDate = drafts[index].fields.signedDate {
                drafts[index].statementDate = signedDate
            }
            var content = try ContentDigester.content(of: drafts[index].fields) {
                try text(of: $0)
            }
            content.append(
                ContentDigester<LedgerError>.mark(
                    isNotification: drafts[index].payload == .notification,
                    hasToken: drafts[index].token != nil))
            if drafts[index].payload == .notification { content += carried }
            let number = try hasher.digest(content).leadingNumber
            drafts[index].fields.contentDigest = number
            var writer = ByteWriter(capacity: 16)
            writer.append(number)
            writer.append(drafts[index].statementDate.millisecondsSince1970)
            carried = writer.bytes + carried
        }
    }
}
