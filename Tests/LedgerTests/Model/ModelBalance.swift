@testable import Ledger

/// A balance, one unit at a time: where each unit of each lot is.
///
/// A taker is a spend, or the part of a clawback whose units were spent already: that part takes
/// units of other lots as a spend does. What no lot covers is debt that the next units pay, the
/// oldest taker first.
struct ModelBalance {
    /// Where a unit is.
    private enum Place: Equatable {
        /// Not credited yet.
        case future
        case available
        case expired
        case clawedBack
        /// Held by a taker.
        case held(Int)
    }

    private struct Taker {
        /// What it may not take back from other lots: units that no lot covers.
        var debt: Int64 = 0
        /// Lots of the units that it holds, in the order in which it took them.
        var lots: [Int] = []
    }

    let lots: [ModelLot]
    private var units: [[Place]]
    private var clawed: [Int64]
    private var hasExpired: [Bool]
    private var takers: [Taker] = []
    private var overdrafts: [Int: Int] = [:]
    private var takerOfSpend: [String: Int] = [:]
    /// P1: the balance stops at zero.
    private let clamps: Bool

    /// Something that happens, in the order in which it counts at one instant.
    private enum Step {
        case expire(Int)
        case credit(Int)
        case claw(Int, Int64)
        case spend(ModelLedger.HostAction)
        case takeBack(ModelLedger.HostAction)
    }

    /// Folds all that happens until an instant.
    init(
        _ lots: [ModelLot], spends: [ModelLedger.HostAction], until end: Instant, clamps: Bool,
        debtAfter: (Instant, Int64) -> Void = { _, _ in }
    ) {
        self.lots = lots
        self.clamps = clamps
        units = lots.map { Array(repeating: .future, count: Int($0.amount)) }
        clawed = lots.map { _ in 0 }
        hasExpired = lots.map { _ in false }
        for (instant, steps) in Self.schedule(lots, spends) where instant <= end {
            for step in steps {
                apply(step)
                payDebts()
            }
            debtAfter(instant, debt)
        }
    }

    /// At one instant: what expires, credits, clawbacks and reinstatements, then spends and
    /// reversals by their place in the log.
    private static func schedule(
        _ lots: [ModelLot], _ spends: [ModelLedger.HostAction]
    ) -> [(Instant, [Step])] {
        var all: [(at: Instant, phase: Int, order: Int, step: Step)] = []
        for (index, lot) in lots.enumerated() {
            if let expires = lot.expires { all.append((expires, 0, index, .expire(index))) }
            all.append((lot.at, 1, index, .credit(index)))
            for (at, share) in lot.shares {
                all.append((max(at, lot.at), 2, index, .claw(index, share)))
            }
        }
        for spend in spends {
            all.append((spend.from, 3, spend.order, .spend(spend)))
            if let (at, order) = spend.takenBack { all.append((at, 3, order, .takeBack(spend))) }
        }
        // Of one lot several targets may meet at its purchase: they keep their order.
        let sorted = all.enumerated().sorted {
            ($0.element.at, $0.element.phase, $0.element.order, $0.offset)
                < ($1.element.at, $1.element.phase, $1.element.order, $1.offset)
        }.map(\.element)
        return Set(sorted.map(\.at)).sorted().map { instant in
            (instant, sorted.filter { $0.at == instant }.map(\.step))
        }
    }

    private mutating func apply(_ step: Step) {
        switch step {
        case .expire(let lot):
            hasExpired[lot] = true
            for unit in units[lot].indices where units[lot][unit] == .available {
                units[lot][unit] = .expired
            }
        case .credit(let lot):
            let place = freePlace(lot)
            for unit in units[lot].indices { units[lot][unit] = place }
        case .claw(let lot, let share): claw(lot, share)
        case .spend(let spend):
            takerOfSpend[spend.key] = newTaker()
            if let taker = takerOfSpend[spend.key] { take(taker, spend.amount) }
        case .takeBack(let spend):
            guard let taker = takerOfSpend[spend.key] else { return }
            takers[taker].debt = 0
            while let lot = takers[taker].lots.popLast() { release(taker, lot) }
        }
    }

    /// What becomes of a unit that nobody holds: in a lot that has expired it is gone (P10).
    private func freePlace(_ lot: Int) -> Place { hasExpired[lot] ? .expired : .available }
}

// MARK: - Takers

