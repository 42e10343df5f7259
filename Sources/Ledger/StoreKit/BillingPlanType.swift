/// How a subscription is billed.
///
/// A value that Apple adds later is kept as it came.
public struct BillingPlanType: RawRepresentable, Sendable, Hashable {
    /// The value as Apple writes it.
    public var rawValue: String

    /// Keeps any value as it came.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Whole period at once.
    public static let billedUpfront = BillingPlanType(rawValue: "BILLED_UPFRONT")
    /// Month by month, with a commitment.
    public static let monthly = BillingPlanType(rawValue: "MONTHLY")
}
