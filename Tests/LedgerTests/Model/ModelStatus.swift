@testable import Ledger

/// What one subscription is at an instant.
struct ModelStatus {
    var line: String
    var group: String?
    var state: SubscriptionState
    var product: String?
    var transaction: String
    var level: Int64?
    var isFamilyShared: Bool
    var expires: Instant?
    /// The end of the paid period in force, and of each that adjoins it, charged ahead.
    var paid: [(product: String?, end: Instant)] = []
    var graceEnd: Instant?
    var retryEnd: Instant?
    var renewal: ModelFacts.Renewal?
    var isUnconfirmed = false
    var isInferred = false

    /// Section 0, 6: only these give service.
    var givesService: Bool { state == .subscribed || state == .inGracePeriod }

    /// F10: only what goes on has something pending.
    var pendingProduct: String? {
        guard state != .expired, state != .revoked else { return nil }
        return renewal?.autoRenewProduct == product ? nil : renewal?.autoRenewProduct
    }
}

/// The paid periods of a line, in the order in which they come into force.
struct ModelPeriod {
    var purchase: ModelPurchase
    var start: Instant
    var end: Instant
    /// Where the next one begins (R9).
    var next = Instant.distantFuture

    /// R9: cut by the next one before it was over.
    var isCut: Bool { next < end }

    /// R9: by purchaseDate, then expiresDate; F8: one without an expiresDate is none.
    static func ordered(_ purchases: [ModelPurchase]) -> [ModelPeriod] {
        var periods = purchases.filter(\.key.isPeriod).compactMap { purchase -> ModelPeriod? in
            guard let start = purchase.current.purchaseDate,
                let end = purchase.current.expiresDate
            else { return nil }
            return ModelPeriod(purchase: purchase, start: start, end: end)
        }
        periods.sort { ($0.start, $0.end, $0.purchase.key) < ($1.start, $1.end, $1.purchase.key) }
        for index in periods.indices.dropLast() { periods[index].next = periods[index + 1].start }
        return periods
    }
}

extension ModelLine {
    /// R10; nil before the first period and for what is no subscription.
    func status(
        at instant: Instant, _ catalogs: ModelCatalogs, _ settings: ModelSettings
    ) -> ModelStatus? {
        guard let period = periods.last(where: { $0.start <= instant }) else {
            return statusWithoutPeriod(at: instant, catalogs)
        }
        var status = status(of: period.purchase, at: instant, catalogs)
        let isOver = instant >= period.end
        // R15: renewal was on, and nothing signed since the end was heard.
        status.isUnconfirmed =
            isOver && status.renewal?.willAutoRenew == true
            && (lastEvidence.map { $0 < period.end } ?? false)
        if isRevoked(period.purchase, at: instant) {
            status.state = .revoked
        } else if !isOver {
            status.state = .subscribed
            status.paid = paid(from: period, at: instant)
            status.expires = status.paid.last?.end
            // R9: upgraded to something that is not known.
            if period.purchase.current.isUpgraded, !period.isCut { status.isUnconfirmed = true }
        } else if let grace = grace(after: period, at: instant, catalogs, settings),
            instant < grace.end
        {
            status.state = .inGracePeriod
            (status.expires, status.graceEnd) = (grace.end, grace.end)
            status.isInferred = grace.isInferred
        } else if let end = retryEnd(after: period), instant < end {
            status.state = .inBillingRetryPeriod
            status.retryEnd = end
        } else if status.isUnconfirmed, let hours = settings.slackHours(at: instant),
            instant < period.end.plus(hours: hours)
        {
            // P4: the host chose to wait for news.
            status.state = .subscribed
            status.expires = period.end.plus(hours: hours)
        }
        return status
    }

    private func status(
        of purchase: ModelPurchase, at instant: Instant, _ catalogs: ModelCatalogs
    ) -> ModelStatus {
        let (facts, renewal) = (purchase.current, governing(at: instant)?.content)
        return ModelStatus(
            line: original, group: facts.group, state: .expired, product: facts.product,
            transaction: facts.id, level: catalogs.product(facts.product, at: instant)?.level,
            isFamilyShared: facts.isFamilyShared, expires: facts.expiresDate,
            graceEnd: renewal?.graceEnd, renewal: renewal)
    }

    /// F8: a subscription without an expiresDate is never active.
    private func statusWithoutPeriod(
        at instant: Instant, _ catalogs: ModelCatalogs
    ) -> ModelStatus? {
        let bought = purchases.filter { $0.key.isPeriod && $0.current.expiresDate == nil }
            .filter { $0.current.purchaseDate.map { $0 <= instant } ?? false }
            .sorted {
                ($0.current.purchaseDate ?? .distantPast, $0.key)
                    < ($1.current.purchaseDate ?? .distantPast, $1.key)
            }
        guard let latest = bought.last else { return nil }
        var status = status(of: latest, at: instant, catalogs)
        if isRevoked(latest, at: instant) { status.state = .revoked }
        return status
    }

    /// The ends by the facts in effect at T: of the period in force, and of each next adjoining one
    /// once its transaction is signed by T.
    private func paid(
        from period: ModelPeriod, at instant: Instant
    ) -> [(product: String?, end: Instant)] {
        var end = end(of: period, by: instant)
        var paid = [(period.purchase.current.product, end)]
        for next in periods.drop(while: { $0.purchase.key != period.purchase.key }).dropFirst() {
            guard next.start <= end else { break }
            guard next.purchase.versions[0].date <= instant else { continue }
            if isRevoked(next.purchase, at: instant) { break }
            end = self.end(of: next, by: instant)
            paid.append((next.purchase.current.product, end))
        }
        return paid
    }

    /// The end that a period had by what was signed by T, unless only a later version makes it
    /// cover T: an extension.
    private func end(of period: ModelPeriod, by instant: Instant) -> Instant {
        let versions = period.purchase.versions
        let told = (versions.last { $0.date <= instant } ?? versions[0]).content.expiresDate
        return told.flatMap { $0 > instant ? $0 : nil } ?? period.end
    }
}

extension Instant {
    func plus(hours: Int64) -> Instant { advanced(byMilliseconds: hours * 3_600_000) }
}
