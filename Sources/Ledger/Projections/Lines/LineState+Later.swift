/// What the fold for one instant has left out, because it is about periods that begin later than
/// the next one after the instant.
///
/// The first period after the instant is kept: when it begins is asked for. Those behind it, and
/// renewal infos signed when even billing retry of the period in force would be over, can change no
/// answer at the instant. An event that could bring one of them before the instant is not left out,
/// and needs the whole history instead.
///
/// A state that has one is never trimmed and forgets no claim, so that what was once true of it
/// is true of every later date: most of a log is later than an instant in the past, and its events
/// are left out without another look at the state.
struct LaterHistory: Sendable, Hashable {
    /// When the first period after the instant begins; what is left out begins later.
    let nextStart: Instant
    /// The first event that was left out.
    let firstSequence: UInt64
    /// The least and the greatest key of the purchases that were left out.
    private(set) var keys: ClosedRange<PurchaseKey>?
    /// A claim of this account was signed before this date, so that later ones can be forgotten.
    private(set) var claim: Claim?
    /// A renewal info was signed between the instant and this date.
    private(set) var renewalDate: Instant?

    /// Whose later claims are of no account.
    struct Claim: Sendable, Hashable {
        let account: IdentityNumber
        let date: Instant
    }

    init(nextStart: Instant, firstSequence: UInt64) {
        self.nextStart = nextStart
        self.firstSequence = firstSequence
    }

    /// Notes that a purchase was left out.
    mutating func leaveOut(_ key: PurchaseKey) {
        guard let keys else {
            keys = key...key
            return
        }
        if !keys.contains(key) {
            self.keys = min(keys.lowerBound, key)...max(keys.upperBound, key)
        }
    }

    /// Notes that a claim signed at a date can be forgotten.
    mutating func forgetClaim(of account: IdentityNumber?, signedAt date: Instant) {
        guard let account else { return }
        if let claim, claim.account == account, claim.date <= date { return }
        claim = Claim(account: account, date: date)
    }

    /// Notes that a renewal info is held that was signed between the instant and a date.
    mutating func noteRenewal(signedBefore date: Instant) {
        renewalDate = renewalDate.map { min($0, date) } ?? date
    }

    /// Whether a claim can be forgotten by what was noted.
    func canForgetClaim(of account: IdentityNumber?, signedAt date: Instant) -> Bool {
        guard let account else { return true }
        return claim?.account == account && claim.map { $0.date <= date } ?? false
    }
}

extension LineState {
    /// When the first period after an instant begins; nil where there is none.
    func nextStart(after instant: Instant) -> Instant? {
        var next: Instant?
        // Read in place: a copied purchase counts references.
        let held = purchases.span
        for index in held.indices where held[index].key.isPeriod {
            guard let start = held[index].versions.periodStart, start > instant else { continue }
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
        let held = purchases.span
        for index in held.indices where held[index].versions.hasClaim(of: account, before: date) {
            return true
        }
        return renewals.hasClaim(of: account, before: date)
    }

    /// Whether no purchase with a key is held or was dropped.
    func isNew(_ key: PurchaseKey) -> Bool {
        index(of: key) == nil
            && dropped.map { !$0.keyFingerprints.contains(key.fingerprint) } ?? true
    }

    /// Whether a renewal info is held that was signed after an instant and before a date.
    func hasRenewal(signedAfter instant: Instant, before date: Instant) -> Bool {
        renewals.statements.contains { instant < $0.signedDate && $0.signedDate < date }
    }

    /// Whether a purchase of the state has the content of an event.
    func holdsPurchase(contentOf sequence: UInt64) -> Bool {
        let held = purchases.span
        for index in held.indices where held[index].versions.holdsContent(of: sequence) {
            return true
        }
        return false
    }

    /// Drops the labels about purchases that the state does not hold.
    mutating func dropLabelsOfNothing() {
        if labels.isEmpty { return }
        let held = purchases
        labels.removeAll { label in
            guard let stated = label.transaction else { return false }
            return !held.contains { $0.versions.holdsContent(of: stated.sequence) }
        }
    }

    /// Whether a label that is held was sent with the renewal info of an event.
    func hasLabel(ofRenewalInfo sequence: UInt64) -> Bool {
        labels.contains { $0.renewalInfo?.sequence == sequence }
    }
}

extension StatementList {
    fileprivate func hasClaim(of account: IdentityNumber, before date: Instant) -> Bool {
        for index in statements.indices
        where statements[index].account == account && statements[index].signedDate < date {
            return true
        }
        return false
    }
}

extension StatementList<PurchaseFacts> {
    /// When the paid period begins by the version that counts; nil where it never ends.
    fileprivate var periodStart: Instant? {
        guard let place = statements.last?.content, contents[place].expiresDate != nil else {
            return nil
        }
        return contents[place].purchaseDate
    }
}
