/// Apple's own status of a subscription, as of a notification's signed date.
///
/// A value that Apple adds later is kept as it came.
public struct SubscriptionStatusValue: RawRepresentable, Sendable, Hashable {
    /// The value as Apple writes it.
    public var rawValue: Int32

    /// Keeps any value as it came.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Paid.
    public static let active = SubscriptionStatusValue(rawValue: 1)
    /// Over.
    public static let expired = SubscriptionStatusValue(rawValue: 2)
    /// Payment is retried.
    public static let inBillingRetryPeriod = SubscriptionStatusValue(rawValue: 3)
    /// Payment is retried, with service.
    public static let inGracePeriod = SubscriptionStatusValue(rawValue: 4)
    /// Refunded or revoked.
    public static let revoked = SubscriptionStatusValue(rawValue: 5)
}
