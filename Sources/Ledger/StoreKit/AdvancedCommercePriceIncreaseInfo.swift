/// A price increase of an item of the Advanced Commerce API.
public struct AdvancedCommercePriceIncreaseInfo: Sendable, Hashable {
    /// `dependentSKUs`.
    public var dependentSKUs: [String]?
    /// `price`, in thousandths of the currency's unit.
    public var priceMilliunits: Int64?
    /// `status`.
    public var status: AdvancedCommercePriceIncreaseStatus?

    /// Makes an empty value; every field of signed data is optional.
    public init() {}
}
