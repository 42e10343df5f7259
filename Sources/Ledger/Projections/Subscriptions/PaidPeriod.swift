/// One paid period of a line, by the newest version of its purchase (R8).
struct PaidPeriod: Sendable, Hashable {
    /// Index of the purchase in the state.
    var purchase: Int
    var start: Instant
    var expires: Instant

    func beginsBefore(_ other: PaidPeriod) -> Bool {
        start == other.start ? expires < other.expires : start < other.start
    }
}

/// A paid period that begins where the one before it ends, charged ahead.
struct AdjoiningPeriod: Sendable, Hashable {
    var product: Symbol?
    var expires: Instant
    /// The event that first tells of it.
    var event: UInt64
}

extension LineState {
    /// The paid periods in the order in which they come into force (R9): by purchaseDate, then by
    /// expiresDate.
    ///
    /// One without an expiresDate is never active and cuts nothing (F8).
    func paidPeriods() -> [PaidPeriod] {
        var periods: [PaidPeriod] = []
        periods.reserveCapacity(purchases.count)
        collectPaidPeriods(into: &periods)
        return periods
    }

    /// The paid periods in the same order, into an empty list.
    func collectPaidPeriods(into periods: inout [PaidPeriod]) {
        // Read in place: a copied purchase counts references.
        let held = purchases.span
        for index in held.indices where held[index].key.isPeriod {
            guard let content = held[index].versions.statements.last?.content,
                let start = held[index].versions.contents[content].purchaseDate,
                let expires = held[index].versions.contents[content].expiresDate
            else { continue }
            let period = PaidPeriod(purchase: index, start: start, expires: expires)
            // Keys mostly ascend with time, so the place is mostly the end. Purchases are sorted
            // by key, which so decides last.
            var place = periods.endIndex
            while place > 0, period.beginsBefore(periods[place - 1]) { place -= 1 }
            periods.insert(period, at: place)
        }
    }

    /// R9: the period in force at an instant is the one that began last.
    ///
    /// A later one cuts the earlier, whether or not isUpgraded was ever delivered (F7), and for
    /// good.
    static func periodInForce(_ periods: [PaidPeriod], at instant: Instant) -> Int? {
        var low = 0
        var high = periods.count
        while low < high {
            let middle = (low + high) / 2
            if periods[middle].start <= instant { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    /// When the next period begins; never where there is none.
    static func nextStart(_ periods: [PaidPeriod], after index: Int) -> Instant {
        index + 1 < periods.count ? periods[index + 1].start : .distantFuture
    }

    /// R9: a period that says isUpgraded, where no period that replaced it is known.
    func isSuccessorMissing(_ periods: [PaidPeriod], at index: Int) -> Bool {
        let period = periods[index]
        guard purchases[period.purchase].versions.current?.isUpgraded == true else { return false }
        return Self.nextStart(periods, after: index) >= period.expires
    }

    /// When a period ends by the facts in effect at an instant: by the version signed by then, or
    /// the first one.
    ///
    /// A version signed later counts where it makes the period cover the instant: an extension.
    func expiry(of period: PaidPeriod, knownBy instant: Instant) -> Instant {
        let versions = purchases[period.purchase].versions
        let statement =
            versions.statements.last { $0.signedDate <= instant } ?? versions.statements.first
        let expires = statement.flatMap { versions.content(of: $0).expiresDate }
        if let expires, expires > instant { return expires }
        return period.expires
    }

    /// The periods that adjoin the one in force, each known by the facts in effect at an instant:
    /// service goes on to the end of the last one whose transaction is signed by then.
    func adjoiningPeriods(
        _ periods: [PaidPeriod], from expires: Instant, after index: Int, at instant: Instant
    ) -> [AdjoiningPeriod] {
        var expires = expires
        var adjoining: [AdjoiningPeriod] = []
        if index + 1 == periods.count { return adjoining }
        for next in periods[(index + 1)...] {
            let purchase = purchases[next.purchase]
            guard next.start <= expires else { break }
            guard let first = purchase.versions.statements.first, first.signedDate <= instant else {
                continue
            }
            if revocationInForce(of: purchase, at: instant) != nil { break }
            expires = expiry(of: next, knownBy: instant)
            adjoining.append(
                AdjoiningPeriod(
                    product: purchase.versions.current?.product, expires: expires,
                    event: first.sequence))
        }
        return adjoining
    }
}
