/// Folds the steps of a balance, one after the other.
///
/// Units of a lot are available, expired, clawed back or held by a claim. A claim is a spend, or
/// the part of a clawback whose units were gone already: it takes units from the lots as a spend
/// does, and what no lot covers stays uncovered until one can. A lot whose units come back pays
/// its own overdrawn clawback first. Two things always hold: while units are uncovered and owed,
/// nothing is available; a lot with an overdrawn clawback has nothing available. The second is why
/// claims never hold each other's lots in a circle.
struct BalanceFold {
    private let overdraft: OverdraftPolicy
    private var lots: [LotUnits] = []
    private var claims: [BalanceClaim] = []
    /// The claim of each spend that was folded, by the spend's index.
    private var claimOfSpend: [Int?] = []
    private var available = AvailableLots()
    /// Claims that the next units pay, the oldest first.
    ///
    /// Empty where the balance stops at zero.
    private var owing: [Int] = []
    private var uncovered: Int128 = 0
    private var balance: Int128 = 0
    private var movements: [BalanceMovement] = []
    /// The instant and the event of the step being folded.
    private var instant = Instant.distantPast
    private var sequence: UInt64 = 0

    /// One lot and what became of its units.
    private struct LotUnits {
        let facts: BalanceLot
        var isCredited = false
        var hasExpired = false
        var available: Int64 = 0
        var expired: Int64 = 0
        /// The target of the clawback, whatever of it could be taken.
        var clawed: Int64 = 0
        var overdraftClaim: Int?

        var granted: Int64 { max(0, facts.amountGranted) }
    }

    init(overdraft: OverdraftPolicy) {
        self.overdraft = overdraft
    }

    /// Folds every step; `instantDidEnd` hears of each instant and the units uncovered after it.
    mutating func apply(
        _ schedule: BalanceSchedule, instantDidEnd: (Instant, Int128) -> Void = { _, _ in }
    ) {
        lots = schedule.lots.map { LotUnits(facts: $0) }
        claimOfSpend = Array(repeating: nil, count: schedule.spends.count)
        for (index, step) in schedule.steps.enumerated() {
            instant = step.instant
            switch step.action {
            case .expire(let lot): expire(lot)
            case .credit(let lot): credit(lot)
            case .claw(let lot, let change): claw(lot, change)
            case .spend(let index): spend(schedule.spends[index], index)
            case .reverse(let spend, let reversal): reverse(schedule.spends[spend], spend, reversal)
            }
            settle()
            let next = index + 1
            if next == schedule.steps.count || schedule.steps[next].instant != instant {
                instantDidEnd(instant, uncovered)
            }
        }
    }

    /// The balance after the steps folded so far.
    var answer: BalanceAnswer {
        BalanceAnswer(
            balance: Int64(clamping: balance),
            shortfall: overdraft == .clamp ? Int64(clamping: uncovered) : 0,
            lots: lots.filter(\.isCredited).map { lot in
                let forgiven =
                    overdraft == .clamp
                    ? lot.overdraftClaim.map { claims[$0].uncovered } ?? 0 : 0
                return BalanceLotAnswer(
                    lotID: lot.facts.lotID, kind: lot.facts.kind, granted: lot.granted,
                    remaining: lot.available, clawedBack: lot.clawed - forgiven,
                    expired: lot.expired, expiresAt: lot.facts.expiresAt)
            },
            movements: movements)
    }
}

// MARK: - Steps

extension BalanceFold {
    private mutating func expire(_ lot: Int) {
        sequence = lots[lot].facts.sequence
        lots[lot].hasExpired = true
        let left = lots[lot].available
        takeAvailable(lot, left)
        lots[lot].expired += left
        move(.expiry, lot: lot, -Int128(left))
    }

    private mutating func credit(_ lot: Int) {
        sequence = lots[lot].facts.sequence
        lots[lot].isCredited = true
        move(.credit, lot: lot, Int128(lots[lot].granted))
        makeAvailable(lot, lots[lot].granted)
    }

    /// Moves the clawback to its target: a share, rounded half up, of what did not expire.
    private mutating func claw(_ lot: Int, _ change: RevocationChange) {
        sequence = change.sequence
        let whole = RevocationChange.wholePercentageMillipercent
        let share = Int128(min(max(change.percentageMillipercent, 0), whole))
        let base = Int128(lots[lot].granted - lots[lot].expired)
        let target = Int64(clamping: (base * share + Int128(whole / 2)) / Int128(whole))
        let difference = target - lots[lot].clawed
        lots[lot].clawed = target
        if difference > 0 {
            takeBack(lot, difference)
        } else if difference < 0 {
            reinstate(lot, -difference)
        }
    }

