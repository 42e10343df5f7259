/// An offer of the Advanced Commerce API.
public struct AdvancedCommerceOffer: Sendable, Hashable {
    /// `period`.
    public var period: AdvancedCommerceOfferPeriod?
    /// `periodCount`.
    public var periodCount: Int32?
    /// `price`, in thousandths of the currency's unit.
    public var priceMilliunits: Int64?
    /// `reason`.
    public var reason: AdvancedCommerceOfferReason?

    /// Makes an empty value; every field of signed data is optional.
    public init() {}
}
