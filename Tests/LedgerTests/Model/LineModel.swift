@testable import Ledger

/// What one subscription line is at an instant, worked out the slow way: straight from the rules R5
/// to R10 and R15 of the semantics, over a plain list of what was signed.
///
/// It shares no code with the fold; where both agree on histories that nobody wrote by hand, a
/// mistake would have to be made twice.
struct LineModel {
    /// Something signed, and when.
    struct Signed: Hashable {
        var date: Instant
        var fields: EventFields
    }

    /// A notification that acts by its label (R7).
    struct Label {
        var type: String
        var subtype: String?
        var date: Instant
        var transaction: Signed?
        var renewalInfo: Signed?
    }

    /// What the model says, to compare with a status.
    struct Verdict: Hashable {
        var state: SubscriptionState
        var product: Symbol?
        var graceEnd: Instant?
        var willAutoRenew: Bool?
        var isUnconfirmed: Bool
        var isInferred: Bool
    }

    /// One paid period with the versions of its transaction, in signed order.
    struct Period {
        var key: UInt64
        var versions: [Signed]

        var current: EventFields { versions[versions.count - 1].fields }
        var start: Instant { current.purchaseDate ?? .distantPast }
        var expires: Instant { current.expiresDate ?? .distantPast }
    }

    static let graceDays: Int64 = 16
    static let retryDays: Int64 = 60

    private(set) var periods: [Period] = []
    private(set) var renewalInfos: [Signed] = []
    private(set) var labels: [Label] = []
    /// The last date of a statement; a label is none.
    private(set) var lastEvidence: Instant?

    init(_ arrivals: [Arrival]) {
        var transactions: Set<Signed> = []
        var infos: Set<Signed> = []
        for arrival in arrivals {
            let transaction = arrival.transaction.flatMap(Self.signed)
            let info = arrival.renewalInfo.flatMap(Self.signed)
            if let transaction { transactions.insert(transaction) }
            if let info { infos.insert(info) }
            let dates = [transaction?.date, info?.date].compactMap { $0 }
            lastEvidence = (dates + [lastEvidence].compactMap { $0 }).max()
            guard let type = arrival.type, let date = arrival.signedDate else { continue }
            labels.append(
                Label(
                    type: type, subtype: arrival.subtype, date: date, transaction: transaction,
                    renewalInfo: info))
        }
        renewalInfos = infos.sorted(by: Self.isBefore)
        let byKey = Dictionary(grouping: transactions) { Self.key($0.fields) }
        periods = byKey.map { Period(key: $0, versions: $1.sorted(by: Self.isBefore)) }
            .sorted { ($0.start, $0.expires, $0.key) < ($1.start, $1.expires, $1.key) }
    }

    private static func signed(_ object: SignedObject) -> Signed? {
        object.fields.signedDate.map { Signed(date: $0, fields: object.fields) }
    }

    /// A period is known by its line item, else by its transaction.
    private static func key(_ fields: EventFields) -> UInt64 {
        if let item = fields.webOrderLineItemID?.bits, item != 0 { return item }
        return fields.transactionID?.bits ?? 0
    }

    /// R5, R6: by date; of one date the one with a revocationDate is later, then the greater digest.
    private static func isBefore(_ one: Signed, _ other: Signed) -> Bool {
        if one.date != other.date { return one.date < other.date }
        let isRevoked = (one.fields.revocationDate != nil, other.fields.revocationDate != nil)
        if isRevoked.0 != isRevoked.1 { return isRevoked.1 }
        return (one.fields.contentDigest ?? 0) < (other.fields.contentDigest ?? 0)
    }
}

extension LineModel {
    /// R10; nil before the first period.
    func verdict(at instant: Instant) -> Verdict? {
        guard let index = periods.lastIndex(where: { $0.start <= instant }) else { return nil }
        let period = periods[index]
        let next = index + 1 < periods.count ? periods[index + 1].start : Instant.distantFuture
        let info = governing(at: instant)?.fields
        let isOver = instant >= period.expires
        let wasOn = info?.autoRenewStatus == 1
        var verdict = Verdict(
            state: .expired, product: period.current.product, graceEnd: nil,
            willAutoRenew: info?.autoRenewStatus.map { $0 == 1 },
            isUnconfirmed: isOver && wasOn && (lastEvidence.map { $0 < period.expires } ?? false),
            isInferred: false)
        if isRevoked(period, at: instant) {
            verdict.state = .revoked
        } else if !isOver {
            verdict.state = .subscribed
            // R9: upgraded to something that is not known.
            if period.current.isUpgraded == true, next >= period.expires {
                verdict.isUnconfirmed = true
            }
        } else if let grace = grace(after: period, before: next, at: instant), instant < grace.end {
            verdict.state = .inGracePeriod
            verdict.graceEnd = grace.end
            verdict.isInferred = grace.isInferred
        } else if let end = retryEnd(after: period, before: next), instant < end {
            verdict.state = .inBillingRetryPeriod
        }
        return verdict
    }

