/// One line during a walk over the log for one instant: a head that answers for this instant, kept
/// small while events pass, or the note that the line needs its whole history.
struct FoldedLine: Sendable {
    private(set) var state: LineState
    private var later: LaterHistory?
    /// Whether an event was applied.
    private(set) var hasEvents = false
    /// Whether late evidence came about what the state has dropped: then the line is folded from its
    /// rows.
    private(set) var needsWholeHistory = false
    /// Whether a product of a purchase is worth units of a balance.
    private(set) var mayCredit = false
    /// How many purchases or labels the state may have before it is trimmed again.
    private var itemsHeldMax = FoldedLine.itemsHeldMin

    private static let itemsHeldMin = 6

    init(line: LineNumber) { state = LineState(line: line) }

    /// Applies the next event of the line.
    mutating func apply(
        _ event: LineEvent, sequence: UInt64, at instant: Instant,
        credited: CreditedProducts
    ) {
        hasEvents = true
        if !mayCredit, let product = event.product, event.kind != .renewalInfo {
            mayCredit = credited.contains(product)
        }
        if needsWholeHistory { return }
        if event.beginsInput(at: sequence) { trimIfLarge(for: instant) }
        state.identify(by: event)
        switch event.kind {
        case .transaction, .renewal, .revocation, .reversal:
            applyTransaction(event, sequence, at: instant)
        case .renewalInfo:
            applyRenewalInfo(event, sequence, at: instant)
        case .notification, .restatement:
            applyRestatement(event, sequence, at: instant)
        case .erasure where later != nil:
            needWholeHistory()
        case .presentation, .assignment, .erasure:
            applyWhole(event, sequence, at: instant)
        case .finish, .spend, .spendReversal, .credit, .creditReversal, .grant, .grantEnd,
            .appTransaction, .attempt, .catalog, .policy:
            // No answer of a head depends on it.
            return
        }
    }

    /// Gives up the state when the walk is over: a head for the instant.
    mutating func finish(at instant: Instant) -> LineState {
        state.trim(for: instant)
        if later != nil, state.dropped == nil {
            // Whoever needs the whole history, as credits do, sees that it is not there.
            state.dropped = DroppedHistory(
                validFrom: instant, lastExpiry: nil, keyFingerprints: [])
        }
        let head = state
        state = LineState(line: state.line)
        return head
    }

    private mutating func applyTransaction(
        _ event: LineEvent, _ sequence: UInt64, at instant: Instant
    ) {
        guard let key = PurchaseKey(event), key.isPeriod else {
            return applyWhole(event, sequence, at: instant)
        }
        // Asked of the event first: most begin before the instant.
        if let start = event.purchaseDate, start > instant,
            let nextStart = later?.nextStart ?? state.nextStart(after: instant),
            state.isLater(event, key, than: nextStart, at: instant)
        {
            leaveOut(sequence, nextStart)
            if later?.keyFingerprints.last != key.fingerprint {
                later?.keyFingerprints.append(key.fingerprint)
            }
            return state.heard(event.signedDate ?? event.recordedAt)
        }
        if later?.keyFingerprints.contains(key.fingerprint) == true {
            return needWholeHistory()
        }
        applyWhole(event, sequence, at: instant)
    }

    private mutating func applyRenewalInfo(
        _ event: LineEvent, _ sequence: UInt64, at instant: Instant
    ) {
        let date = event.signedDate ?? event.recordedAt
        if date > instant,
            let nextStart = later?.nextStart ?? state.nextStart(after: instant),
            state.isLater(renewalSignedAt: date, by: event.account, than: nextStart, at: instant),
            !state.hasLabel(ofRenewalInfo: sequence)
        {
            leaveOut(sequence, nextStart)
            return state.heard(date)
        }
        applyWhole(event, sequence, at: instant)
    }

    /// Applies what a notification or a restatement states again, each part by itself, and keeps its
    /// label where it acts.
    private mutating func applyRestatement(
        _ event: LineEvent, _ sequence: UInt64, at instant: Instant
    ) {
        var keepsLabel = NotificationLabel.acts(event)
        // Mostly what came with a notification is new, and follows.
        if !keepsLabel, !event.restates(before: sequence) { return }
        var event = event
        if let later {
            if let held = event.statedTransactionSequence, held < sequence,
                let date = event.statedTransactionSignedDate, !state.holdsPurchase(contentOf: held)
            {
                // Of what was left out, or of what was dropped before.
                guard held >= later.firstSequence, date > instant,
                    state.canForgetClaim(of: event.account, signedAt: date)
                else { return needWholeHistory() }
                keepsLabel = false
                event.statedTransactionSequence = nil
                state.heard(date)
            }
            leaveOutRenewalInfo(
                of: &event, sequence, keepsLabel: keepsLabel, later, at: instant)
            if needsWholeHistory { return }
        }
        if !keepsLabel { event.kind = .restatement }
        applyWhole(event, sequence, at: instant)
    }

    /// Takes a renewal info that is stated again out of the event, where it is left out.
    private mutating func leaveOutRenewalInfo(
        of event: inout LineEvent, _ sequence: UInt64, keepsLabel: Bool, _ later: LaterHistory,
        at instant: Instant
    ) {
        guard let held = event.statedRenewalInfoSequence, held < sequence,
            let date = event.statedRenewalInfoSignedDate
        else { return }
        let isHeld = state.renewals.contents.contains { $0.sequence == held }
        let isLater = state.isLater(
            renewalSignedAt: date, by: event.statedRenewalInfoAccount, than: later.nextStart,
            at: instant)
        // A label that acts asks for the content.
        guard isHeld || isLater && !keepsLabel else { return needWholeHistory() }
        guard isLater, !keepsLabel else { return }
        event.statedRenewalInfoSequence = nil
        state.heard(date)
    }

    /// Applies an event as any state does, where the state holds all that the event is about.
    private mutating func applyWhole(
        _ event: LineEvent, _ sequence: UInt64, at instant: Instant
    ) {
        guard state.canApply(event, sequence: sequence) else { return needWholeHistory() }
        state.apply(event, sequence: sequence)
        guard let later, event.kind != .renewalInfo else { return }
        // What was left out begins after the next period, which so must stay where it is.
        if let next = state.nextStart(after: instant), next <= later.nextStart { return }
        needWholeHistory()
    }

    private mutating func leaveOut(_ sequence: UInt64, _ nextStart: Instant) {
        if later == nil {
            later = LaterHistory(nextStart: nextStart, firstSequence: sequence)
        }
    }

    private mutating func needWholeHistory() {
        needsWholeHistory = true
        state = LineState(line: state.line)
        later = nil
    }

    private mutating func trimIfLarge(for instant: Instant) {
        guard max(state.purchases.count, state.labels.count) > itemsHeldMax else { return }
        if later == nil { state.trim(for: instant) }
        state.dropLabelsOfNothing()
        // What nothing can be dropped of is not looked through at each event.
        let kept = max(state.purchases.count, state.labels.count)
        itemsHeldMax = max(Self.itemsHeldMin, 2 * kept)
    }
}
