@testable import Ledger

/// What becomes of a subscription after a paid period.
extension ModelLine {
    static let retryDays: Int64 = 60
    static let weeklyGraceDaysMax: Int64 = 6

    /// R8: the last renewal info signed by T; but the first one signed at or after the end of a
    /// period governs back to that end.
    ///
    /// A period that was cut did not live to see its end, and one that was renewed did not end.
    func governing(at instant: Instant) -> Signed<ModelFacts.Renewal>? {
        let last = renewals.last { $0.date <= instant }
        let ends = periods.filter { $0.end < $0.next && $0.end <= instant }.map(\.end)
        guard let end = ends.max(), (last?.date ?? .distantPast) < end else { return last }
        return renewals.first { $0.date >= end } ?? last
    }

    /// F11, F12, and R7 for the label that ends it.
    func grace(
        after period: ModelPeriod, at instant: Instant, _ catalogs: ModelCatalogs,
        _ settings: ModelSettings
    ) -> (end: Instant, isInferred: Bool)? {
        // Told by then that it is over; what is signed later is not in effect yet.
        let isTold = notes(about: period)
            .contains { $0.type == "GRACE_PERIOD_EXPIRED" && $0.date <= instant }
        if isTold { return nil }
        if let governing = governing(at: instant), governing.date < period.next,
            let end = governing.content.graceEnd, end > period.end
        {
            return (end, false)
        }
        let undated = announcements(of: period).filter { $0.renewal?.content.graceEnd == nil }
        guard let announced = undated.map(\.date).min() else { return nil }
        if ended(period, after: announced) <= instant { return nil }
        return (catalogs.grace(after: period, at: instant, settings), true)
    }

    /// R8, F13: 60 days from the end, or until a renewal info says that it is over.
    func retryEnd(after period: ModelPeriod) -> Instant? {
        var about = renewals.filter { period.end <= $0.date && $0.date < period.next }
        if !renewals.contains(where: { $0.date >= period.end }) {
            about = Array(renewals.suffix(1))
        }
        let flagged = about.filter { info in
            info.content.isInBillingRetry
                || info.content.graceEnd.map { $0 > period.end } ?? false
        }
        let labels = notes(about: period).filter { $0.type == "GRACE_PERIOD_EXPIRED" }
        let announced =
            flagged.map(\.date) + announcements(of: period).map(\.date) + labels.map(\.date)
        guard let first = announced.min() else { return nil }
        return min(period.end.plus(days: Self.retryDays), ended(period, after: first))
    }

    /// A label is about the period whose transaction it carries.
    private func notes(about period: ModelPeriod) -> [ModelFacts.Note] {
        notes.filter { $0.transaction?.content.key == period.purchase.key }
    }

    private func announcements(of period: ModelPeriod) -> [ModelFacts.Note] {
        notes(about: period)
            .filter { $0.type == "DID_FAIL_TO_RENEW" && $0.subtype == "GRACE_PERIOD" }
    }

    /// When the first later renewal info says why it ended, and that it is not retried.
    private func ended(_ period: ModelPeriod, after announced: Instant) -> Instant {
        renewals.first {
            $0.date > announced && $0.date >= period.end && $0.content.saysEnded
        }?.date ?? .distantFuture
    }
}