    private mutating func takeBack(_ lot: Int, _ units: Int64) {
        let own = min(units, lots[lot].available)
        takeAvailable(lot, own)
        var missing: Int64 = 0
        if own < units {
            let claim = lots[lot].overdraftClaim ?? newClaim()
            lots[lot].overdraftClaim = claim
            missing = cover(claim, units - own)
        }
        move(.clawback, lot: lot, -Int128(overdraft == .clamp ? units - missing : units))
    }

    private mutating func reinstate(_ lot: Int, _ units: Int64) {
        let released = lots[lot].overdraftClaim.map { release($0, upTo: units) } ?? ReleasedUnits()
        let moved = overdraft == .clamp ? units - released.uncovered : units
        move(.reinstatement, lot: lot, Int128(moved))
        giveBack(released.held)
        makeAvailable(lot, units - released.units)
    }

    private mutating func spend(_ spend: BalanceSpend, _ index: Int) {
        sequence = spend.sequence
        let claim = newClaim()
        claimOfSpend[index] = claim
        let missing = cover(claim, max(0, spend.amount))
        for (lot, units) in claims[claim].held {
            move(.spend, lot: lot, key: spend.key, -Int128(units))
        }
        if overdraft == .negative {
            move(.spend, lot: nil, key: spend.key, -Int128(missing))
        }
    }

    /// Units go back to the lots that hold them now; one that expired stays expired.
    private mutating func reverse(_ spend: BalanceSpend, _ index: Int, _ reversal: SpendReversal) {
        guard let claim = claimOfSpend[index] else { return }
        sequence = reversal.sequence
        let released = release(claim, upTo: .max)
        for (lot, units) in released.held {
            move(.reversal, lot: lot, key: spend.key, Int128(units))
        }
        if overdraft == .negative {
            move(.reversal, lot: nil, key: spend.key, Int128(released.uncovered))
        }
        giveBack(released.held)
    }
}

// MARK: - Units

extension BalanceFold {
    private mutating func newClaim() -> Int {
        claims.append(BalanceClaim())
        return claims.count - 1
    }

    /// Lets a claim hold units of the lots in their order; returns what no lot covers.
    private mutating func cover(_ claim: Int, _ units: Int64) -> Int64 {
        let missing = hold(claim, units)
        guard missing > 0 else { return 0 }
        if overdraft == .negative, claims[claim].uncovered == 0 {
            owing.insert(claim, at: owing.firstIndex { $0 > claim } ?? owing.endIndex)
        }
        claims[claim].uncovered += missing
        uncovered += Int128(missing)
        return missing
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

    /// Takes units out of a claim: uncovered ones first, then those held last.
    private mutating func release(_ claim: Int, upTo limit: Int64) -> ReleasedUnits {
        let released = claims[claim].release(upTo: limit)
        uncovered -= Int128(released.uncovered)
        if released.uncovered > 0, claims[claim].uncovered == 0 {
            owing.removeAll { $0 == claim }
        }
        return released
    }

    /// Gives units back to their lots; a lot that is overdrawn passes them on.
    private mutating func giveBack(_ parts: [(lot: Int, units: Int64)]) {
        var pending = parts
        while let (lot, units) = pending.popLast() {
            let released =
                lots[lot].overdraftClaim.map { release($0, upTo: units) } ?? ReleasedUnits()
            if overdraft == .clamp {
                // Units that went missing are taken back after all.
                move(.clawback, lot: lot, -Int128(released.uncovered))
            }
            pending += released.held
            makeAvailable(lot, units - released.units)
        }
    }

    private mutating func makeAvailable(_ lot: Int, _ units: Int64) {
        guard units > 0 else { return }
        guard !lots[lot].hasExpired else {
            lots[lot].expired += units
            move(.expiry, lot: lot, -Int128(units))
            return
        }
        if lots[lot].available == 0 { available.insert(lot) }
        lots[lot].available += units
    }

    private mutating func takeAvailable(_ lot: Int, _ units: Int64) {
        guard units > 0 else { return }
        lots[lot].available -= units
        if lots[lot].available == 0 { available.remove(lot) }
    }

    /// Lets available units pay what is owed.
    ///
    /// The balance does not move.
    private mutating func settle() {
        while let claim = owing.first, available.first != nil {
            let owed = claims[claim].uncovered
            let missing = hold(claim, owed)
            claims[claim].uncovered = missing
            uncovered -= Int128(owed - missing)
            if missing == 0 { owing.removeFirst() }
        }
    }

    private mutating func move(
        _ kind: BalanceMovement.Kind, lot: Int?, key: String? = nil, _ amount: Int128
    ) {
        guard amount != 0 else { return }
        balance += amount
        movements.append(
            BalanceMovement(
                kind: kind, lotID: lot.map { lots[$0].facts.lotID }, spendKey: key,
                amount: Int64(clamping: amount), effective: instant, sequence: sequence))
    }
}
