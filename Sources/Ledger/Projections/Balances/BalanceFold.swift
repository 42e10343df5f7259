/// Folds the steps of a balance, one after the other.
struct BalanceFold {
    private var units: BalanceUnits
    /// The claim of each spend that was folded, by the spend's index.
    private var claimOfSpend: [Int?]

    private var clamps: Bool { units.overdraft == .clamp }

    /// Folds every step of a schedule.
    ///
    /// - Parameters:
    ///   - schedule: what happens, in order.
    ///   - overdraft: what becomes of units that no lot covers.
    ///   - instantDidEnd: hears of each instant and of the units uncovered after it.
    init(
        _ schedule: BalanceSchedule, overdraft: OverdraftPolicy,
        instantDidEnd: (Instant, Int128) -> Void = { _, _ in }
    ) {
        units = BalanceUnits(schedule.lots, overdraft: overdraft)
        claimOfSpend = Array(repeating: nil, count: schedule.spends.count)
        for (index, step) in schedule.steps.enumerated() {
            units.instant = step.instant
            apply(step.action, of: schedule)
            units.settle()
            let next = index + 1
            if next == schedule.steps.count || schedule.steps[next].instant != step.instant {
                instantDidEnd(step.instant, units.uncovered)
            }
        }
    }

    /// The balance after the last step.
    var answer: BalanceAnswer {
        BalanceAnswer(
            balance: Int64(clamping: units.balance),
            shortfall: clamps ? Int64(clamping: units.uncovered) : 0,
            lots: units.lots.filter(\.isCredited).map(answer),
            movements: units.movements)
    }

    private func answer(_ lot: BalanceUnits.Lot) -> BalanceLotAnswer {
        var clawedBack = lot.clawed
        if clamps, let claim = lot.overdraftClaim {
            clawedBack -= units.claims[claim].uncovered
        }
        return BalanceLotAnswer(
            lotID: lot.facts.lotID, kind: lot.facts.kind, granted: lot.granted,
            remaining: lot.available, clawedBack: clawedBack, expired: lot.expired,
            expiresAt: lot.facts.expiresAt)
    }
}

// MARK: - Steps

extension BalanceFold {
    private mutating func apply(_ action: BalanceSchedule.Action, of schedule: BalanceSchedule) {
        switch action {
        case .expire(let lot):
            units.sequence = units.lots[lot].facts.sequence
            units.expire(lot)
        case .credit(let lot):
            units.sequence = units.lots[lot].facts.sequence
            credit(lot)
        case .claw(let lot, let change):
            units.sequence = change.sequence
            claw(lot, change.percentageMillipercent)
        case .spend(let index):
            units.sequence = schedule.spends[index].sequence
            spend(schedule.spends[index], index)
        case .reverse(let index, let sequence):
            units.sequence = sequence
            reverse(schedule.spends[index], index)
        }
    }

    private mutating func credit(_ lot: Int) {
        units.lots[lot].isCredited = true
        let granted = units.lots[lot].granted
        units.move(.credit, lot: lot, Int128(granted))
        units.makeAvailable(lot, granted)
    }

    /// Moves the clawback to its target: a share, rounded half up, of what did not expire.
    private mutating func claw(_ lot: Int, _ percentageMillipercent: Int32) {
        let whole = RevocationChange.wholePercentageMillipercent
        let share = Int128(min(max(percentageMillipercent, 0), whole))
        let base = Int128(units.lots[lot].granted - units.lots[lot].expired)
        let target = Int64(clamping: (base * share + Int128(whole / 2)) / Int128(whole))
        let difference = target - units.lots[lot].clawed
        units.lots[lot].clawed = target
        if difference > 0 {
            takeBack(lot, difference)
        } else if difference < 0 {
            reinstate(lot, -difference)
        }
    }

    private mutating func takeBack(_ lot: Int, _ amount: Int64) {
        let own = min(amount, units.lots[lot].available)
        units.takeAvailable(lot, own)
        var missing: Int64 = 0
        if own < amount {
            let claim = units.lots[lot].overdraftClaim ?? units.newClaim()
            units.lots[lot].overdraftClaim = claim
            missing = units.cover(claim, amount - own)
        }
        units.move(.clawback, lot: lot, -Int128(clamps ? amount - missing : amount))
    }

    private mutating func reinstate(_ lot: Int, _ amount: Int64) {
        let released = units.releaseOverdraft(of: lot, upTo: amount)
        let moved = clamps ? amount - released.uncovered : amount
        units.move(.reinstatement, lot: lot, Int128(moved))
        units.giveBack(released.held)
        units.makeAvailable(lot, amount - released.units)
    }

    private mutating func spend(_ spend: BalanceSpend, _ index: Int) {
        let claim = units.newClaim()
        claimOfSpend[index] = claim
        let missing = units.cover(claim, max(0, spend.amount))
        for (lot, held) in units.claims[claim].held {
            units.move(.spend, lot: lot, key: spend.key, -Int128(held))
        }
        if !clamps { units.move(.spend, lot: nil, key: spend.key, -Int128(missing)) }
    }

    /// Units go back to the lots that hold them now; one that expired stays expired.
    private mutating func reverse(_ spend: BalanceSpend, _ index: Int) {
        guard let claim = claimOfSpend[index] else { return }
        let released = units.release(claim, upTo: .max)
        for (lot, held) in released.held {
            units.move(.reversal, lot: lot, key: spend.key, Int128(held))
        }
        if !clamps {
            units.move(.reversal, lot: nil, key: spend.key, Int128(released.uncovered))
        }
        units.giveBack(released.held)
    }
}
