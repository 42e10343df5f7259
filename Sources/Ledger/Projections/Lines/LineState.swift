/// Everything that the log says about one line, in a form from which any instant can be answered.
///
/// The pure reducer of the fold: no clock, no configuration, no text. App Store evidence may come
/// in any order and any number of times; whatever the order, the answers are equal. K is a prefix
/// of the log: a state to which fewer events were applied.
struct LineState: Sendable, Hashable {
    var line: LineNumber
    var originalTransactionID: StoreIdentifier?
    /// The app that the line belongs to.
    var bundle: Symbol?
    /// Sorted by key.
    var purchases: [Purchase] = []
    var renewals = StatementList<RenewalFacts>()
    /// By sequence.
    ///
    /// A head keeps only those that act.
    var labels: [NotificationLabel] = []
    var owners = OwnerFacts()
    var finishes: [Finish] = []
    /// The latest date at which anything about the line was signed.
    var lastSignedDate: Instant?
    /// What a head has dropped; nil in a full state.
    var dropped: DroppedHistory?

    /// The backend's acknowledgement of a purchase.
    struct Finish: Sendable, Hashable {
        var transactionID: StoreIdentifier
        var at: Instant
        var sequence: UInt64
    }

    init(line: LineNumber) {
        self.line = line
    }

    /// Applies one event of the line whose every field is there, `notificationUUID` too.
    mutating func apply(_ event: EventFields, sequence: UInt64) {
        apply(
            LineEvent(event), notificationUUID: event.notificationUUID, sequence: sequence)
    }

    /// The same of an event that has its `notificationUUID` beside it.
    mutating func apply(
        _ event: LineEvent, notificationUUID: PackedText?, sequence: UInt64
    ) {
        apply(event, sequence: sequence)
        if event.kind == .notification, let last = labels.indices.last {
            labels[last].notificationUUID = notificationUUID
        }
    }

    /// Applies one event of the line, or an erasure of one of its accounts.
    mutating func apply(_ event: LineEvent, sequence: UInt64) {
        identify(by: event)
        take(event, sequence: sequence)
    }

    /// Applies one event of the line, all but what names the line.
    mutating func take(_ event: LineEvent, sequence: UInt64) {
        switch event.kind {
        case .transaction, .renewal, .revocation, .reversal:
            applyTransaction(event, sequence: sequence)
        case .renewalInfo:
            applyRenewalInfo(event, sequence: sequence)
        case .notification:
            labels.append(NotificationLabel(event, sequence: sequence))
            restate(Restatement(event, before: sequence), sequence: sequence)
        case .restatement:
            restate(Restatement(event, before: sequence), sequence: sequence)
        case .presentation:
            OwnerFacts.insert(
                AccountEvent(at: event.recordedAt, sequence: sequence, account: event.account),
                into: &owners.presentations)
        case .assignment:
            OwnerFacts.insert(
                AccountEvent(at: event.effectiveAt, sequence: sequence, account: event.account),
                into: &owners.assignments)
        case .erasure:
            OwnerFacts.insert(
                AccountEvent(at: event.effectiveAt, sequence: sequence, account: event.account),
                into: &owners.erasures)
        case .finish:
            guard let transactionID = event.transactionID else { return }
            finishes.append(
                Finish(transactionID: transactionID, at: event.effectiveAt, sequence: sequence))
        case .spend, .spendReversal, .credit, .creditReversal, .grant, .grantEnd, .appTransaction,
            .attempt, .catalog, .policy:
            // Facts of a customer or of the ledger, never of a line.
            return
        }
    }

    /// Takes what names the line, as every event of it may.
    mutating func identify(by event: LineEvent) {
        if originalTransactionID == nil { originalTransactionID = event.originalTransactionID }
        if bundle == nil { bundle = event.bundle }
        if let apple = event.appTransaction { owners.insert(appTransaction: apple) }
    }

    private mutating func applyTransaction(_ event: LineEvent, sequence: UInt64) {
        guard let key = PurchaseKey(event) else { return }
        let signedDate = event.statedAt
        purchases[indexOfPurchase(key)].versions.insert(
            PurchaseFacts(event, sequence: sequence), signedDate: signedDate,
            account: event.account)
        heard(signedDate)
    }

    private mutating func applyRenewalInfo(_ event: LineEvent, sequence: UInt64) {
        let signedDate = event.statedAt
        renewals.insert(
            RenewalFacts(event, sequence: sequence), signedDate: signedDate,
            account: event.account)
        heard(signedDate)
    }

    /// Takes what a notification or a restatement states again.
    ///
    /// A content that is held, signed at another date, is one more version of it: "clean, revoked,
    /// clean again" folds the same in any order.
    mutating func restate(_ parts: Restatement, sequence: UInt64) {
        if let part = parts.transaction, let signedDate = part.signedDate {
            for index in purchases.indices.reversed()
            where purchases[index].versions.restate(
                contentOf: part.held, signedDate: signedDate, sequence: sequence,
                account: part.account)
            {
                heard(signedDate)
                break
            }
        }
        if let part = parts.renewalInfo, let signedDate = part.signedDate,
            renewals.restate(
                contentOf: part.held, signedDate: signedDate, sequence: sequence,
                account: part.account)
        {
            heard(signedDate)
        }
    }

    /// Notes when something about the line was signed.
    mutating func heard(_ signedDate: Instant) {
        lastSignedDate = max(lastSignedDate ?? signedDate, signedDate)
    }

    /// Where the purchase stands, made if it is new.
    ///
    /// Keys mostly come in ascending order.
    private mutating func indexOfPurchase(_ key: PurchaseKey) -> Int {
        let end = endOfPurchases(through: key)
        if end > 0, purchases[end - 1].key == key { return end - 1 }
        purchases.insert(Purchase(key: key), at: end)
        return end
    }

    /// Where a purchase stands; nil where it is not held.
    func index(of key: PurchaseKey) -> Int? {
        let end = endOfPurchases(through: key)
        return end > 0 && purchases[end - 1].key == key ? end - 1 : nil
    }

    /// The place behind the last purchase whose key is this one or comes before it.
    private func endOfPurchases(through key: PurchaseKey) -> Int {
        var end = purchases.endIndex
        while end > 0, key < purchases[end - 1].key { end -= 1 }
        return end
    }
}
