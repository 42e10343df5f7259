/// All that is known of one customer's balance of one currency.
///
/// A pure fold: the same facts in any order give the same answers, at any instant. Movements fold
/// by effective instant. At one instant lots expire first, then come credits, then clawbacks and
/// reinstatements, then spends and reversals by sequence: a lot ends before its `expiresAt`, as a
/// paid period does, so its units neither pay a debt nor a spend of that instant.
struct BalanceState: Sendable, Hashable {
    var lots: [BalanceLot] = []
    var spends: [BalanceSpend] = []
    var spendReversals: [SpendReversal] = []
    var creditReversals: [CreditReversal] = []
    var overdraft: OverdraftPolicy = .negative

    /// The balance at an instant.
    ///
    /// - Complexity: O(*n* log *n*) in the number of facts.
    func folded(asOf instant: Instant) -> BalanceAnswer {
        BalanceFold(BalanceSchedule(self, until: instant), overdraft: overdraft).answer
    }

    /// Why a spend must not be recorded.
    ///
    /// Refused is what would take the balance below zero then or at any later instant known, even
    /// where the balance is there already. Where the balance stops at zero, the spend must not
    /// add to what goes missing.
    ///
    /// - Parameters:
    ///   - spend: the spend, with the sequence that it would have.
    ///   - now: the clock; a spend after it is refused.
    ///   - span: the instants about which these facts are what an answer uses; all unless given.
    /// - Returns: the first reason found, or `nil`.
    /// - Complexity: O(*n* log *n*) in the number of facts.
    func refusal(
        of spend: BalanceSpend, now: Instant,
        during span: Range<Instant> = Instant.distantPast..<Instant.distantFuture
    ) -> SpendRefusal? {
        guard spend.amount > 0 else { return .amountNotPositive }
        guard spend.at <= now else { return .inFuture }
        var state = self
        state.spends.append(spend)
        var uncoveredBefore = overdraft == .clamp ? uncovered() : []
        var base: Int128 = 0
        var missing: Int128 = 0
        uncoveredBefore.reverse()
        for (instant, uncovered) in state.uncovered() {
            while let next = uncoveredBefore.last, next.instant <= instant {
                base = next.units
                uncoveredBefore.removeLast()
            }
            guard instant >= spend.at, instant < span.upperBound else { continue }
            // What is short when the span begins lasts into it.
            let floor = instant <= span.lowerBound ? 0 : missing
            missing = max(floor, uncovered - base)
        }
        guard missing > 0 else { return nil }
        return .insufficientBalance(shortfall: Int64(clamping: missing))
    }

    /// Why the reversal of a spend must not be recorded, or `nil` where it may.
    func refusal(of reversal: SpendReversal, now: Instant) -> SpendReversalRefusal? {
        guard let spend = spends.first(where: { $0.key == reversal.spendKey }) else {
            return .unknownSpend
        }
        guard !spendReversals.contains(where: { $0.spendKey == reversal.spendKey }) else {
            return .alreadyReversed
        }
        guard reversal.at >= spend.at else { return .precedesSpend }
        return reversal.at <= now ? nil : .inFuture
    }

    /// Units that no lot covers at the end of each instant at which something happens.
    private func uncovered() -> [(instant: Instant, units: Int128)] {
        var units: [(instant: Instant, units: Int128)] = []
        let schedule = BalanceSchedule(self, until: .distantFuture)
        _ = BalanceFold(schedule, overdraft: overdraft) { instant, uncovered in
            units.append((instant, uncovered))
        }
        return units
    }
}