extension ModelBalance {
    private mutating func newTaker() -> Int {
        takers.append(Taker())
        return takers.count - 1
    }

    /// Takes units of the lots in their order; what they do not cover is debt.
    private mutating func take(_ taker: Int, _ amount: Int64) {
        for taken in 0..<max(amount, 0) where !takeOne(taker) {
            takers[taker].debt += amount - taken
            return
        }
    }

    private mutating func takeOne(_ taker: Int) -> Bool {
        for lot in units.indices {
            guard let unit = units[lot].firstIndex(of: .available) else { continue }
            units[lot][unit] = .held(taker)
            takers[taker].lots.append(lot)
            return true
        }
        return false
    }

    /// The next units pay what is owed, to the oldest taker first; nobody owes where the balance
    /// stops at zero (P1).
    private mutating func payDebts() {
        guard !clamps else { return }
        for taker in takers.indices {
            while takers[taker].debt > 0, takeOne(taker) { takers[taker].debt -= 1 }
        }
    }

    /// A unit that a taker held goes back to its lot, which pays its own overdrawn clawback first.
    private mutating func release(_ taker: Int, _ lot: Int) {
        guard let unit = units[lot].firstIndex(of: .held(taker)) else { return }
        guard let overdraft = overdrafts[lot] else {
            units[lot][unit] = freePlace(lot)
            return
        }
        if takers[overdraft].debt > 0 {
            takers[overdraft].debt -= 1
            units[lot][unit] = .clawedBack
        } else if let other = takers[overdraft].lots.popLast() {
            units[lot][unit] = .clawedBack
            release(overdraft, other)
        } else {
            units[lot][unit] = freePlace(lot)
        }
    }
}

// MARK: - Refunds

extension ModelBalance {
    /// R13, F19, P2: the clawback is moved to its target, a share of what did not expire, rounded
    /// half up.
    private mutating func claw(_ lot: Int, _ share: Int64) {
        let expired = count(lot, .expired)
        let target = ((lots[lot].amount - expired) * share + 50_000) / 100_000
        let change = target - clawed[lot]
        clawed[lot] = target
        if change > 0 { takeBack(lot, change) } else { reinstate(lot, -change) }
    }

    /// First the lot's own units; those that are gone are taken elsewhere.
    private mutating func takeBack(_ lot: Int, _ amount: Int64) {
        for taken in 0..<amount {
            guard let unit = units[lot].firstIndex(of: .available) else {
                if overdrafts[lot] == nil { overdrafts[lot] = newTaker() }
                if let taker = overdrafts[lot] { take(taker, amount - taken) }
                return
            }
            units[lot][unit] = .clawedBack
        }
    }

    /// First what was owed, then what was taken elsewhere, then the lot's own units.
    private mutating func reinstate(_ lot: Int, _ amount: Int64) {
        for _ in 0..<amount {
            if let taker = overdrafts[lot], takers[taker].debt > 0 {
                takers[taker].debt -= 1
            } else if let taker = overdrafts[lot], let other = takers[taker].lots.popLast() {
                release(taker, other)
            } else if let unit = units[lot].firstIndex(of: .clawedBack) {
                units[lot][unit] = freePlace(lot)
            }
        }
    }
}

// MARK: - Answers

extension ModelBalance {
    private func count(_ lot: Int, _ place: Place) -> Int64 {
        Int64(units[lot].count { $0 == place })
    }

    private var debt: Int64 { takers.map(\.debt).reduce(0, +) }

    private var available: Int64 {
        lots.indices.map { count($0, .available) }.reduce(0, +)
    }

    /// P1.
    var balance: Int64 { clamps ? available : available - debt }
    var spendable: Int64 { max(0, balance) }
    var shortfall: Int64 { clamps ? debt : 0 }

    /// The lots credited so far, as an answer has them.
    var answered: [Balance.Lot] {
        lots.indices.filter { units[$0].first != .future && lots[$0].amount > 0 }.map { lot in
            let missing = clamps ? overdrafts[lot].map { takers[$0].debt } ?? 0 : 0
            return Balance.Lot(
                transactionID: lots[lot].transaction,
                creditID: lots[lot].transaction == nil ? lots[lot].id : nil,
                granted: lots[lot].amount, remaining: count(lot, .available),
                clawedBack: clawed[lot] - missing, expired: count(lot, .expired),
                expirationDate: lots[lot].expires)
        }
    }
}
