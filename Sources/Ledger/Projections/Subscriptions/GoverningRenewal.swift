extension LineState {
    /// The renewal info that governs at an instant (R8): the last one signed by then; but the first
    /// one signed at or after an expiresDate governs back to that date, where no period followed
    /// on: after a renewal the one signed before it still says what comes next.
    func governingRenewal(_ periods: [PaidPeriod], at instant: Instant) -> Statement? {
        let statements = renewals.statements
        let next = statements.firstIndex { instant < $0.signedDate } ?? statements.endIndex
        let last = next > 0 ? statements[next - 1] : nil
        guard let ended = lastEnd(periods, by: instant) else { return last }
        if let last, last.signedDate >= ended { return last }
        return next < statements.endIndex ? statements[next] : last
    }

    /// The latest expiresDate by an instant at which service really ended: a period that was cut
    /// did not live to see its own, and after one that was renewed it went on.
    private func lastEnd(_ periods: [PaidPeriod], by instant: Instant) -> Instant? {
        var latest = dropped?.lastExpiry
        for (index, period) in periods.enumerated() where period.expires <= instant {
            if Self.nextStart(periods, after: index) <= period.expires { continue }
            latest = max(latest ?? period.expires, period.expires)
        }
        return latest
    }

    /// The renewal infos that say what became of a period after its end: those signed from then on
    /// until the next period; where nothing was signed since, the last one before.
    ///
    /// What was signed in a later period speaks of that one.
    func renewalsAfterEnd(_ periods: [PaidPeriod], at index: Int) -> Slice<SmallList<Statement>> {
        let expires = periods[index].expires
        let nextStart = Self.nextStart(periods, after: index)
        let statements = renewals.statements
        let first = statements.firstIndex { $0.signedDate >= expires } ?? statements.endIndex
        var end = first
        while end < statements.endIndex, statements[end].signedDate < nextStart { end += 1 }
        return first < statements.endIndex ? statements[first..<end] : statements.suffix(1)
    }
}
