/// One item of a transaction of the Advanced Commerce API.
public struct AdvancedCommerceTransactionItem: Sendable, Hashable {
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
    /// `refunds`.
    public var refunds: [AdvancedCommerceRefund]?
    /// `revocationDate`: present when refunded or revoked.
    public var revocationDate: Instant?

    /// Makes an empty value; every field of signed data is optional.
    public init() {}
}
