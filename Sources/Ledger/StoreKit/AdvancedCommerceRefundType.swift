/// How much of an item of the Advanced Commerce API was refunded.
///
/// A value that Apple adds later is kept as it came.
public struct AdvancedCommerceRefundType: RawRepresentable, Sendable, Hashable {
    /// The value as Apple writes it.
    public var rawValue: String

    /// Keeps any value as it came.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// All of it.
    public static let full = AdvancedCommerceRefundType(rawValue: "FULL")
    /// The share that was not used.
    public static let prorated = AdvancedCommerceRefundType(rawValue: "PRORATED")
    /// An amount that the developer named.
    public static let custom = AdvancedCommerceRefundType(rawValue: "CUSTOM")
}
