/// One line during a walk over the log for one instant: a head that answers for this instant, kept
/// small while events pass, or the note that the line needs its whole history.
///
/// Lines come in no order, so that each look into a list waits for memory. What can be said without
/// one is: most events are known to be new, or to name nobody new, by the few numbers here.
struct FoldedLine: Sendable {
    /// Whether an event was applied.
    private(set) var hasEvents = false
    /// Whether late evidence came about what the state has dropped: then the line is folded from
    /// its rows.
    private(set) var needsWholeHistory = false
    /// Whether a product of a purchase is worth units of a balance.
    private(set) var mayCredit = false
    /// Whether the state knows what the line is called.
    private var isIdentified = false
    /// The Apple Account that the last event named which named one.
    private var appTransaction: IdentityNumber?
    /// The last event that the state took: it holds no content of a later one.
    private var lastApplied: UInt64 = 0
    /// When the last of what was left out was signed.
    private var laterSignedDate = Instant.distantPast
    private var later: LaterHistory?
    /// The greatest key of a period that the state ever held.
    private var greatestKey: PurchaseKey?
    /// More purchases or labels than this the state does not have.
    private var itemsHeld = 0
    /// How many it may have before it is trimmed again.
    private var itemsHeldMax = FoldedLine.itemsHeldMin
    private(set) var state: LineState

    /// A line with fewer purchases and labels is not trimmed on the way: 6.
    private static let itemsHeldMin = 6

    init(line: LineNumber) { state = LineState(line: line) }

    /// Notes that an event of the line comes; it is applied next.
    mutating func note(_ event: LineEvent, credited: borrowing CreditedProducts) {
        hasEvents = true
        guard !mayCredit, let product = event.product, event.kind != .renewalInfo else { return }
        mayCredit = credited.contains(product)
    }

    /// Applies the next event of the line, which was noted.
    mutating func apply(
        _ event: LineEvent, sequence: UInt64, at instant: Instant,
        _ space: inout TrimSpace
    ) {
        if needsWholeHistory { return }
        if itemsHeld > itemsHeldMax, event.beginsInput(at: sequence) {
            trimIfLarge(for: instant, &space)
        }
        identify(by: event)
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
    mutating func finish(at instant: Instant, _ space: inout TrimSpace) -> LineState {
        if later != nil { state.heard(laterSignedDate) }
        state.trim(for: instant, &space)
        if later != nil, state.dropped == nil {
            // Whoever needs the whole history, as credits do, sees that it is not there.
            state.dropped = DroppedHistory(
                validFrom: instant, lastExpiry: nil, keyFingerprints: [])
        }
        // Swapped, so that the head is not copied.
        var head = LineState(line: state.line)
        swap(&head, &state)
        return head
    }

    /// Takes what names the line; nearly every event names what the one before did.
    private mutating func identify(by event: LineEvent) {
        if isIdentified, event.appTransaction == appTransaction { return }
        state.identify(by: event)
        isIdentified = state.originalTransactionID != nil && state.bundle != nil
        appTransaction = event.appTransaction ?? appTransaction
    }

    private mutating func needWholeHistory() {
        needsWholeHistory = true
        state = LineState(line: state.line)
        later = nil
    }

    private mutating func trimIfLarge(for instant: Instant, _ space: inout TrimSpace) {
        itemsHeld = max(state.purchases.count, state.labels.count)
        guard itemsHeld > itemsHeldMax else { return }
        if later == nil { state.trim(for: instant, &space) }
        state.dropLabelsOfNothing()
        // What nothing can be dropped of is not looked through at each event.
        itemsHeld = max(state.purchases.count, state.labels.count)
        itemsHeldMax = max(Self.itemsHeldMin, 2 * itemsHeld)
    }
}

// MARK: - Transactions

extension FoldedLine {
    private mutating func applyTransaction(
        _ event: LineEvent, _ sequence: UInt64, at instant: Instant
    ) {
        guard let key = PurchaseKey(event), key.isPeriod else {
            return applyWhole(event, sequence, at: instant)
        }
        // Asked of the event first: most begin before the instant.
        if let start = event.purchaseDate, start > instant,
            let nextStart = later?.nextStart ?? state.nextStart(after: instant),
            isLater(event, key, from: start, than: nextStart, at: instant)
        {
            let signedDate = event.statedAt
            leaveOut(sequence, nextStart)
            later?.leaveOut(key)
            later?.forgetClaim(of: event.account, signedAt: signedDate)
            laterSignedDate = max(laterSignedDate, signedDate)
            return
        }
        if later?.keys?.contains(key) == true { return needWholeHistory() }
        applyWhole(event, sequence, at: instant)
        if !needsWholeHistory { greatestKey = max(greatestKey ?? key, key) }
    }

    /// Whether a period transaction is about a later period alone, and new to the state.
    private func isLater(
        _ event: LineEvent, _ key: PurchaseKey, from start: Instant,
        than nextStart: Instant, at instant: Instant
    ) -> Bool {
        let signedDate = event.statedAt
        guard let expires = event.expiresDate, signedDate > instant, start > nextStart,
            start <= expires
        else { return false }
        let isNew = greatestKey.map { $0 < key } ?? true || state.isNew(key)
        return isNew && canForgetClaim(of: event.account, signedAt: signedDate)
    }

