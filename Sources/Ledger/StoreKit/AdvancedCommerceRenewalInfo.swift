/// The `advancedCommerceInfo` of a renewal info.
public struct AdvancedCommerceRenewalInfo: Sendable, Hashable {
    /// `consistencyToken`: to be sent back with a change.
    public var consistencyToken: String?
    /// `descriptors`.
    public var descriptors: AdvancedCommerceDescriptors?
    /// `items`.
    public var items: [AdvancedCommerceRenewalItem]?
    /// `period`.
    public var period: AdvancedCommercePeriod?
    /// `requestReferenceId`: the id that the developer gave the request.
    public var requestReferenceID: String?
    /// `taxCode`.
    public var taxCode: String?

    /// Makes an empty value; every field of signed data is optional.
    public init() {}
}
