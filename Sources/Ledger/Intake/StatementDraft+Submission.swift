extension StatementDraft {
    /// The payloads of an input, outermost first, as events would hold them.
    ///
    /// - Parameters:
    ///   - submission: what the input says.
    ///   - interner: gives texts their symbols, which may be provisional.
    ///   - hasher: makes the digests.
    /// - Returns: the drafts, with their digests.
    /// - Throws: `IntegrityError`, `RecordError`, and what the interner throws.
    static func drafts(
        of submission: Submission, interner: inout some SymbolInterning, hasher: SHA256
    ) throws -> [StatementDraft] {
        var drafts: [StatementDraft] = []
        drafts.reserveCapacity(Evidence.partCountMax)
        if let notification = submission.notification {
            drafts.append(try draft(of: notification, in: submission, &interner))
        }
        if let transaction = submission.transaction {
            drafts.append(try draft(of: transaction, in: submission, &interner))
        }
        if let renewalInfo = submission.renewalInfo {
            drafts.append(try draft(of: renewalInfo, in: submission, &interner))
        }
        if let appTransaction = submission.appTransaction {
            drafts.append(try draft(of: appTransaction, in: submission, &interner, hasher))
        }
        let bundle: Symbol = try interner.symbol(for: submission.bundleID)
        try digest(&drafts, bundle: bundle, interner, hasher)
        return drafts
    }

    private static func draft(
        of notification: StoreNotification, in submission: Submission,
        _ interner: inout some SymbolInterning
    ) throws -> StatementDraft {
        var draft = StatementDraft(.notification, of: .notification, in: submission)
        try draft.fields.set(notification, interner: &interner)
        // Notifications before mid-2022 have no date of their own.
        let date = notification.signedDate ?? submission.transaction?.signedDate
        draft.effectiveAt = date
        draft.statementDate = date
        return draft
    }

    private static func draft(
        of transaction: Transaction, in submission: Submission,
        _ interner: inout some SymbolInterning
    ) throws -> StatementDraft {
        var draft = StatementDraft(
            transaction.reason == .renewal ? .renewal : .transaction, of: .transaction,
            in: submission)
        try draft.fields.set(transaction, interner: &interner)
        if let revocationDate = transaction.revocationDate {
            draft.fields.kind = .revocation
            draft.effectiveAt = revocationDate
        } else if submission.notification?.notificationType == .refundReversed {
            draft.fields.kind = .reversal
            draft.effectiveAt = transaction.signedDate
        } else {
            draft.effectiveAt = transaction.purchaseDate
        }
        draft.name(
            token: transaction.appAccountToken, appTransactionID: transaction.appTransactionID)
        return draft
    }

    private static func draft(
        of renewalInfo: RenewalInfo, in submission: Submission,
        _ interner: inout some SymbolInterning
    ) throws -> StatementDraft {
        var draft = StatementDraft(.renewalInfo, of: .renewalInfo, in: submission)
        try draft.fields.set(renewalInfo, interner: &interner)
        draft.effectiveAt = renewalInfo.signedDate
        draft.name(
            token: renewalInfo.appAccountToken, appTransactionID: renewalInfo.appTransactionID)
        return draft
    }

    private static func draft(
        of appTransaction: AppTransaction, in submission: Submission,
        _ interner: inout some SymbolInterning, _ hasher: SHA256
    ) throws -> StatementDraft {
        var draft = StatementDraft(.appTransaction, of: .appTransaction, in: submission)
        try draft.fields.set(appTransaction, interner: &interner)
        draft.effectiveAt = appTransaction.signedDate
        draft.apple = try Identity(
            appTransaction, environment: submission.environment, hasher: hasher)
        return draft
    }

    /// Takes over whom a payload names.
    private mutating func name(token: String?, appTransactionID: String?) {
        self.token = AccountToken(signedText: token).map {
            Identity(kind: .appAccountToken, environment: fields.environment, text: $0.text)
        }
        apple = Identity(appTransactionID: appTransactionID, environment: fields.environment)
    }

    /// Gives each draft its content digest; a notification's covers what it carries.
    private static func digest(
        _ drafts: inout [StatementDraft], bundle: Symbol, _ interner: some SymbolInterning,
        _ hasher: SHA256
    ) throws {
        var carried: [UInt8] = []
        for index in drafts.indices.reversed() {
            drafts[index].fields.bundle = bundle
            if let signedDate = drafts[index].fields.signedDate {
                drafts[index].statementDate = signedDate
            }
            var content = try ContentDigester.content(of: drafts[index].fields) {
                try interner.text(of: $0)
            }
            content.append(
                ContentDigester<LedgerError>.mark(
                    isNotification: drafts[index].payload == .notification,
                    hasToken: drafts[index].token != nil))
            if drafts[index].payload == .notification { content += carried }
            let number = try hasher.leadingNumber(of: content)
            drafts[index].fields.contentDigest = number
            var writer = ByteWriter(capacity: 16)
            writer.append(number)
            // One instant stands in for a date that is missing: that of recording would make the same
            // bytes a new statement each time.
            let date = drafts[index].statementDate ?? .distantPast
            writer.append(date.millisecondsSince1970)
            carried = writer.bytes + carried
        }
    }
}
