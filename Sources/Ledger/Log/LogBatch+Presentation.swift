/// What one of the host's accounts presents: a line of purchases, or the purchase of the app
/// itself.
enum Presented: Sendable, Hashable {
    case line(LineNumber)
    case app(IdentityNumber)
}

extension LogBatch {
    /// Whether an account presents what an input is about for the first time, or takes it back.
    func presentsAnew(
        _ submission: PreparedSubmission, line: LineNumber?,
        isTakenBack: (Presented, IdentityNumber) throws -> Bool,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> Bool {
        guard let account = submission.presentedBy else { return false }
        let hasTransaction = submission.hasTransaction
        guard hasTransaction || submission.app != nil else { return false }
        let identity = Identity(
            kind: .appAccountToken, environment: submission.environment, text: account.text)
        guard let number = try reader.identity(identity, in: transaction) else { return true }
        let presented: Presented?
        if hasTransaction {
            presented = line.map { .line($0) }
        } else {
            presented = try submission.app.flatMap { try reader.identity($0, in: transaction) }
                .map { .app($0) }
        }
        guard let presented, try hasPresented(presented, number, in: transaction) else {
            return true
        }
        return try isTakenBack(presented, number)
    }

    private func hasPresented(
        _ presented: Presented, _ account: IdentityNumber,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> Bool {
        switch presented {
        case .line(let line):
            let key = LogKey.presenter(line, account)
            return try reader.tables.lines.contains(key.bytes, in: transaction)
        case .app(let app):
            let key = LogKey.presenter(app, account)
            return try reader.tables.customers.contains(key.bytes, in: transaction)
        }
    }

    /// What an input that an account presents is about, once its events are written.
    func presented(
        _ submission: PreparedSubmission, line: LineNumber?,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> Presented? {
        if let line { return .line(line) }
        return try submission.app.flatMap { try reader.identity($0, in: transaction) }
            .map { .app($0) }
    }

    /// Appends that an account presented something.
    mutating func writePresentation(
        of presented: Presented, by account: AccountToken, environment: EnvironmentCode,
        now: Instant, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        var fields = EventFields(kind: .presentation, recordedAt: now, effectiveAt: now)
        fields.environment = environment
        switch presented {
        case .line(let line): fields.line = line
        case .app(let app): fields.appTransaction = app
        }
        var definitions: [IdentityDefinition] = []
        fields.account = try number(of: account, environment, &definitions, in: transaction)
        if !definitions.isEmpty { fields.identityDefinitions = definitions }
        _ = try append(&fields, in: transaction)
        try endInput(in: transaction)
    }
}
