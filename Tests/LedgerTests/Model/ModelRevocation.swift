@testable import Ledger

/// One stretch of versions, one after the other, that say revoked: one revocation (F6).
struct ModelRevocation {
    /// The date reported first (F6).
    var start: Instant
    /// When the first later version without it was signed (F5).
    var end: Instant?
    /// Each change of the share, with the transaction that told it (F19).
    var shares: [(at: Instant, share: Int64, transaction: String)] = []

    func covers(_ instant: Instant) -> Bool {
        start <= instant && instant < (end ?? .distantFuture)
    }
}

extension ModelLine {
    /// The revocations of a purchase, in signed order (R8).
    func revocations(of purchase: ModelPurchase) -> [ModelRevocation] {
        var found: [ModelRevocation] = []
        for version in purchase.versions {
            let isOpen = found.last.map { $0.end == nil } ?? false
            guard let date = version.content.revocationDate ?? dateByLabel(of: version) else {
                if isOpen { found[found.count - 1].end = version.date }
                continue
            }
            if !isOpen { found.append(ModelRevocation(start: date)) }
            let share = version.content.revokedShare
            if found[found.count - 1].shares.last?.share != share {
                let at = max(found[found.count - 1].start, date)
                found[found.count - 1].shares.append((at, share, version.content.id))
            }
        }
        return found
    }

    /// R7: a REFUND or REVOKE about a version without a revocationDate is one at its own date.
    private func dateByLabel(of version: ModelPurchase.Version) -> Instant? {
        notes.filter { $0.type == "REFUND" || $0.type == "REVOKE" }
            .filter { $0.transaction?.isStatement(version) ?? false }
            .map(\.date).min()
    }

    /// F2, F3, F4: whether a purchase is revoked at T; a refund of what was over takes nothing.
    func isRevoked(_ purchase: ModelPurchase, at instant: Instant) -> Bool {
        revocations(of: purchase).contains { revocation in
            guard revocation.covers(instant) else { return false }
            guard purchase.key.isPeriod, let end = purchase.current.expiresDate else { return true }
            return revocation.start < end
        }
    }

    /// How much of a purchase is refunded at each instant at which that may change (R13).
    func refundedShares(of purchase: ModelPurchase) -> [(at: Instant, share: Int64)] {
        let revocations = revocations(of: purchase)
        let instants = revocations.flatMap { $0.shares.map(\.at) + [$0.end].compactMap { $0 } }
        return Set(instants).sorted().map { instant in
            // Where two revocations cover one instant the one signed later counts.
            guard let covering = revocations.last(where: { $0.covers(instant) }) else {
                return (instant, 0)
            }
            let told = covering.shares.last { $0.at <= instant } ?? covering.shares.first
            return (instant, told?.share ?? 0)
        }
    }
}
