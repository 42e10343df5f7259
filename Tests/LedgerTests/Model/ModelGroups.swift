@testable import Ledger

extension ModelLedger {
    /// The statuses of lines by group, the one that speaks for its group first (R11).
    func groups(of lines: [ModelLine], at instant: Instant) -> [[ModelStatus]] {
        let statuses = lines.compactMap { $0.status(at: instant, catalogs, settings) }
        return Dictionary(grouping: statuses, by: \.group).values
            .map { $0.sorted(by: Self.speaksBefore) }
            .sorted { ($0[0].group ?? "") < ($1[0].group ?? "") }
    }

    /// R11: with service before without; then retry, revoked, expired.
    ///
    /// Among equals the lowest level, then subscribed before grace, then the latest end, then the
    /// lowest id.
    private static func speaksBefore(_ one: ModelStatus, _ other: ModelStatus) -> Bool {
        let states: [SubscriptionState] = [.inBillingRetryPeriod, .revoked, .expired]
        func rank(_ status: ModelStatus) -> Int {
            status.givesService ? -1 : states.firstIndex(of: status.state) ?? states.count
        }
        if rank(one) != rank(other) { return rank(one) < rank(other) }
        let levels = (one.level ?? .max, other.level ?? .max)
        if levels.0 != levels.1 { return levels.0 < levels.1 }
        if one.state != other.state { return one.state == .subscribed }
        let ends = (one.expires ?? .distantPast, other.expires ?? .distantPast)
        if ends.0 != ends.1 { return ends.0 > ends.1 }
        return ModelKey.isLower(one.line, other.line)
    }
}
