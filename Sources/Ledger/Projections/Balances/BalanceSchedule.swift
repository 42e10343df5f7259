/// The facts of a balance as steps in the one order in which they are folded.
///
/// The order is total and comes from the facts alone, so that it does not matter in which order
/// they were learnt.
struct BalanceSchedule {
    /// What happens; lots and spends are named by their index, so that a step holds no reference.
    enum Action {
        case expire(lot: Int)
        case credit(lot: Int)
        case claw(lot: Int, RevocationChange)
        case spend(Int)
        case reverse(spend: Int, sequence: UInt64)
    }

    fileprivate enum Phase: UInt8 {
        case expiries, credits, clawbacks, spends
    }

    struct Step {
        let instant: Instant
        let action: Action
        /// The order at one instant.
        fileprivate let phase: Phase
        /// The order in a phase: the lot's index, or the sequence of the event.
        fileprivate let order: UInt64
        /// The order among equals.
        fileprivate let place: Int
    }

    /// In the order in which they are spent.
    let lots: [BalanceLot]
    let spends: [BalanceSpend]
    private(set) var steps: [Step] = []

    /// Schedules what happens until an instant, that instant included.
    init(_ state: BalanceState, until end: Instant) {
        lots = state.lots.sorted(by: BalanceLot.isSpentBefore)
        spends = state.spends.sorted(by: BalanceSpend.isFoldedBefore)
        addLots(state.creditReversals)
        addSpends(state.spendReversals)
        steps.removeAll { $0.instant > end }
        steps.sort {
            ($0.instant, $0.phase.rawValue, $0.order, $0.place)
                < ($1.instant, $1.phase.rawValue, $1.order, $1.place)
        }
    }

    private mutating func addLots(_ creditReversals: [CreditReversal]) {
        let reversals = Dictionary(grouping: creditReversals, by: \.creditKey)
        for (index, lot) in lots.enumerated() {
            let order = UInt64(index)
            if let expiresAt = lot.expiresAt {
                add(.expire(lot: index), at: expiresAt, .expiries, order)
            }
            add(.credit(lot: index), at: lot.creditedAt, .credits, order)
            var changes = lot.revocations
            if lot.kind == .hostCredit {
                changes += (reversals[lot.lotID] ?? [])
                    .sorted { ($0.at, $0.sequence) < ($1.at, $1.sequence) }.map(\.asChange)
            }
            for (place, change) in changes.enumerated() {
                let instant = max(change.at, lot.creditedAt)
                add(.claw(lot: index, change), at: instant, .clawbacks, order, place)
            }
        }
    }

    private mutating func addSpends(_ spendReversals: [SpendReversal]) {
        for (index, spend) in spends.enumerated() {
            add(.spend(index), at: spend.at, .spends, spend.sequence)
        }
        guard !spendReversals.isEmpty else { return }
        let indexes = Dictionary(
            zip(spends.map(\.key), spends.indices), uniquingKeysWith: { first, _ in first })
        for reversal in spendReversals {
            guard let index = indexes[reversal.spendKey] else { continue }
            // A reversal never comes before its spend.
            let spend = spends[index]
            let isLater = reversal.at > spend.at
            add(
                .reverse(spend: index, sequence: reversal.sequence),
                at: isLater ? reversal.at : spend.at, .spends,
                isLater ? reversal.sequence : max(reversal.sequence, spend.sequence), 1)
        }
    }

    private mutating func add(
        _ action: Action, at instant: Instant, _ phase: Phase, _ order: UInt64, _ place: Int = 0
    ) {
        steps.append(
            Step(instant: instant, action: action, phase: phase, order: order, place: place))
    }
}

extension CreditReversal {
    /// A credit that is taken back is refunded whole.
    fileprivate var asChange: RevocationChange {
        RevocationChange(
            at: at, percentageMillipercent: RevocationChange.wholePercentageMillipercent,
            sequence: sequence)
    }
}

extension BalanceSpend {
    /// By instant and sequence; what follows only makes the order total.
    fileprivate static func isFoldedBefore(_ left: BalanceSpend, _ right: BalanceSpend) -> Bool {
        if left.at != right.at { return left.at < right.at }
        if left.sequence != right.sequence { return left.sequence < right.sequence }
        return left.key != right.key ? left.key < right.key : left.amount < right.amount
    }
}

extension BalanceLot {
    /// The soonest to expire, then the oldest, then the lowest id; what follows only makes the
    /// order total.
    fileprivate static func isSpentBefore(_ left: BalanceLot, _ right: BalanceLot) -> Bool {
        let leftEnd = left.expiresAt ?? .distantFuture
        let rightEnd = right.expiresAt ?? .distantFuture
        if (leftEnd, left.creditedAt) != (rightEnd, right.creditedAt) {
            return (leftEnd, left.creditedAt) < (rightEnd, right.creditedAt)
        }
        if left.lotID != right.lotID { return isLower(left.lotID, right.lotID) }
        if left.kind != right.kind { return left.kind == .purchase }
        return (left.sequence, left.amountGranted) < (right.sequence, right.amountGranted)
    }

    /// Numbers come first, by value; other ids by their bytes.
    private static func isLower(_ left: String, _ right: String) -> Bool {
        let leftLength = decimalLength(left)
        let rightLength = decimalLength(right)
        if leftLength != rightLength { return leftLength < rightLength }
        return left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    /// The length of a number without leading zeros; the greatest integer for other ids.
    private static func decimalLength(_ id: String) -> Int {
        let isDecimal =
            id.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            && id.utf8.first != UInt8(ascii: "0")
        return isDecimal ? id.utf8.count : .max
    }
}
