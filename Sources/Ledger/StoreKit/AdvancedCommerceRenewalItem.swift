/// One item of the next renewal of the Advanced Commerce API.
public struct AdvancedCommerceRenewalItem: Sendable, Hashable {
    /// `SKU`: the developer's own product identifier.
    public var sku: String?
    /// `description`.
    public var itemDescription: String?
    /// `displayName`.
    public var displayName: String?
    /// `offer`.
    public var offer: AdvancedCommerceOffer?
    /// `price`, in thousandths of the currency's unit.
    public var priceMilliunits: Int64?
    /// `priceIncreaseInfo`.
    public var priceIncreaseInfo: AdvancedCommercePriceIncreaseInfo?

    /// Makes an empty value; every field of signed data is optional.
    public init() {}
}
