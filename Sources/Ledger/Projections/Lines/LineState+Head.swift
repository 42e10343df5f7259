/// Memory in which a state is trimmed; whoever trims many keeps it.
struct TrimSpace {
    var periods: [PaidPeriod] = []
    fileprivate var claims: [TokenClaim] = []
}

extension LineState {
    /// How many of the newest paid periods a head keeps: the one in force and the one before it,
    /// which a refund or a renewal info may still be about.
    static let headPeriodCount = 2

    /// The line's head: a small state that answers for every instant from `dropped.validFrom` on.
    ///
    /// Status, owner and entitlements are those of this state. Credits, rows, `unfinished` and
    /// anomalies need the full one. Trim at the end of a commit, when what a notification carries
    /// is there too.
    ///
    /// It keeps the last paid periods with all their versions, every one-time purchase, the renewal
    /// infos that can still govern, the labels that act, and who claims the line.
    func trimmed() -> LineState {
        var head = self
        var space = TrimSpace()
        head.trim(&space)
        return head
    }

    /// Makes the state the line's head.
    mutating func trim(_ space: inout TrimSpace) {
        keepActingLabels()
        space.periods.empty()
        collectPaidPeriods(into: &space.periods)
        drop(before: max(space.periods.count - Self.headPeriodCount, 0), &space)
    }

    /// Makes the state a head for one instant: with the period in force at it, the one before, and
    /// every later one, which may have been charged ahead or may cut the one in force.
    mutating func trim(for instant: Instant, _ space: inout TrimSpace) {
        keepActingLabels()
        space.periods.empty()
        collectPaidPeriods(into: &space.periods)
        guard let inForce = Self.periodInForce(space.periods, at: instant) else { return }
        drop(before: max(inForce + 1 - Self.headPeriodCount, 0), &space)
    }

    private mutating func keepActingLabels() {
        if !labels.isEmpty { labels.removeAll { !$0.acts } }
        finishes.empty()
    }

    /// Drops the periods before one of them, and what only they need.
    private mutating func drop(before first: Int, _ space: inout TrimSpace) {
        guard first > 0 || dropped != nil else { return }
        let periods = space.periods
        // A period that ends before it begins is damage of some kind: nothing may be dropped.
        guard first < periods.count, periods[first...].allSatisfy({ $0.start <= $0.expires })
        else { return }
        let validFrom = periods[first].start
        let lastExpiry = lastExpiry(ofDropped: periods, before: first)
        retainEarliestClaims(&space.claims)
        // Taken out, so that its list is changed in place.
        var history =
            dropped.take()
            ?? DroppedHistory(validFrom: .distantPast, lastExpiry: nil, keyFingerprints: [])
        history.validFrom = max(validFrom, history.validFrom)
        history.lastExpiry = lastExpiry
        dropPurchases(besides: periods[first...], &history)
        dropped = history
        keepRenewals(from: validFrom)
        if labels.isEmpty { return }
        let held = purchases
        labels.removeAll { !Self.canAct($0, on: held, from: validFrom) }
    }

    /// The latest end of a period before the kept ones after which service did not go on.
    private func lastExpiry(ofDropped periods: [PaidPeriod], before first: Int) -> Instant? {
        var latest = dropped?.lastExpiry
        for index in 0..<first {
            let period = periods[index]
            if Self.nextStart(periods, after: index) <= period.expires { continue }
            latest = max(latest ?? period.expires, period.expires)
        }
        return latest
    }

    /// Drops every period but the kept ones, and notes the fingerprints of their keys.
    private mutating func dropPurchases(
        besides kept: ArraySlice<PaidPeriod>, _ history: inout DroppedHistory
    ) {
        var place = 0
        for index in purchases.indices {
            let key = purchases[index].key
            if key.isPeriod, !kept.contains(where: { $0.purchase == index }) {
                history.insert(keyFingerprint: key.fingerprint)
                continue
            }
            if place < index { purchases.swapAt(place, index) }
            place += 1
        }
        purchases.removeLast(purchases.count - place)
    }

