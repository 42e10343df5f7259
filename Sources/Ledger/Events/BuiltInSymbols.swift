/// Symbols whose texts the record format fixes, so that a fold compares numbers and not strings.
///
/// The list belongs to version 1 of the record and is closed: a ledger may already have given a
/// text that is added later a number of its own.
enum BuiltInSymbols {
    /// The first number that a ledger gives out by itself.
    static let firstFreeNumber: UInt32 = 1024

    static let texts: [String] = [
        "Auto-Renewable Subscription", "Non-Consumable", "Consumable",
        "Non-Renewing Subscription", "PURCHASED", "FAMILY_SHARED", "PURCHASE", "RENEWAL",
        "FREE_TRIAL", "PAY_AS_YOU_GO", "PAY_UP_FRONT", "ONE_TIME", "REFUND_FULL",
        "REFUND_PRORATED", "FAMILY_REVOKE", "BILLED_UPFRONT", "MONTHLY", "SUBSCRIBED",
        "DID_CHANGE_RENEWAL_PREF", "DID_CHANGE_RENEWAL_STATUS", "OFFER_REDEEMED", "DID_RENEW",
        "EXPIRED", "DID_FAIL_TO_RENEW", "GRACE_PERIOD_EXPIRED", "PRICE_INCREASE", "REFUND",
        "REFUND_DECLINED", "REFUND_REVERSED", "CONSUMPTION_REQUEST", "REVOKE",
        "RENEWAL_EXTENDED", "RENEWAL_EXTENSION", "ONE_TIME_CHARGE", "TEST",
        "EXTERNAL_PURCHASE_TOKEN", "RESCIND_CONSENT", "METADATA_UPDATE", "MIGRATION",
        "PRICE_CHANGE", "INITIAL_BUY", "RESUBSCRIBE", "UPGRADE", "DOWNGRADE",
        "AUTO_RENEW_ENABLED", "AUTO_RENEW_DISABLED", "VOLUNTARY", "BILLING_RETRY",
        "PRODUCT_NOT_FOR_SALE", "BILLING_RECOVERY", "GRACE_PERIOD", "PENDING", "ACCEPTED",
        "SUMMARY", "FAILURE", "UNREPORTED", "CREATED", "ACTIVE_TOKEN_REMINDER",
        "UNINTENDED_PURCHASE", "FULFILLMENT_ISSUE", "UNSATISFIED_WITH_PURCHASE", "LEGAL",
        "OTHER", "iOS", "macOS", "tvOS", "visionOS", "2.0", "pending", "cancelled",
    ]

    /// Number by text; the first text has number 1, so that 0 stays "no symbol".
    static let numbers: [String: UInt32] = Dictionary(
        uniqueKeysWithValues: texts.enumerated().map { ($1, UInt32($0) + 1) })

    private static let exactNumbers: [ExactText: UInt32] = Dictionary(
        uniqueKeysWithValues: texts.enumerated().map { (ExactText($1), UInt32($0) + 1) })

    /// The number of exactly this text; nil where the format fixes none.
    static func number(of text: String) -> UInt32? { exactNumbers[ExactText(text)] }

    /// The number of a text that the format fixes.
    private static func symbol(_ text: String) -> Symbol {
        Symbol(number: numbers[text] ?? 0)
    }

    static let autoRenewable = symbol("Auto-Renewable Subscription")
    static let nonConsumable = symbol("Non-Consumable")
    static let consumable = symbol("Consumable")
    static let nonRenewing = symbol("Non-Renewing Subscription")
    static let purchased = symbol("PURCHASED")
    static let familyShared = symbol("FAMILY_SHARED")
    static let purchase = symbol("PURCHASE")
    static let renewal = symbol("RENEWAL")
    static let monthly = symbol("MONTHLY")
    static let subscribed = symbol("SUBSCRIBED")
    static let oneTimeCharge = symbol("ONE_TIME_CHARGE")
    static let didRenew = symbol("DID_RENEW")
    static let expired = symbol("EXPIRED")
    static let didFailToRenew = symbol("DID_FAIL_TO_RENEW")
    static let gracePeriodExpired = symbol("GRACE_PERIOD_EXPIRED")
    static let refund = symbol("REFUND")
    static let refundReversed = symbol("REFUND_REVERSED")
    static let revoke = symbol("REVOKE")
    static let gracePeriod = symbol("GRACE_PERIOD")
    static let familyRevoke = symbol("FAMILY_REVOKE")
    static let pending = symbol("pending")
}
