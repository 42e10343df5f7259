/// How an offer is paid (`offerDiscountType`).
///
/// A value that Apple adds later is kept as it came.
public struct OfferPaymentMode: RawRepresentable, Sendable, Hashable {
    /// The value as Apple writes it.
    public var rawValue: String

    /// Keeps any value as it came.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Nothing is paid.
    public static let freeTrial = OfferPaymentMode(rawValue: "FREE_TRIAL")
    /// Paid each period.
    public static let payAsYouGo = OfferPaymentMode(rawValue: "PAY_AS_YOU_GO")
    /// Paid at once.
    public static let payUpFront = OfferPaymentMode(rawValue: "PAY_UP_FRONT")
    /// Paid once.
    public static let oneTime = OfferPaymentMode(rawValue: "ONE_TIME")
}