    /// Retains of every account the earliest claim, and the earliest after each erasure: no other
    /// can ever own the line.
    private mutating func retainEarliestClaims(_ earliest: inout [TokenClaim]) {
        let erasures = owners.erasures
        func erasureCount(_ claim: TokenClaim) -> Int {
            erasures.count { $0.at <= claim.signedDate }
        }
        earliest.empty()
        forEachTokenClaim { claim in
            let held = earliest.firstIndex {
                $0.account == claim.account && erasureCount($0) == erasureCount(claim)
            }
            if let held {
                earliest[held] = min(earliest[held], claim)
            } else {
                earliest.append(claim)
            }
        }
        earliest.sort()
        owners.retainedClaims.empty()
        owners.retainedClaims += earliest
    }

    /// Keeps what was signed from the first instant on that the head may ask about, and the last
    /// renewal info before it.
    private mutating func keepRenewals(from validFrom: Instant) {
        let first = renewals.statements.firstIndex { $0.signedDate >= validFrom }
        renewals.dropStatements(before: max((first ?? renewals.statements.count) - 1, 0))
    }

    /// Whether a label that acts is about a kept purchase, or about none and recent.
    private static func canAct(
        _ label: NotificationLabel, on purchases: [Purchase], from validFrom: Instant
    ) -> Bool {
        guard let stated = label.transaction else {
            return label.signedDate.map { $0 >= validFrom } ?? false
        }
        return purchases.contains { $0.versions.holdsContent(of: stated.sequence) }
    }

    /// Whether applying the event to this head gives the head of the full history with the event.
    ///
    /// Late evidence about what was dropped does not; then the full history is folded again.
    func canApply(_ event: LineEvent, sequence: UInt64) -> Bool {
        guard let dropped else { return true }
        switch event.kind {
        case .transaction, .renewal, .revocation, .reversal:
            return canApplyTransaction(event, dropped)
        case .renewalInfo:
            return isRecent(renewalSignedAt: event.statedAt)
        case .notification, .restatement:
            return canRestate(Restatement(event, before: sequence))
        case .erasure:
            return false
        case .presentation, .assignment, .finish, .spend, .spendReversal, .credit,
            .creditReversal, .grant, .grantEnd, .appTransaction, .attempt, .catalog, .policy:
            return true
        }
    }

    /// A held purchase may change but not move; a new one must come after what was dropped.
    private func canApplyTransaction(
        _ event: LineEvent, _ dropped: DroppedHistory
    ) -> Bool {
        guard let key = PurchaseKey(event), key.isPeriod else { return true }
        guard let start = event.purchaseDate, let expires = event.expiresDate, start <= expires
        else { return false }
        if let held = index(of: key), !purchases[held].versions.isEmpty {
            return purchases[held].versions.current?.purchaseDate == start
        }
        return start > dropped.validFrom && !dropped.keyFingerprints.contains(key.fingerprint)
    }

    /// The first renewal info that a head keeps stands for all that it dropped.
    private func isRecent(renewalSignedAt date: Instant) -> Bool {
        guard let first = renewals.statements.first else { return true }
        return date > first.signedDate
    }

    /// Contents that are stated again must be held.
    func canRestate(_ parts: Restatement) -> Bool {
        if let part = parts.transaction, !holdsPurchase(contentOf: part.held) { return false }
        if let part = parts.renewalInfo {
            guard renewals.holdsContent(of: part.held),
                let date = part.signedDate, isRecent(renewalSignedAt: date)
            else { return false }
        }
        return true
    }
}

extension PurchaseKey {
    /// Sixteen well-mixed bits of the key.
    var fingerprint: UInt16 {
        let mixed = (identifier.bits &+ UInt64(kind.rawValue)) &* 0x9E37_79B9_7F4A_7C15
        return UInt16(truncatingIfNeeded: mixed >> 48)
    }
}
