/// One revocation of a purchase: from its first report until a version without it (R8).
struct RevocationRun: Sendable, Hashable {
    /// The first reported date (F6).
    var start: Instant
    /// The signed date of the first later version without it (F5); nil while it lasts.
    var end: Instant?
    /// What was refunded, first when the run begins and then at each change.
    var steps: [Step]
    /// Every event that says so, and the one that ends it.
    var events: [UInt64]

    /// How much is refunded from an instant on: a state, not a step further (F19).
    struct Step: Sendable, Hashable {
        var at: Instant
        /// In thousandths of a per cent, 0...100000.
        var percentageMillipercent: Int32
        var sequence: UInt64
        var transactionID: StoreIdentifier?
    }

    func covers(_ instant: Instant) -> Bool {
        start <= instant && end.map { instant < $0 } ?? true
    }

    /// What is refunded at an instant that the run covers: the last reported step by then.
    func percentageMillipercent(at instant: Instant) -> Int32 {
        (steps.last { $0.at <= instant } ?? steps.first)?.percentageMillipercent ?? 0
    }
}

extension PurchaseFacts {
    /// All of a purchase, in thousandths of a per cent.
    static let wholeMillipercent: Int32 = 100_000

    /// How much of the purchase the revocation takes back (F19); all of it where the share is
    /// absent (F20) or the type says that it is no share.
    var revokedMillipercent: Int32 {
        if revocationType == BuiltInSymbols.familyRevoke || revocationType == RevocationTypes.full {
            return Self.wholeMillipercent
        }
        guard let revocationPercentage else { return Self.wholeMillipercent }
        return min(max(revocationPercentage, 0), Self.wholeMillipercent)
    }
}

/// Symbols of revocation types that the record format fixes.
private enum RevocationTypes {
    static let full = BuiltInSymbols.numbers[RevocationType.refundFull.rawValue]
        .map { Symbol(number: $0) }
}

extension LineState {
    /// When and how far a purchase was revoked, in signed order (R8, F5, F6).
    func revocationRuns(of purchase: Purchase) -> [RevocationRun] {
        var runs: [RevocationRun] = []
        var isOpen = false
        for (index, statement) in purchase.versions.statements.enumerated() {
            let facts = purchase.versions.content(of: statement)
            let byLabel = revocationByLabel(of: purchase, statementIndex: index)
            guard let date = facts.revocationDate ?? byLabel?.date else {
                if isOpen {
                    runs[runs.count - 1].end = statement.signedDate
                    runs[runs.count - 1].events.append(statement.sequence)
                }
                isOpen = false
                continue
            }
            if !isOpen { runs.append(RevocationRun(start: date, steps: [], events: [])) }
            isOpen = true
            runs[runs.count - 1].append(date, facts, statement, label: byLabel?.sequence)
        }
        return runs
    }

    /// R7: a REFUND or REVOKE whose transaction has no revocationDate is a revocation at the outer
    /// signed date (fail closed).
    ///
    /// The earliest such label of this version counts.
    private func revocationByLabel(
        of purchase: Purchase, statementIndex: Int
    ) -> (date: Instant, sequence: UInt64)? {
        var earliest: (date: Instant, sequence: UInt64)?
        for label in labels where label.saysRevoked {
            guard let stated = label.transaction,
                purchase.versions.index(
                    signedDate: stated.signedDate, contentOf: stated.sequence) == statementIndex
            else { continue }
            let date = label.signedDate ?? stated.signedDate
            if let held = earliest, (held.date, held.sequence) <= (date, label.sequence) {
                continue
            }
            earliest = (date, label.sequence)
        }
        return earliest
    }

    /// Whether a run takes a purchase's service: a refund of a period that was over does not (F3).
    func takesService(_ run: RevocationRun, of facts: PurchaseFacts, key: PurchaseKey) -> Bool {
        guard key.isPeriod, let expires = facts.expiresDate else { return true }
        return run.start < expires
    }

    /// Whether anything speaks of a revocation at all: mostly nothing does.
    private func mayBeRevoked(_ purchase: Purchase) -> Bool {
        purchase.versions.contents.contains { $0.revocationDate != nil }
            || labels.contains { $0.saysRevoked }
    }

    /// The revocation that has taken the purchase's service at an instant (F2, F3, F4).
    func revocationInForce(of purchase: Purchase, at instant: Instant) -> RevocationRun? {
        guard let facts = purchase.versions.current, mayBeRevoked(purchase) else { return nil }
        return revocationRuns(of: purchase).last {
            $0.covers(instant) && takesService($0, of: facts, key: purchase.key)
        }
    }
}

extension RevocationRun {
    /// Adds one more revoked version: a step where the share changed, else only evidence.
    fileprivate mutating func append(
        _ date: Instant, _ facts: PurchaseFacts, _ statement: Statement, label: UInt64?
    ) {
        events.append(statement.sequence)
        if let label { events.append(label) }
        let share = facts.revokedMillipercent
        if steps.last?.percentageMillipercent == share { return }
        steps.append(
            Step(
                at: max(start, date), percentageMillipercent: share, sequence: facts.sequence,
                transactionID: facts.transactionID))
    }
}
