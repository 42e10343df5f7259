@testable import Ledger

/// One purchase with every version of it.
struct ModelPurchase {
    typealias Version = ModelFacts.Signed<ModelFacts.Transaction>

    var key: ModelKey
    /// R5, R6: by date; of one date the one with a revocationDate is later, then the greater
    /// digest.
    var versions: [Version]

    /// R5: the newest version replaces all others.
    var current: ModelFacts.Transaction { versions[versions.count - 1].content }

    /// F24: a restored copy of a one-time purchase has a date of its own, so the earliest counts.
    var purchaseDate: Instant? {
        key.isPeriod
            ? current.purchaseDate : versions.compactMap(\.content.purchaseDate).min()
    }
}

/// Everything signed about one originalTransactionId, and who is said to own it.
struct ModelLine {
    typealias Signed = ModelFacts.Signed

    /// One account, from one instant on.
    struct Move {
        var at: Instant
        var order: Int
        var account: String
    }

    let original: String
    private var transactions: [Signed<ModelFacts.Transaction>] = []
    /// Every purchase, by key.
    private(set) var purchases: [ModelPurchase] = []
    /// The paid periods, in the order in which they come into force (R9).
    private(set) var periods: [ModelPeriod] = []
    /// R5 for renewal infos, R6 by the digest alone.
    private(set) var renewals: [Signed<ModelFacts.Renewal>] = []
    private(set) var notes: [ModelFacts.Note] = []
    private(set) var presentations: [Move] = []
    var assignments: [Move] = []

    init(original: String) { self.original = original }

    /// A statement that is held changes nothing.
    mutating func take(
        _ input: ModelFacts.Input, presentedBy presenter: String?, isTakenBack: Bool,
        at recordedAt: Instant, _ order: Int
    ) {
        if let new = input.transaction, !transactions.contains(where: new.isStatement) {
            transactions.append(new)
        }
        if let new = input.renewal, !renewals.contains(where: new.isStatement) {
            renewals.append(new)
        }
        if let note = input.note { notes.append(note) }
        // One presentation of an account is enough, unless it takes the line back (P5).
        if let presenter, isTakenBack || !hasPresented(presenter) {
            presentations.append(Move(at: recordedAt, order: order, account: presenter))
        }
    }

    func hasPresented(_ account: String) -> Bool {
        presentations.contains { $0.account == account }
    }

    /// Puts in order what was taken in, however it arrived.
    mutating func settle() {
        purchases = Dictionary(grouping: transactions, by: \.content.key)
            .map { key, versions in
                ModelPurchase(key: key, versions: versions.sorted(by: Self.isEarlier))
            }
            .sorted { $0.key < $1.key }
        periods = ModelPeriod.ordered(purchases)
        renewals.sort { ($0.date, $0.digest) < ($1.date, $1.digest) }
    }

    /// The last date at which a transaction or a renewal info was signed; a label is none.
    var lastEvidence: Instant? {
        (transactions.map(\.date) + renewals.map(\.date)).max()
    }

    private static func isEarlier(
        _ one: ModelPurchase.Version, _ other: ModelPurchase.Version
    ) -> Bool {
        if one.date != other.date { return one.date < other.date }
        let revoked = (one.content.revocationDate != nil, other.content.revocationDate != nil)
        if revoked.0 != revoked.1 { return revoked.1 }
        return one.digest < other.digest
    }
}
