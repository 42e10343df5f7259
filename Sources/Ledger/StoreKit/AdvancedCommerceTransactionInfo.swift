/// The `advancedCommerceInfo` of a transaction.
public struct AdvancedCommerceTransactionInfo: Sendable, Hashable {
    /// `descriptors`.
    public var descriptors: AdvancedCommerceDescriptors?
    /// `estimatedTax`, in thousandths of the currency's unit.
    public var estimatedTaxMilliunits: Int64?
    /// `items`.
    public var items: [AdvancedCommerceTransactionItem]?
    /// `period`.
    public var period: AdvancedCommercePeriod?
    /// `requestReferenceId`: the id that the developer gave the request.
    public var requestReferenceID: String?
    /// `taxCode`.
    public var taxCode: String?
    /// `taxExclusivePrice`, in thousandths of the currency's unit.
    public var taxExclusivePriceMilliunits: Int64?
    /// `taxRate`: a decimal, written as text.
    public var taxRate: String?

    /// Makes an empty value; every field of signed data is optional.
    public init() {}
}
