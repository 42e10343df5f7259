/// Why a subscription ended: the numbers of `expirationIntent`.
public enum TestExpiration: Int64, Sendable, Hashable, CaseIterable {
    /// The customer turned renewal off.
    case voluntary = 1
    /// The charge failed for too long.
    case billingRetry = 2
    /// The customer did not agree to a higher price.
    case priceIncrease = 3
    /// The product was not for sale.
    case productNotForSale = 4
    /// Something else.
    case other = 5

    /// The `subtype` of `EXPIRED`; nil for `other`.
    public var subtype: String? {
        switch self {
        case .voluntary: "VOLUNTARY"
        case .billingRetry: "BILLING_RETRY"
        case .priceIncrease: "PRICE_INCREASE"
        case .productNotForSale: "PRODUCT_NOT_FOR_SALE"
        case .other: nil
        }
    }
}
