/// A subscription group's answer: the line that speaks for it, and all its lines (R11).
struct GroupStatus: Sendable, Hashable {
    var group: Symbol?
    /// The line that speaks for the group; also one of `lines`.
    var best: LineStatus
    /// Every line of the group, the best first.
    var lines: [LineStatus]

    /// The groups of a customer's lines, by group symbol.
    static func groups(of statuses: [LineStatus]) -> [GroupStatus] {
        let byGroup = Dictionary(grouping: statuses, by: \.group)
        return byGroup.compactMap { group, lines in
            let sorted = lines.sorted(by: speaksBefore)
            return sorted.first.map { GroupStatus(group: group, best: $0, lines: sorted) }
        }
        .sorted { ($0.group?.number ?? 0) < ($1.group?.number ?? 0) }
    }

    /// R11: among lines with service the highest level, then subscribed before grace, then the
    /// latest end, then the lowest id.
    ///
    /// Without service billing retry, revoked, expired come first in this order, then the same.
    static func speaksBefore(_ left: LineStatus, _ right: LineStatus) -> Bool {
        if left.state.groupRank != right.state.groupRank {
            return left.state.groupRank < right.state.groupRank
        }
        let levels = (left.level ?? .max, right.level ?? .max)
        if levels.0 != levels.1 { return levels.0 < levels.1 }
        if left.state != right.state { return left.state == .subscribed }
        let ends = (left.expiresDate ?? .distantPast, right.expiresDate ?? .distantPast)
        if ends.0 != ends.1 { return ends.0 > ends.1 }
        let ids = (
            left.originalTransactionID?.bits ?? .max, right.originalTransactionID?.bits ?? .max
        )
        if ids.0 != ids.1 { return ids.0 < ids.1 }
        return left.line < right.line
    }
}
