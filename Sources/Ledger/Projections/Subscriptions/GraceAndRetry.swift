/// A stretch after a paid period.
struct Aftermath: Sendable, Hashable {
    var end: Instant
    /// Whether the end is ours, because the App Store gave none (F12).
    var isInferred = false
    /// The events that say so.
    var events: [UInt64]
}

/// How long things last where the App Store's documentation gives the number.
enum SubscriptionLimits {
    /// Billing retry ends after this, grace included (R8).
    static let billingRetryDays: Int64 = 60
    /// The same in a 12-month commitment (F26).
    static let commitmentRetryDays: Int64 = 90
    /// A renewal may be charged this long before its period begins (F14).
    static let chargeAheadHours: Int64 = 24
    /// Grace of a weekly product is at most this (F12).
    static let weeklyGraceDays: Int64 = 6
    /// A paid period no longer than this is a week, where the catalog does not say (F12).
    static let weekDays: Int64 = 7
}

extension LineState {
    /// The grace period after a paid period, as it stands at an instant (F11, F12).
    func grace(
        _ periods: [PaidPeriod], after index: Int, at instant: Instant,
        catalog: CatalogFacts, policies: Policies
    ) -> Aftermath? {
        let expires = periods[index].expires
        // An end that was signed by then ends it; one that is signed later is not in effect yet.
        if let ended = firstLabel(.end, periods, after: index), ended.at <= instant { return nil }
        if let governing = governingRenewal(periods, at: instant),
            governing.signedDate < Self.nextStart(periods, after: index),
            let end = renewals.content(of: governing).gracePeriodExpiresDate, end > expires
        {
            return Aftermath(end: end, events: [governing.sequence])
        }
        guard let label = firstLabel(.announcementWithoutDate, periods, after: index) else {
            return nil
        }
        if let ended = endSigned(after: label.at, from: expires), ended <= instant { return nil }
        let end = lengthOfGraceWithoutDate(
            after: periods[index], at: instant, catalog: catalog, policies: policies)
        return Aftermath(end: end, isInferred: true, events: [label.sequence])
    }

    /// F12, P3: until expiresDate and the configured grace (weekly products at most six days), or
    /// three days where no grace is configured.
    private func lengthOfGraceWithoutDate(
        after period: PaidPeriod, at instant: Instant, catalog: CatalogFacts, policies: Policies
    ) -> Instant {
        guard let configured = catalog.gracePeriod(at: instant) else {
            return period.expires.advanced(
                byMilliseconds: policies.graceWithoutDateDays * Instant.millisecondsPerDay)
        }
        let end = configured.end(from: period.expires)
        guard isWeekly(period, at: instant, catalog: catalog) else { return end }
        return min(
            end,
            period.expires.advanced(
                byMilliseconds: SubscriptionLimits.weeklyGraceDays * Instant.millisecondsPerDay))
    }

    /// Whether a period is one of a weekly product: the catalog says so, or where it does not say,
    /// the period's own length; but the length of an offer, such as a free week, says nothing.
    private func isWeekly(
        _ period: PaidPeriod, at instant: Instant, catalog: CatalogFacts
    ) -> Bool {
        guard let facts = purchases[period.purchase].versions.current else { return false }
        let product = facts.product.flatMap { catalog.product($0, at: instant) }
        if let isWeekly = product?.isWeekly { return isWeekly }
        let week = SubscriptionLimits.weekDays * Instant.millisecondsPerDay
        return facts.offerType == nil
            && period.expires <= period.start.advanced(byMilliseconds: week)
    }

    /// Billing retry after a paid period (R8, F13): if a flag says so or a grace was announced,
    /// until 60 days after expiresDate (commitment: 90) or the first later renewal info that says
    /// the subscription has ended.
    ///
    /// The next paid period ends it by R9.
    func billingRetry(_ periods: [PaidPeriod], after index: Int) -> Aftermath? {
        let expires = periods[index].expires
        var announced: (at: Instant, sequence: UInt64)?
        func announce(_ at: Instant, _ sequence: UInt64) {
            if let held = announced, (held.at, held.sequence) <= (at, sequence) { return }
            announced = (at, sequence)
        }
        for statement in renewalsAfterEnd(periods, at: index) {
            let facts = renewals.content(of: statement)
            let announcesGrace = facts.gracePeriodExpiresDate.map { $0 > expires } ?? false
            if facts.isInBillingRetryPeriod || announcesGrace {
                announce(statement.signedDate, statement.sequence)
            }
        }
        if let label = firstLabel(.announcement, periods, after: index) {
            announce(label.at, label.sequence)
        }
        if let label = firstLabel(.end, periods, after: index) {
            announce(label.at, label.sequence)
        }
        guard let announced else { return nil }
        let isCommitment =
            purchases[periods[index].purchase].versions.current?.isCommitment ?? false
        let days =
            isCommitment
            ? SubscriptionLimits.commitmentRetryDays : SubscriptionLimits.billingRetryDays
        let limit = expires.advanced(byMilliseconds: days * Instant.millisecondsPerDay)
        let ended = endSigned(after: announced.at, from: expires) ?? .distantFuture
        return Aftermath(end: min(limit, ended), events: [announced.sequence])
    }

    /// When the first renewal info after an announcement says that the subscription has ended.
    private func endSigned(after announced: Instant, from expires: Instant) -> Instant? {
        for statement in renewals.statements
        where statement.signedDate > announced && statement.signedDate >= expires {
            if renewals.contents[statement.content].saysEnded { return statement.signedDate }
        }
        return nil
    }

    /// Which labels about grace are asked for.
    private enum GraceLabel {
        /// DID_FAIL_TO_RENEW/GRACE_PERIOD.
        case announcement
        /// Of those the ones whose renewal info has no date (F12).
        case announcementWithoutDate
        /// GRACE_PERIOD_EXPIRED (R7).
        case end
    }

    private func isOne(_ label: NotificationLabel, of kind: GraceLabel) -> Bool {
        switch kind {
        case .announcement: label.announcesGrace
        case .announcementWithoutDate: label.announcesGrace && !hasGraceDate(label)
        case .end: label.endsGrace
        }
    }

    /// Whether the renewal info of a label says when grace ends.
    func hasGraceDate(_ label: NotificationLabel) -> Bool {
        guard let stated = label.renewalInfo else { return false }
        return renewals.contents.last { $0.sequence == stated.sequence }?
            .gracePeriodExpiresDate != nil
    }

    /// The first label, by its outer date, that is about a period: the one whose transaction it
    /// carries, or where it carries none, the one that was over at its date.
    private func firstLabel(
        _ kind: GraceLabel, _ periods: [PaidPeriod], after index: Int
    ) -> (at: Instant, sequence: UInt64)? {
        var first: (at: Instant, sequence: UInt64)?
        for label in labels where isOne(label, of: kind) {
            guard let at = label.signedDate ?? label.transaction?.signedDate,
                isAbout(label, at: at, periods, index)
            else { continue }
            if let held = first, (held.at, held.sequence) <= (at, label.sequence) { continue }
            first = (at, label.sequence)
        }
        return first
    }

    private func isAbout(
        _ label: NotificationLabel, at date: Instant, _ periods: [PaidPeriod], _ index: Int
    ) -> Bool {
        if let stated = label.transaction {
            return purchases[periods[index].purchase].versions.contents
                .contains { $0.sequence == stated.sequence }
        }
        return periods[index].expires <= date && date < Self.nextStart(periods, after: index)
    }
}
