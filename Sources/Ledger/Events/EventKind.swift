/// What an event looked like when it arrived.
///
/// A name for people: the fold reads an event's fields, never its kind, when it decides an answer
/// about App Store facts. The raw values are part of the record format and never change.
public enum EventKind: UInt8, Sendable, Hashable, CaseIterable {
    /// A purchase: first purchase, one-time, resubscribe, upgrade.
    case transaction = 1
    /// A signed transaction whose `transactionReason` is RENEWAL.
    case renewal = 2
    /// What the App Store says about the next renewal.
    case renewalInfo = 3
    /// A signed transaction that carries a `revocationDate`.
    case revocation = 4
    /// A refund taken back: a later signed transaction without the `revocationDate`.
    case reversal = 5
    /// The backend has delivered what was bought.
    case finish = 6
    /// The backend took units from a balance.
    case spend = 7
    /// The backend took a spend back.
    case spendReversal = 8
    /// The backend added units to a balance.
    case credit = 9
    /// Access that the host gives by itself.
    case grant = 10
    /// The backend says which customer a line belongs to.
    case assignment = 11
    /// A signed AppTransaction.
    case appTransaction = 12
    /// A purchase that ended pending or cancelled, as the app reported it.
    case attempt = 13
    /// One notification: label, UUID, outer signed date, Apple's own status.
    case notification = 14
    /// Products, groups, levels and what a consumable is worth, from this event on.
    case catalog = 15
    /// One of the host's accounts presented a purchase.
    case presentation = 16
    /// Facts already held, brought without a notification: signed again, or beside something new
    /// where whom they name was erased since.
    case restatement = 17
    /// The host takes back a grant.
    case grantEnd = 18
    /// The host takes back a credit.
    case creditReversal = 19
    /// A setting of the fold, from its effective instant on.
    case policy = 20
    /// A person's token and evidence were erased.
    case erasure = 21

    /// Whether events of the kind are made of signed data: each then commits to the token that it
    /// was read from, and no other event commits to any.
    var isSigned: Bool {
        switch self {
        case .transaction, .renewal, .renewalInfo, .revocation, .reversal, .appTransaction,
            .notification, .restatement:
            true
        case .finish, .spend, .spendReversal, .credit, .grant, .assignment, .attempt, .catalog,
            .presentation, .grantEnd, .creditReversal, .policy, .erasure:
            false
        }
    }

    /// The kind as JSON and CSV name it.
    public var name: String { String(describing: self) }
}
