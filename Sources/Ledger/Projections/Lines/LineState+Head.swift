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
        let periods = paidPeriods()
        var head = self
        head.labels = labels.filter(\.acts)
        head.finishes = []
        guard periods.count > Self.headPeriodCount || dropped != nil else { return head }
        let kept = periods.suffix(Self.headPeriodCount)
        // A period that ends before it begins is damage of some kind: nothing may be dropped.
        guard let validFrom = kept.first?.start,
            kept.allSatisfy({ $0.start <= $0.expires })
        else { return head }
        let indexes = Set(kept.map(\.purchase))
        head.dropped = DroppedHistory(
            validFrom: max(validFrom, dropped?.validFrom ?? .distantPast),
            lastExpiry: lastExpiry(ofDropped: periods),
            keyFingerprints: fingerprints(besides: indexes))
        head.owners.retainedClaims = summarizedClaims()
        head.purchases = purchases.enumerated().compactMap {
            indexes.contains($0) || !$1.key.isPeriod ? $1 : nil
        }
        head.keepRenewals(from: validFrom)
        head.labels = head.labels.filter { head.canAct($0, from: validFrom) }
        return head
    }

    /// The latest end of a period before the kept ones after which service did not go on.
    private func lastExpiry(ofDropped periods: [PaidPeriod]) -> Instant? {
        var latest = dropped?.lastExpiry
        for index in periods.indices.dropLast(Self.headPeriodCount) {
            let period = periods[index]
            if Self.nextStart(periods, after: index) <= period.expires { continue }
            latest = max(latest ?? period.expires, period.expires)
        }
        return latest
    }

    private func fingerprints(besides kept: Set<Int>) -> [UInt16] {
        let new = purchases.enumerated()
            .filter { !kept.contains($0) && $1.key.isPeriod }
            .map { $1.key.fingerprint }
        return ((dropped?.keyFingerprints ?? []) + new).sorted()
    }

    /// Of every account the earliest claim, and the earliest after each erasure: no other can ever
    /// own the line.
    private func summarizedClaims() -> [TokenClaim] {
        let claims = tokenClaims
        // Nearly every line has one account, which was never erased.
        if owners.erasures.isEmpty, let first = claims.first,
            claims.allSatisfy({ $0.account == first.account })
        {
            return [claims.reduce(first) { min($0, $1) }]
        }
        var earliest: [ClaimSegment: TokenClaim] = [:]
        for claim in claims {
            let erasures = owners.erasures.count { $0.at <= claim.signedDate }
            let segment = ClaimSegment(account: claim.account, erasureCount: erasures)
            earliest[segment] = min(earliest[segment] ?? claim, claim)
        }
        return earliest.values.sorted()
    }

    private struct ClaimSegment: Hashable {
        let account: IdentityNumber
        let erasureCount: Int
    }

    /// Keeps what was signed from the first instant on that the head may ask about, and the last
    /// renewal info before it.
    private mutating func keepRenewals(from validFrom: Instant) {
        let first = renewals.statements.firstIndex { $0.signedDate >= validFrom }
        let start = max((first ?? renewals.statements.count) - 1, 0)
        renewals = renewals.keeping(renewals.statements[start...])
    }

    /// Whether a label that acts is about a kept purchase, or about none and recent.
    private func canAct(_ label: NotificationLabel, from validFrom: Instant) -> Bool {
        guard let stated = label.transaction else {
            return label.signedDate.map { $0 >= validFrom } ?? false
        }
        return purchases.contains { purchase in
            purchase.versions.contents.contains { $0.sequence == stated.sequence }
        }
    }

    /// Whether applying the event to this head gives the head of the full history with the event.
    ///
    /// Late evidence about what was dropped does not; then the full history is folded again.
    func canApply(_ event: EventFields, sequence: UInt64) -> Bool {
        guard let dropped else { return true }
        switch event.kind {
        case .transaction, .renewal, .revocation, .reversal:
            return canApplyTransaction(event, dropped)
        case .renewalInfo:
            return isRecent(renewalSignedAt: event.signedDate ?? event.recordedAt)
        case .notification, .restatement:
            return canRestate(event, sequence: sequence)
        case .erasure:
            return false
        case .presentation, .assignment, .finish, .spend, .spendReversal, .credit,
            .creditReversal, .grant, .grantEnd, .appTransaction, .attempt, .catalog, .policy:
            return true
        }
    }

    /// A held purchase may change but not move; a new one must come after what was dropped.
    private func canApplyTransaction(_ event: EventFields, _ dropped: DroppedHistory) -> Bool {
        guard let key = PurchaseKey(event) else { return true }
        guard key.isPeriod else { return true }
        let facts = PurchaseFacts(event, sequence: 0)
        if let held = purchases.first(where: { $0.key == key })?.versions.current {
            return held.purchaseDate == facts.purchaseDate && facts.isWellFormedPeriod
        }
        guard let start = facts.purchaseDate, facts.isWellFormedPeriod else { return false }
        return start > dropped.validFrom && !dropped.keyFingerprints.contains(key.fingerprint)
    }

    /// The first renewal info that a head keeps stands for all that it dropped.
    private func isRecent(renewalSignedAt date: Instant) -> Bool {
        guard let first = renewals.statements.first else { return true }
        return date > first.signedDate
    }

    /// Contents that the event names must be held, or follow in the same commit.
    private func canRestate(_ event: EventFields, sequence: UInt64) -> Bool {
        if let held = event.statedTransactionSequence, held < sequence,
            !purchases.contains(where: { $0.versions.contents.contains { $0.sequence == held } })
        {
            return false
        }
        if let held = event.statedRenewalInfoSequence, held < sequence {
            guard renewals.contents.contains(where: { $0.sequence == held }),
                let date = event.statedRenewalInfoSignedDate, isRecent(renewalSignedAt: date)
            else { return false }
        }
        return true
    }
}

extension PurchaseFacts {
    fileprivate var isWellFormedPeriod: Bool {
        guard let purchaseDate, let expiresDate else { return false }
        return purchaseDate <= expiresDate
    }
}

extension PurchaseKey {
    /// Sixteen well-mixed bits of the key.
    var fingerprint: UInt16 {
        let mixed = (identifier.bits &+ UInt64(kind.rawValue)) &* 0x9E37_79B9_7F4A_7C15
        return UInt16(truncatingIfNeeded: mixed >> 48)
    }
}

extension StatementList {
    /// Some of the statements, with the contents that they need.
    func keeping(_ kept: ArraySlice<Statement>) -> StatementList {
        let needed = Set(kept.map(\.content)).sorted()
        let places = Dictionary(uniqueKeysWithValues: zip(needed, needed.indices))
        let moved = kept.compactMap { statement -> Statement? in
            guard let place = places[statement.content] else { return nil }
            var statement = statement
            statement.content = place
            return statement
        }
        return StatementList(contents: needed.map { contents[$0] }, statements: moved)
    }
}
