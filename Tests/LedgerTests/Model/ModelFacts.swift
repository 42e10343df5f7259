@testable import Ledger

/// The whole ledger, worked out the slow way: from the rules of the semantics, over plain lists.
///
/// `ModelFacts` is what was signed and done; `ModelLedger` puts it in order; every other file of
/// this folder is one idea of the rules. Nothing here is shared with the fold: where both agree on
/// histories that nobody wrote by hand, a mistake would have to be made twice.
enum ModelFacts {
    /// What was signed at one date; the digest tells contents apart (R6).
    struct Signed<Content: Hashable>: Hashable {
        var date: Instant
        var digest: UInt64
        /// The valid appAccountToken (F21, F22).
        var token: String?
        var appTransaction: String?
        var content: Content

        func isStatement(_ other: Signed) -> Bool {
            date == other.date && digest == other.digest
        }
    }

    /// What a signed transaction says.
    struct Transaction: Hashable {
        var id: String
        var original: String
        var key: ModelKey
        var product: String?
        var group: String?
        var type: String?
        var purchaseDate: Instant?
        var expiresDate: Instant?
        var quantity: Int64 = 1
        var isFamilyShared = false
        /// Sold: PURCHASED, or nothing said; an ownership that is not known yet is no sale.
        var isPurchased = true
        var hasOffer = false
        var revocationDate: Instant?
        /// Thousandths of a per cent that a revocation takes back (F19, F20).
        var revokedShare: Int64 = 100_000
        var isUpgraded = false
    }

    /// What a signed renewal info says.
    struct Renewal: Hashable {
        var willAutoRenew: Bool?
        var autoRenewProduct: String?
        var isInBillingRetry = false
        var graceEnd: Instant?
        var expirationIntent: Int64?

        /// It has ended and is not tried any more (R8).
        var saysEnded: Bool { expirationIntent != nil && !isInBillingRetry }
    }

    /// A notification: its label, and what it carried (R7).
    struct Note: Hashable {
        var type: String
        var subtype: String?
        var date: Instant
        var transaction: Signed<Transaction>?
        var renewal: Signed<Renewal>?
    }

    /// One input: a notification with what is in it, or signed objects alone.
    struct Input: Hashable {
        var note: Note?
        var transaction: Signed<Transaction>?
        var renewal: Signed<Renewal>?
    }
}

/// What makes two transactions speak of one purchase.
struct ModelKey: Hashable, Comparable {
    enum Kind: Int { case period, periodWithoutLineItem, oneTime }

    var kind: Kind
    var id: String

    var isPeriod: Bool { kind != .oneTime }

    static func < (left: ModelKey, right: ModelKey) -> Bool {
        if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
        return ModelKey.isLower(left.id, right.id)
    }

    /// Identifiers are numbers; other texts, such as keys of the host, come after them.
    static func isLower(_ left: String, _ right: String) -> Bool {
        switch (UInt64(left), UInt64(right)) {
        case (let left?, let right?): left < right
        case (nil, nil): left < right
        case (let left, _): left != nil
        }
    }
}

/// What happened to the ledger, in the order of its log.
struct ModelEvent {
    var environment: StoreEnvironment
    var recordedAt: Instant
    var deed: Deed

    enum Deed {
        case signed(ModelFacts.Input, presentedBy: String?)
        case assign(line: String, account: String, at: Instant)
        case credit(
            account: String, currency: String, amount: Int64, key: String, until: Instant?,
            at: Instant)
        case spend(account: String, currency: String, amount: Int64, key: String, at: Instant)
        /// Takes a spend, a credit or a grant back.
        case takeBack(key: String, at: Instant)
        case grant(
            account: String, entitlement: String, key: String, until: Instant?, at: Instant)
        /// What was bought has been delivered.
        case finish(transaction: String, at: Instant)
        case catalog(ModelCatalog, at: Instant)
        case policy(name: String, value: String, at: Instant)
    }
}