    /// F5, F6, F2, F3: each stretch of versions that say revoked is one revocation.
    private func isRevoked(_ period: Period, at instant: Instant) -> Bool {
        var start: Instant?
        for version in period.versions {
            if let date = version.fields.revocationDate ?? refundLabelDate(of: version) {
                start = start ?? date
                continue
            }
            if let begun = start, begun < period.expires, begun <= instant, instant < version.date {
                return true
            }
            start = nil
        }
        return start.map { $0 < period.expires && $0 <= instant } ?? false
    }

    /// R7: a REFUND or REVOKE whose transaction has no revocationDate counts from its own date.
    private func refundLabelDate(of version: Signed) -> Instant? {
        labels.filter { $0.type == "REFUND" || $0.type == "REVOKE" }
            .filter { $0.transaction == version }.map(\.date).min()
    }

    /// R8: the last renewal info signed by then; but the first one signed at or after the end of a
    /// period governs back to that end.
    private func governing(at instant: Instant) -> Signed? {
        let last = renewalInfos.last { $0.date <= instant }
        var end: Instant?
        for (index, period) in periods.enumerated() where period.expires <= instant {
            let isCut = index + 1 < periods.count && periods[index + 1].start < period.expires
            if !isCut { end = max(end ?? period.expires, period.expires) }
        }
        guard let end, (last?.date ?? .distantPast) < end else { return last }
        return renewalInfos.first { $0.date >= end } ?? last
    }

    /// F11, F12, and R7 for the label that ends it.
    private func grace(
        after period: Period, before next: Instant, at instant: Instant
    ) -> (end: Instant, isInferred: Bool)? {
        let isTold = labels(of: period)
            .contains { $0.type == "GRACE_PERIOD_EXPIRED" && $0.date <= instant }
        if isTold { return nil }
        if let info = governing(at: instant), info.date < next,
            let end = info.fields.gracePeriodExpiresDate, end > period.expires
        {
            return (end, false)
        }
        let undated = announcements(of: period)
            .filter { $0.renewalInfo?.fields.gracePeriodExpiresDate == nil }
        guard let announced = undated.map(\.date).min() else { return nil }
        if ended(period, after: announced) <= instant { return nil }
        return (period.expires.plus(days: Self.graceDays), true)
    }

    /// R8: retry lasts 60 days from the end, or until a renewal info says that it is over.
    private func retryEnd(after period: Period, before next: Instant) -> Instant? {
        var about = renewalInfos.filter { period.expires <= $0.date && $0.date < next }
        if !renewalInfos.contains(where: { $0.date >= period.expires }) {
            about = Array(renewalInfos.suffix(1))
        }
        var announced = about.filter { info in
            info.fields.isInBillingRetryPeriod == true
                || info.fields.gracePeriodExpiresDate.map { $0 > period.expires } == true
        }.map(\.date)
        announced += announcements(of: period).map(\.date)
        announced += labels(of: period).filter { $0.type == "GRACE_PERIOD_EXPIRED" }.map(\.date)
        guard let first = announced.min() else { return nil }
        return min(period.expires.plus(days: Self.retryDays), ended(period, after: first))
    }

    private func labels(of period: Period) -> [Label] {
        labels.filter { label in
            label.transaction.map { Self.key($0.fields) == period.key } ?? false
        }
    }

    private func announcements(of period: Period) -> [Label] {
        labels(of: period).filter { $0.type == "DID_FAIL_TO_RENEW" && $0.subtype == "GRACE_PERIOD" }
    }

    /// When the first later renewal info says why it ended, and that it is not retried.
    private func ended(_ period: Period, after announced: Instant) -> Instant {
        renewalInfos.first { info in
            info.date > announced && info.date >= period.expires
                && info.fields.expirationIntent != nil
                && info.fields.isInBillingRetryPeriod != true
        }?.date ?? .distantFuture
    }
}
