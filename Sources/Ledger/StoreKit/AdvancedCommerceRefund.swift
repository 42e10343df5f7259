/// One refund of an item of the Advanced Commerce API.
public struct AdvancedCommerceRefund: Sendable, Hashable {
    /// `refundAmount`, in thousandths of the currency's unit.
    public var refundAmountMilliunits: Int64?
    /// `refundDate`.
    public var refundDate: Instant?
    /// `refundReason`.
    public var refundReason: AdvancedCommerceRefundReason?
    /// `refundType`.
    public var refundType: AdvancedCommerceRefundType?

    /// Makes an empty value; every field of signed data is optional.
    public init() {}
}
