/// What one write transaction appends to the log, with its effects on the fold.
struct LedgerBatch {
    private(set) var log: LogBatch
    private(set) var live: LiveBatch
    let views: LedgerViews

    var reader: LogReader { log.reader }

    /// What became of one input, and of the claim of the account that presented it.
    struct Appended: Sendable, Hashable {
        var outcome: AppendOutcome
        var claim: PresentationClaim?
    }

    /// Appends what an input says and the log does not hold yet.
    mutating func append(
        _ submission: Submission, clock: Instant, in transaction: borrowing LMDBWriteTransaction
    ) throws -> Appended {
        let policies = try policies(for: submission, clock: clock, in: transaction)
        let outcome = try Self.append(
            submission, to: &log, live: live, policies: policies, clock: clock, in: transaction)
        try fold(in: transaction)
        return Appended(
            outcome: outcome, claim: try claim(of: submission, clock: clock, in: transaction))
    }

    /// The log's part; the states are only lent, because a copy that lives on would make the fold copy
    /// all of them.
    private static func append(
        _ submission: Submission, to log: inout LogBatch, live: borrowing LiveBatch,
        policies: Policies, clock: Instant, in transaction: borrowing LMDBWriteTransaction
    ) throws -> AppendOutcome {
        let now = log.recordedAt(clock: clock)
        return try log.append(
            submission, clock: clock,
            isRevoked: { fields, line in
                let head = try live.line(line, in: transaction)
                guard let head, head.mayHaveDropped(fields) else {
                    return head?.isRevoked(before: fields) ?? false
                }
                let full = try live.reader.state(of: line, through: .max, in: transaction)
                return full?.isRevoked(before: fields) ?? false
            },
            isTakenBack: { presented, presenter in
                guard policies.secondAccount == .transfer else { return false }
                switch presented {
                case .line(let line):
                    let head = try live.line(line, in: transaction)
                    return head?.owner(at: now, secondAccount: .transfer) != presenter
                case .app(let app):
                    let state = try live.account(app, in: transaction)
                    return state.presenter(at: now, secondAccount: .transfer) != presenter
                }
            }, in: transaction)
    }

    /// The policies at the instant of recording, where a presentation may need them.
    private mutating func policies(
        for submission: Submission, clock: Instant, in transaction: borrowing LMDBWriteTransaction
    ) throws -> Policies {
        guard submission.presentedBy != nil,
            let environment = submission.environment.environment
        else { return Policies() }
        let now = recordedAt(clock: clock)
        return try view(
            submission.environment, environment, asOf: now, now: now, in: transaction
        ).policies
    }

    /// Whether another account owns what was presented, once everything that came with it counts.
    private mutating func claim(
        of submission: Submission, clock: Instant, in transaction: borrowing LMDBWriteTransaction
    ) throws -> PresentationClaim? {
        guard let account = submission.presentedBy,
            let environment = submission.environment.environment
        else { return nil }
        let now = recordedAt(clock: clock)
        let view = try view(
            submission.environment, environment, asOf: now, now: now, in: transaction)
        let presenter = try reader.identity(
            Identity(
                kind: .appAccountToken, environment: submission.environment, text: account.text),
            in: transaction)
        let owners = try owners(ofPresented: submission, view, in: transaction)
        return owners.contains { $0 != presenter } ? .ownedByAnotherAccount : nil
    }

    /// Who owns the line, or the purchase of the app, that an input is about.
    private func owners(
        ofPresented submission: Submission, _ view: LedgerView,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> [IdentityNumber] {
        if let transactionID = submission.transaction?.id {
            return try view.states(withTransaction: transactionID, in: transaction)
                .filter { view.text($0.bundle) == submission.bundleID }
                .compactMap { view.owner(of: $0, at: view.asOf) }
        }
        guard let appTransaction = submission.appTransaction,
            let apple = try Identity(
                appTransaction, environment: submission.environment, hasher: log.hasher),
            let app = try reader.identity(apple, in: transaction),
            let owner = try view.owner(ofApp: app, in: transaction)
        else { return [] }
        return [owner]
    }

    /// The instant of recording: the clock, but never before the last event's.
    mutating func recordedAt(clock: Instant) -> Instant { log.recordedAt(clock: clock) }

    /// The symbol of a text, given out where it is new.
    mutating func symbol(for text: String) throws -> Symbol { try log.symbol(for: text) }

    /// Takes back the symbols that no record names.
    mutating func forgetUndefinedSymbols() { log.forgetUndefinedSymbols() }

    /// The number of an account, given out where it is new.
    mutating func number(
        of account: AccountToken, _ environment: EnvironmentCode,
        _ definitions: inout [IdentityDefinition],
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> IdentityNumber? {
        try log.number(of: account, environment, &definitions, in: transaction)
    }

    /// What the ledger says at an instant, with what this transaction appended.
    func view(
        _ code: EnvironmentCode, _ environment: StoreEnvironment, asOf: Instant, now: Instant,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> LedgerView {
        try views.view(
            code, environment, asOf: asOf, now: now, pending: live,
            names: log.symbolNames,
            committedThrough: log.committedSequence, in: transaction)
    }

    /// Appends one event.
    mutating func append(
        _ fields: EventFields, in transaction: borrowing LMDBWriteTransaction
    ) throws -> UInt64 {
        let sequence = try log.append(fields, in: transaction)
        try fold(in: transaction)
        return sequence
    }

    /// Brings the fold to the end of the log.
    private mutating func fold(in transaction: borrowing LMDBWriteTransaction) throws {
        for event in log.takeAppended() {
            try live.apply(event.fields, sequence: event.sequence, in: transaction)
        }
    }

    /// Writes counters and states; called once before the commit.
    mutating func finish(in transaction: borrowing LMDBWriteTransaction) throws {
        // A turn of duplicates and refusals alone leaves the file as it is.
        if log.hasAppended { try log.finish(in: transaction) }
        if live.hasChanged { try live.write(in: transaction) }
    }
}

extension LineState {
    /// Whether a head may have dropped the purchase of a transaction.
    fileprivate func mayHaveDropped(_ event: EventFields) -> Bool {
        guard let dropped, let key = PurchaseKey(event) else { return false }
        return dropped.keyFingerprints.contains(key.fingerprint)
    }

    /// Whether the purchase of a transaction is revoked by what was signed before it.
    fileprivate func isRevoked(before event: EventFields) -> Bool {
        guard let key = PurchaseKey(event), let signedDate = event.signedDate,
            let purchase = purchases.first(where: { $0.key == key })
        else { return false }
        let before = purchase.versions.statements.last { $0.signedDate < signedDate }
        return before.map { purchase.versions.content(of: $0).revocationDate != nil } ?? false
    }
}
