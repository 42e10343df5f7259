/// The `advancedCommerceInfo` of a transaction. To be completed.
public struct AdvancedCommerceTransactionInfo: Sendable, Hashable {
    /// Makes an empty value.
    public init() {}
}

/// The `advancedCommerceInfo` of a renewal info. To be completed.
public struct AdvancedCommerceRenewalInfo: Sendable, Hashable {
    /// Makes an empty value.
    public init() {}
}
