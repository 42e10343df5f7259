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
        _ submission: PreparedSubmission, clock: Instant,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> Appended {
        let policies = try policies(for: submission, clock: clock, in: transaction)
        let outcome = try Self.append(
            submission, to: &log, live: &live, policies: policies, clock: clock, in: transaction)
        try fold(in: transaction)
        return Appended(
            outcome: outcome, claim: try claim(of: submission, clock: clock, in: transaction))
    }

    /// The log's part; the states are only lent, because a copy that lives on would make the fold
    /// copy all of them.
    private static func append(
        _ submission: PreparedSubmission, to log: inout LogBatch, live: inout LiveBatch,
        policies: Policies, clock: Instant, in transaction: borrowing LMDBWriteTransaction
    ) throws -> AppendOutcome {
        let now = log.recordedAt(clock: clock)
        return try log.append(
            submission, clock: clock,
            isRevoked: { draft, line in
                guard let key = draft.purchaseKey, let signedDate = draft.fields.signedDate else {
                    return false
                }
                // Its event comes next, so that it is read for good.
                let isRevoked = try live.withHeld(line, in: transaction) { head in
                    head.mayHaveDropped(key) ? nil : head.isRevoked(key, before: signedDate)
                }
                if let isRevoked { return isRevoked }
                let full = try live.reader.state(of: line, through: .max, in: transaction)
                return full?.isRevoked(key, before: signedDate) ?? false
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
        for submission: PreparedSubmission, clock: Instant,
        in transaction: borrowing LMDBWriteTransaction
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
        of submission: PreparedSubmission, clock: Instant,
        in transaction: borrowing LMDBWriteTransaction
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
        ofPresented submission: PreparedSubmission, _ view: LedgerView,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> [IdentityNumber] {
        if let transactionID = submission.transactionID {
            return try view.states(withTransaction: transactionID, in: transaction)
                .filter { view.text($0.bundle) == submission.bundleID }
                .compactMap { view.owner(of: $0, at: view.asOf) }
        }
        guard let apple = submission.app,
            let app = try reader.identity(apple, in: transaction),
            let owner = try view.owner(ofApp: app, in: transaction)
        else { return [] }
        return [owner]
    }

    /// The instant of recording: the clock, but never before the last event's.
    mutating func recordedAt(clock: Instant) -> Instant { log.recordedAt(clock: clock) }

    /// The symbol of a text, given out where it is new.
    mutating func symbol(for text: String) -> Symbol { log.symbol(for: text) }

    /// Takes back the symbols that no record names.
    mutating func takeBackUndefinedSymbols() { log.takeBackUndefinedSymbols() }

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
            names: .ofBatch(log.symbols),
            committedThrough: log.committedSequence(in: transaction), in: transaction)
    }

    /// What the ledger said at an earlier cut, which may lie behind what is committed.
    func earlierView(
        _ code: EnvironmentCode, _ environment: StoreEnvironment, at cut: Cut, now: Instant,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> LedgerView {
        let committed = try log.committedSequence(in: transaction)
        let newest = try views.newestGround(
            names: .ofBatch(log.symbols), committedThrough: committed, in: transaction)
        return try views.view(
            code, environment, at: cut, now: now, newest: newest, committedThrough: committed,
            in: transaction)
    }

    /// Appends one event.
    mutating func append(
        _ fields: EventFields, in transaction: borrowing LMDBWriteTransaction
    ) throws -> UInt64 {
        var fields = fields
        let sequence = try log.append(&fields, in: transaction)
        try log.endInput(in: transaction)
        try fold(in: transaction)
        return sequence
    }

    /// Deletes what an identity's number stands for, with its salt.
    mutating func erase(
        _ identity: IdentityNumber, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        try log.erase(identity, in: transaction)
    }

    /// Brings the fold to the end of the log.
    private mutating func fold(in transaction: borrowing LMDBWriteTransaction) throws {
        for index in log.appended.indices {
            try live.apply(
                log.appended[index].event, sequence: log.appended[index].sequence,
                in: transaction)
        }
        log.forgetAppended()
    }

    /// Takes up the state in the next transaction.
    mutating func resume(in transaction: borrowing LMDBWriteTransaction) throws {
        try log.resume(in: transaction)
        live.resume()
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
    fileprivate func mayHaveDropped(_ key: PurchaseKey) -> Bool {
        dropped?.keyFingerprints.contains(key.fingerprint) ?? false
    }
}
