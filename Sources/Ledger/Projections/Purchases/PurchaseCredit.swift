/// What one purchase says about a balance: what was bought, and how much of it is refunded when.
struct PurchaseCredit: Sendable, Hashable {
    var line: LineNumber
    var key: PurchaseKey
    var transactionID: StoreIdentifier?
    var product: Symbol?
    /// When the units are credited, and which catalog version says what they are worth (R14).
    var purchaseDate: Instant
    /// Units bought, at least one (F18).
    var quantity: Int32
    /// When a paid period ends; a cut period keeps its own (P2).
    ///
    /// Nil for a one-time purchase.
    var expiresDate: Instant?
    /// How much is refunded from each instant on, in effective order: targets, not steps (R13).
    var revocations: [RevocationChange]
    /// The event that first told of the purchase: what is heard later moves no credit.
    var sequence: UInt64
}

extension LineState {
    /// The credit facts of every purchase of the line; a family member's copies are never credited.
    ///
    /// `foreign` names the periods that belong to another line.
    func purchaseCredits(excluding foreign: Set<PurchaseKey> = []) -> [PurchaseCredit] {
        purchases.compactMap { purchase in
            guard !foreign.contains(purchase.key), let facts = purchase.versions.current,
                !facts.isFamilyShared,
                let start = purchase.key.isPeriod ? facts.purchaseDate : startOfOneTime(purchase)
            else { return nil }
            return PurchaseCredit(
                line: line, key: purchase.key, transactionID: facts.transactionID,
                product: facts.product, purchaseDate: start, quantity: max(facts.quantity ?? 1, 1),
                expiresDate: purchase.key.isPeriod ? facts.expiresDate : nil,
                revocations: Self.timeline(of: revocationRuns(of: purchase)),
                sequence: purchase.versions.contents.map(\.sequence).min() ?? facts.sequence)
        }
    }

    /// How much is refunded at every instant, of runs that may overlap: the later run decides where
    /// it covers.
    ///
    /// Instants at which nothing changes are left out, so that replays and a second refund net to
    /// one clawback (R13).
    static func timeline(of runs: [RevocationRun]) -> [RevocationChange] {
        var instants: [(at: Instant, sequence: UInt64)] = []
        for run in runs {
            instants += run.steps.map { ($0.at, $0.sequence) }
            if let end = run.end { instants.append((end, run.events.last ?? 0)) }
        }
        instants.sort { ($0.at, $0.sequence) < ($1.at, $1.sequence) }
        var timeline: [RevocationChange] = []
        for (at, sequence) in instants {
            let share = runs.last { $0.covers(at) }?.percentageMillipercent(at: at) ?? 0
            if share == timeline.last?.percentageMillipercent ?? 0 { continue }
            timeline.append(
                RevocationChange(at: at, percentageMillipercent: share, sequence: sequence))
        }
        return timeline
    }
}
