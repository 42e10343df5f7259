/// Everything about one identity that is of no line: what the host did for an account by itself,
/// and the purchase of the app that an Apple Account made.
///
/// The pure reducer beside `LineState`: what was bought belongs to lines, what the host gave or
/// took belongs to the account. Host actions keep their order, so events come by sequence.
struct AccountState: Sendable, Hashable {
    var grants = HostGrants()
    var changes: [BalanceChange] = []
    var reversals: [Reversal] = []
    /// Of an Apple Account: its purchase of the app.
    var appPurchase: AppPurchase?
    /// By sequence.
    var appPresentations: [AppPresentation] = []

    /// A spend or a credit of the host.
    struct BalanceChange: Sendable, Hashable {
        var sequence: UInt64
        var isCredit: Bool
        /// The idempotency key.
        var key: [UInt8]
        var currency: Symbol
        /// Units, above zero.
        var amount: Int64
        var at: Instant
        /// When what is left of a credit is gone.
        var until: Instant?
    }

    /// The host takes back a spend or a credit.
    struct Reversal: Sendable, Hashable {
        var sequence: UInt64
        /// The event that it takes back.
        var reversed: UInt64
        var at: Instant
    }

    init() {}

    var isEmpty: Bool { self == AccountState() }

    /// Applies an event of the identity; one of another kind leaves it as it is.
    mutating func apply(_ event: EventFields, of identity: IdentityNumber, sequence: UInt64) {
        switch event.kind {
        case .grant, .grantEnd:
            grants.apply(event, sequence: sequence)
        case .spend, .credit:
            guard let key = event.idempotencyKey, let currency = event.balanceCurrency,
                let amount = event.amount
            else { return }
            changes.append(
                BalanceChange(
                    sequence: sequence, isCredit: event.kind == .credit, key: key,
                    currency: currency, amount: amount, at: event.effectiveAt,
                    until: event.until))
        case .spendReversal, .creditReversal:
            guard let reversed = event.reversedSequence else { return }
            reversals.append(
                Reversal(sequence: sequence, reversed: reversed, at: event.effectiveAt))
        case .appTransaction:
            let purchase = AppPurchase(event, sequence: sequence)
            if appPurchase.map({ $0.isReplaced(by: purchase) }) ?? true { appPurchase = purchase }
        case .presentation:
            guard let app = event.appTransaction, let account = event.account else { return }
            appPresentations.append(
                AppPresentation(
                    sequence: sequence, at: event.recordedAt,
                    other: identity == account ? app : account))
        case .transaction, .renewal, .renewalInfo, .revocation, .reversal, .finish, .assignment,
            .attempt, .notification, .catalog, .restatement, .policy, .erasure:
            // Facts of a line or of the ledger, or facts that no balance and no access depend on.
            return
        }
    }

    /// Currencies that the host credited or took.
    var currencies: Set<Symbol> { Set(changes.map(\.currency)) }

    /// Adds what the host did to one balance.
    func add(to balance: inout BalanceState, of currency: Symbol) {
        var keys: [UInt64: String] = [:]
        for change in changes where change.currency == currency {
            let key = String(decoding: change.key, as: UTF8.self)
            keys[change.sequence] = key
            if change.isCredit {
                balance.lots.append(
                    BalanceLot(
                        lotID: key, kind: .hostCredit, amountGranted: change.amount,
                        creditedAt: change.at, expiresAt: change.until,
                        sequence: change.sequence))
            } else {
                balance.spends.append(
                    BalanceSpend(
                        key: key, amount: change.amount, at: change.at,
                        sequence: change.sequence))
            }
        }
        let credits = Set(changes.filter(\.isCredit).map(\.sequence))
        for reversal in reversals {
            guard let key = keys[reversal.reversed] else { continue }
            if credits.contains(reversal.reversed) {
                balance.creditReversals.append(
                    CreditReversal(creditKey: key, at: reversal.at, sequence: reversal.sequence))
            } else {
                balance.spendReversals.append(
                    SpendReversal(spendKey: key, at: reversal.at, sequence: reversal.sequence))
            }
        }
    }
}
