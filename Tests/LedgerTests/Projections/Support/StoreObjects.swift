@testable import Ledger

/// The symbols of the tests' ledger.
enum Name {
    static let group = Symbol(number: 2001)
    static let proYearly = Symbol(number: 2011)
    static let proMonthly = Symbol(number: 2012)
    static let basicMonthly = Symbol(number: 2013)
    static let proLifetime = Symbol(number: 2014)
    static let coins = Symbol(number: 2015)
    static let season = Symbol(number: 2016)
    static let weekly = Symbol(number: 2017)
    static let pro = Symbol(number: 2021)
    static let basic = Symbol(number: 2022)
    static let seasonEntitlement = Symbol(number: 2023)
    static let other = Symbol(number: 2024)
    static let alice = IdentityNumber(number: 1)
    static let bob = IdentityNumber(number: 2)

    static func builtIn(_ text: String) -> Symbol {
        Symbol(number: BuiltInSymbols.numbers[text] ?? 3000)
    }
}

/// An instant of 2026 unless a year is given: `03-01`, `03-01T12:00:00.000Z`, `2025-09-30`.
func on(_ text: String) -> Instant {
    let full =
        text.prefix(5).contains("-") && text.prefix(4).allSatisfy(\.isNumber)
        ? text : "2026-" + text
    return Instant(iso8601: full, dateAlone: .startOfDay) ?? .distantPast
}

extension Instant {
    func plus(days: Int64) -> Instant { advanced(byMilliseconds: days * Self.millisecondsPerDay) }
    var before: Instant { advanced(byMilliseconds: -1) }
}

/// A signed object as a test writes it: the fields of its event, with a digest of the content.
struct SignedObject: Hashable {
    var fields: EventFields

    init(_ fields: EventFields) {
        self.fields = fields
        var content = fields
        content.signedDate = nil
        content.account = nil
        content.kind = .transaction
        self.fields.contentDigest = Self.digest(String(describing: content))
    }

    /// FNV-1a: any digest does that is the same in every run.
    private static func digest(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// The same content, signed at another date.
    func signedAgain(_ date: Instant) -> SignedObject {
        var copy = self
        copy.fields.signedDate = date
        return copy
    }
}

/// A signed transaction of a subscription: `tx(2, w: 2, "04-01", "05-01")`.
func tx(
    _ id: UInt64, w lineItem: UInt64?, _ start: String, _ end: String?, signed: String? = nil,
    product: Symbol = Name.proMonthly, token: IdentityNumber? = Name.alice,
    revoked: String? = nil, percentage: Int32? = nil, upgraded: Bool = false,
    family: Bool = false, change: (inout EventFields) -> Void = { _ in }
) -> SignedObject {
    var fields = EventFields(
        kind: .transaction, recordedAt: .distantPast, effectiveAt: .distantPast)
    fields.transactionID = StoreIdentifier(bits: id)
    fields.webOrderLineItemID = lineItem.map { StoreIdentifier(bits: 9000 + $0) }
    fields.product = product
    fields.subscriptionGroup = Name.group
    fields.productType = BuiltInSymbols.autoRenewable
    fields.ownershipType = family ? BuiltInSymbols.familyShared : BuiltInSymbols.purchased
    fields.purchaseDate = on(start)
    fields.expiresDate = end.map(on)
    fields.signedDate = on(signed ?? revoked ?? start)
    fields.revocationDate = revoked.map(on)
    fields.revocationPercentage = percentage
    fields.isUpgraded = upgraded ? true : nil
    fields.account = token
    change(&fields)
    return SignedObject(fields)
}

/// A signed one-time purchase.
func oneTime(
    _ id: UInt64, _ product: Symbol, _ start: String, type: Symbol = BuiltInSymbols.nonConsumable,
    signed: String? = nil, original: UInt64? = nil, quantity: Int32? = 1,
    token: IdentityNumber? = Name.alice, revoked: String? = nil, percentage: Int32? = nil,
    family: Bool = false
) -> SignedObject {
    tx(
        id, w: nil, start, nil, signed: signed, product: product, token: token, revoked: revoked,
        percentage: percentage, family: family
    ) {
        $0.subscriptionGroup = nil
        $0.productType = type
        $0.quantity = quantity
        $0.originalTransactionID = StoreIdentifier(bits: original ?? id)
    }
}

/// A signed renewal info.
func ri(
    _ signed: String, renews: Bool? = true, product: Symbol = Name.proMonthly,
    next: Symbol? = nil, retry: Bool? = nil, grace: String? = nil, intent: Int32? = nil,
    token: IdentityNumber? = nil, change: (inout EventFields) -> Void = { _ in }
) -> SignedObject {
    var fields = EventFields(
        kind: .renewalInfo, recordedAt: .distantPast, effectiveAt: .distantPast)
    fields.signedDate = on(signed)
    fields.product = product
    fields.autoRenewProduct = next ?? product
    fields.autoRenewStatus = renews.map { $0 ? 1 : 0 }
    fields.isInBillingRetryPeriod = retry
    fields.gracePeriodExpiresDate = grace.map(on)
    fields.expirationIntent = intent
    fields.account = token
    change(&fields)
    return SignedObject(fields)
}
