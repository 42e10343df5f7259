/// The `commitmentInfo` of a transaction.
public struct TransactionCommitmentInfo: Sendable, Hashable {
    /// `billingPeriodNumber`.
    public var billingPeriodNumber: Int32?
    /// `commitmentExpiresDate`.
    public var commitmentExpirationDate: Instant?
    /// `commitmentPrice`.
    public var commitmentPriceMilliunits: Int64?
    /// `totalBillingPeriods`.
    public var totalBillingPeriods: Int32?

    /// Makes an empty value; every field of signed data is optional.
    public init() {}
}
