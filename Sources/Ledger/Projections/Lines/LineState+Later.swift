/// What the fold for one instant has left out, because it is about periods that begin later than
/// the next one after the instant.
///
/// The first period after the instant is kept: when it begins is asked for. Those behind it, and
/// renewal infos signed when even billing retry of the period in force would be over, can change no
/// answer at the instant. An event that could bring one of them before the instant is not left out,
/// and needs the whole history instead.
struct LaterHistory: Sendable, Hashable {
    /// When the first period after the instant begins; what is left out begins later.
    let nextStart: Instant
    /// The first event that was left out.
    let firstSequence: UInt64
    /// Sixteen bits of the key of each purchase that was left out, in no order.
    var keyFingerprints: [UInt16] = []
}

extension LineState {
    /// When the first period after an instant begins; nil where there is none.
    func nextStart(after instant: Instant) -> Instant? {
        var next: Instant?
        // Read in place: a copied purchase counts references.
        let held = purchases.span
        for index in held.indices where held[index].key.isPeriod {
            guard let place = held[index].versions.statements.last?.content,
                held[index].versions.contents[place].expiresDate != nil,
                let start = held[index].versions.contents[place].purchaseDate, start > instant
            else { continue }
            next = min(next ?? start, start)
        }
        return next
    }

    /// Whether a statement signed at a date can be left out of the fold without losing who claims
    /// the line: an earlier claim of the same account counts in its place.
    func canForgetClaim(of account: IdentityNumber?, signedAt date: Instant) -> Bool {
        // After an erasure later claims count again.
        guard owners.erasures.isEmpty else { return false }
        guard let account else { return true }
        if owners.retainedClaims.contains(where: { $0.account == account && $0.signedDate < date })
        {
            return true
        }
        for purchase in purchases where purchase.versions.hasClaim(of: account, before: date) {
            return true
        }
        return renewals.hasClaim(of: account, before: date)
    }

    /// Whether a period transaction is about a later period alone, and new to the state.
    func isLater(
        _ event: LineEvent, _ key: PurchaseKey, than nextStart: Instant, at instant: Instant
    ) -> Bool {
        let signedDate = event.signedDate ?? event.recordedAt
        guard let start = event.purchaseDate, let expires = event.expiresDate,
            signedDate > instant, start > nextStart, start <= expires,
            !purchases.contains(where: { $0.key == key }),
            dropped.map({ !$0.keyFingerprints.contains(key.fingerprint) }) ?? true
        else { return false }
        return canForgetClaim(of: event.account, signedAt: signedDate)
    }

    /// Whether a renewal info signed at a date can change no answer at an instant: even billing
    /// retry would be over, the next period has begun, and another one signed after the instant
    /// comes before it.
    func isLater(
        renewalSignedAt date: Instant, by account: IdentityNumber?, than nextStart: Instant,
        at instant: Instant
    ) -> Bool {
        let retryEnd = instant.advanced(
            byMilliseconds: SubscriptionLimits.commitmentRetryDays * Instant.millisecondsPerDay)
        guard date > retryEnd, date >= nextStart,
            renewals.statements.contains(where: {
                instant < $0.signedDate && $0.signedDate < date
            })
        else { return false }
        return canForgetClaim(of: account, signedAt: date)
    }

    /// Whether a purchase of the state has the content of an event.
    func holdsPurchase(contentOf sequence: UInt64) -> Bool {
        purchases.contains { purchase in
            purchase.versions.contents.contains { $0.sequence == sequence }
        }
    }

    /// Drops the labels about purchases that the state does not hold.
    mutating func dropLabelsOfNothing() {
        let held = purchases
        labels.removeAll { label in
            guard let stated = label.transaction else { return false }
            return !held.contains { purchase in
                purchase.versions.contents.contains { $0.sequence == stated.sequence }
            }
        }
    }

    /// Whether a label that is held was sent with the renewal info of an event.
    func hasLabel(ofRenewalInfo sequence: UInt64) -> Bool {
        labels.contains { $0.renewalInfo?.sequence == sequence }
    }
}

extension StatementList {
    fileprivate func hasClaim(of account: IdentityNumber, before date: Instant) -> Bool {
        statements.contains { $0.account == account && $0.signedDate < date }
    }
}
