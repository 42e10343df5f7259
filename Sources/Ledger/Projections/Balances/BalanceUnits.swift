/// Where every unit of a balance is, and the moves between those places.
///
/// Units of a lot are available, expired, clawed back or held by a claim. A claim is a spend, or
/// the part of a clawback whose units were gone already: it takes units from the lots as a spend
/// does, and what no lot covers stays uncovered until one can. A lot whose units come back pays
/// its own overdrawn clawback first. Two things hold after every step: while units are uncovered
/// and owed, nothing is available; a lot with an overdrawn clawback has nothing available. The
/// second is why claims never hold each other's lots in a circle.
struct BalanceUnits {
    /// One lot and what became of its units.
    struct Lot {
        let facts: BalanceLot
        var isCredited = false
        var hasExpired = false
        fileprivate(set) var available: Int64 = 0
        fileprivate(set) var expired: Int64 = 0
        /// The target of the clawback, whatever of it could be taken.
        var clawed: Int64 = 0
        /// The claim for clawed units that were gone already.
        var overdraftClaim: Int?

        var granted: Int64 { max(0, facts.amountGranted) }
    }

    let overdraft: OverdraftPolicy
    /// In the order in which they are spent.
    var lots: [Lot]
    private(set) var claims: [BalanceClaim] = []
    private var available = AvailableLots()
    /// Claims that the next units pay, the oldest first.
    ///
    /// Empty where the balance stops at zero.
    private var owing: [Int] = []
    /// Units of all claims that no lot covers.
    private(set) var uncovered: Int128 = 0
    private(set) var balance: Int128 = 0
    private(set) var movements: [BalanceMovement] = []
    /// The instant and the event of the step being folded.
    var instant = Instant.distantPast
    var sequence: UInt64 = 0

    init(_ lots: [BalanceLot], overdraft: OverdraftPolicy) {
        self.lots = lots.map { Lot(facts: $0) }
        self.overdraft = overdraft
    }
}

// MARK: - Claims

extension BalanceUnits {
    mutating func newClaim() -> Int {
        claims.append(BalanceClaim())
        return claims.count - 1
    }

    /// Lets a claim hold units of the lots in their order; returns what no lot covers.
    mutating func cover(_ claim: Int, _ units: Int64) -> Int64 {
        let missing = hold(claim, units)
        guard missing > 0 else { return 0 }
        if overdraft == .negative, claims[claim].uncovered == 0 {
            owing.insert(claim, at: owing.firstIndex { $0 > claim } ?? owing.endIndex)
        }
        claims[claim].uncovered += missing
        uncovered += Int128(missing)
        return missing
    }

    /// Takes units out of a claim: uncovered ones first, then those held last.
    mutating func release(_ claim: Int, upTo limit: Int64) -> ReleasedUnits {
        let released = claims[claim].release(upTo: limit)
        uncovered -= Int128(released.uncovered)
        if released.uncovered > 0, claims[claim].uncovered == 0 {
            owing.removeAll { $0 == claim }
        }
        return released
    }

    /// Takes units out of the claim for a lot's overdrawn clawback, where there is one.
    mutating func releaseOverdraft(of lot: Int, upTo limit: Int64) -> ReleasedUnits {
        lots[lot].overdraftClaim.map { release($0, upTo: limit) } ?? ReleasedUnits()
    }

    /// Lets available units pay what is owed.
    ///
    /// The balance does not move.
    mutating func settle() {
        while let claim = owing.first, available.first != nil {
            let owed = claims[claim].uncovered
            let missing = hold(claim, owed)
            claims[claim].uncovered = missing
            uncovered -= Int128(owed - missing)
            if missing == 0 { owing.removeFirst() }
        }
    }

    private mutating func hold(_ claim: Int, _ units: Int64) -> Int64 {
        var missing = units
        while missing > 0, let lot = available.first {
            let part = min(missing, lots[lot].available)
            takeAvailable(lot, part)
            claims[claim].hold(lot, part)
            missing -= part
        }
        return missing
    }
}

// MARK: - Lots

extension BalanceUnits {
    /// Gives units back to their lots; a lot that is overdrawn passes them on.
    mutating func giveBack(_ parts: [(lot: Int, units: Int64)]) {
        var pending = parts
        while let (lot, units) = pending.popLast() {
            let released = releaseOverdraft(of: lot, upTo: units)
            if overdraft == .clamp {
                // Units that went missing are taken back after all.
                move(.clawback, lot: lot, -Int128(released.uncovered))
            }
            pending += released.held
            makeAvailable(lot, units - released.units)
        }
    }

    /// Adds units to a lot; they are gone at once where it has expired.
    mutating func makeAvailable(_ lot: Int, _ units: Int64) {
        guard units > 0 else { return }
        guard !lots[lot].hasExpired else {
            lots[lot].expired += units
            move(.expiry, lot: lot, -Int128(units))
            return
        }
        if lots[lot].available == 0 { available.insert(lot) }
        lots[lot].available += units
    }

    /// Takes units that the lot has.
    mutating func takeAvailable(_ lot: Int, _ units: Int64) {
        guard units > 0 else { return }
        lots[lot].available -= units
        if lots[lot].available == 0 { available.remove(lot) }
    }

    /// What is left of a lot expires.
    mutating func expire(_ lot: Int) {
        let left = lots[lot].available
        takeAvailable(lot, left)
        lots[lot].hasExpired = true
        lots[lot].expired += left
        move(.expiry, lot: lot, -Int128(left))
    }

    /// Moves the balance; nothing is no movement.
    mutating func move(
        _ kind: BalanceMovement.Kind, lot: Int?, key: String? = nil, _ amount: Int128
    ) {
        guard amount != 0 else { return }
        balance += amount
        movements.append(
            BalanceMovement(
                kind: kind, lotID: lot.map { lots[$0].facts.lotID },
                lotKind: lot.map { lots[$0].facts.kind }, spendKey: key,
                amount: Int64(clamping: amount), effective: instant, sequence: sequence))
    }
}
