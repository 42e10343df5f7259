/// Why a subscription ended (`expirationIntent`).
///
/// A value that Apple adds later is kept as it came.
public struct ExpirationReason: RawRepresentable, Sendable, Hashable {
    /// The value as Apple writes it.
    public var rawValue: Int32

    /// Keeps any value as it came.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The customer cancelled.
    public static let autoRenewDisabled = ExpirationReason(rawValue: 1)
    /// The payment failed.
    public static let billingError = ExpirationReason(rawValue: 2)
    /// No consent to a price increase.
    public static let didNotConsentToPriceIncrease = ExpirationReason(rawValue: 3)
    /// The product is not for sale any more.
    public static let productUnavailable = ExpirationReason(rawValue: 4)
    /// Another reason.
    public static let other = ExpirationReason(rawValue: 5)
}