    private func canForgetClaim(of account: IdentityNumber?, signedAt date: Instant) -> Bool {
        if let later, later.canForgetClaim(of: account, signedAt: date) { return true }
        return state.canForgetClaim(of: account, signedAt: date)
    }

    private mutating func leaveOut(_ sequence: UInt64, _ nextStart: Instant) {
        if later == nil {
            later = LaterHistory(nextStart: nextStart, firstSequence: sequence)
        }
    }

    /// Applies an event as any state does, where the state holds all that the event is about.
    private mutating func applyWhole(
        _ event: LineEvent, _ sequence: UInt64, at instant: Instant
    ) {
        guard state.canApply(event, sequence: sequence) else { return needWholeHistory() }
        state.take(event, sequence: sequence)
        didTake(sequence)
        if event.kind != .renewalInfo { checkNextStart(at: instant) }
    }

    private mutating func didTake(_ sequence: UInt64) {
        lastApplied = sequence
        itemsHeld += 1
    }

    /// What was left out begins after the next period, which so must stay where it is.
    private mutating func checkNextStart(at instant: Instant) {
        guard let later else { return }
        if let next = state.nextStart(after: instant), next <= later.nextStart { return }
        needWholeHistory()
    }
}

// MARK: - Renewal infos and what is stated again

extension FoldedLine {
    private mutating func applyRenewalInfo(
        _ event: LineEvent, _ sequence: UInt64, at instant: Instant
    ) {
        let date = event.statedAt
        if date > instant,
            let nextStart = later?.nextStart ?? state.nextStart(after: instant),
            isLater(renewalSignedAt: date, by: event.account, than: nextStart, at: instant),
            !state.hasLabel(ofRenewalInfo: sequence)
        {
            leaveOut(sequence, nextStart)
            noteRenewal(signedAt: date, by: event.account)
            laterSignedDate = max(laterSignedDate, date)
            return
        }
        applyWhole(event, sequence, at: instant)
    }

    /// Whether a renewal info signed at a date can change no answer at an instant: even billing
    /// retry would be over, the next period has begun, and another one signed after the instant
    /// comes before it.
    private func isLater(
        renewalSignedAt date: Instant, by account: IdentityNumber?, than nextStart: Instant,
        at instant: Instant
    ) -> Bool {
        let retryEnd = instant.advanced(
            byMilliseconds: SubscriptionLimits.commitmentRetryDays * Instant.millisecondsPerDay)
        guard date > retryEnd, date >= nextStart else { return false }
        let isPreceded =
            later?.renewalDate.map { $0 <= date } ?? false
            || state.hasRenewal(signedAfter: instant, before: date)
        return isPreceded && canForgetClaim(of: account, signedAt: date)
    }

    /// Notes of a renewal info that is left out what its successors need not ask again.
    private mutating func noteRenewal(signedAt date: Instant, by account: IdentityNumber?) {
        later?.forgetClaim(of: account, signedAt: date)
        later?.noteRenewal(signedBefore: date)
    }

    /// Applies what a notification or a restatement states again, each part by itself, and keeps
    /// its label where it acts.
    private mutating func applyRestatement(
        _ event: LineEvent, _ sequence: UInt64, at instant: Instant
    ) {
        var keepsLabel = NotificationLabel.acts(event)
        // Mostly what came with a notification is new, and follows.
        if !keepsLabel, !event.restates(before: sequence) { return }
        var parts = Restatement(event, before: sequence)
        if let later {
            if let part = parts.transaction, let date = part.signedDate,
                part.held > lastApplied || !state.holdsPurchase(contentOf: part.held)
            {
                // Of what was left out, or of what was dropped before.
                guard part.held >= later.firstSequence, date > instant,
                    canForgetClaim(of: part.account, signedAt: date)
                else { return needWholeHistory() }
                keepsLabel = false
                parts.transaction = nil
                laterSignedDate = max(laterSignedDate, date)
            }
            leaveOutRenewalInfo(of: &parts, keepsLabel: keepsLabel, later, at: instant)
            if needsWholeHistory { return }
            // Everything was left out.
            if !keepsLabel, parts.transaction == nil, parts.renewalInfo == nil { return }
        }
        guard state.dropped == nil || state.canRestate(parts) else { return needWholeHistory() }
        if keepsLabel { state.labels.append(NotificationLabel(event, sequence: sequence)) }
        state.restate(parts, sequence: sequence)
        didTake(sequence)
        checkNextStart(at: instant)
    }

    /// Takes a renewal info that is stated again out of what is applied, where it is left out.
    private mutating func leaveOutRenewalInfo(
        of parts: inout Restatement, keepsLabel: Bool, _ later: LaterHistory, at instant: Instant
    ) {
        guard let part = parts.renewalInfo, let date = part.signedDate else { return }
        let isHeld = part.held <= lastApplied && state.renewals.holdsContent(of: part.held)
        let isLater = isLater(
            renewalSignedAt: date, by: part.account, than: later.nextStart, at: instant)
        // A label that acts asks for the content.
        guard isHeld || isLater && !keepsLabel else { return needWholeHistory() }
        guard isLater, !keepsLabel else { return }
        parts.renewalInfo = nil
        laterSignedDate = max(laterSignedDate, date)
    }
}
