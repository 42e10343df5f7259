/// Something that takes units out of a balance, and where it has them from.
struct BalanceClaim {
    /// Units held, by lot, in the order in which they were taken.
    private(set) var held: [(lot: Int, units: Int64)] = []
    /// Units that no lot covers.
    var uncovered: Int64 = 0

    /// Holds more units of a lot.
    mutating func hold(_ lot: Int, _ units: Int64) {
        held.append((lot, units))
    }

    /// Lets up to `limit` units go: uncovered ones first, then those held last.
    mutating func release(upTo limit: Int64) -> ReleasedUnits {
        var released = ReleasedUnits(uncovered: min(uncovered, limit))
        uncovered -= released.uncovered
        var left = limit - released.uncovered
        while left > 0, let last = held.popLast() {
            let units = min(left, last.units)
            released.held.append((last.lot, units))
            left -= units
            if units < last.units { held.append((last.lot, last.units - units)) }
        }
        return released
    }
}

/// Units that a claim let go.
struct ReleasedUnits {
    var uncovered: Int64 = 0
    /// Units that go back to their lots.
    var held: [(lot: Int, units: Int64)] = []

    /// All of them.
    ///
    /// Never more than the claim had, so it does not overflow.
    var units: Int64 { held.reduce(uncovered) { $0 + $1.units } }
}
