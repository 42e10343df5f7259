/// The customer's answer to a price increase.
///
/// A value that Apple adds later is kept as it came.
public struct PriceIncreaseStatus: RawRepresentable, Sendable, Hashable {
    /// The value as Apple writes it.
    public var rawValue: Int32

    /// Keeps any value as it came.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Not answered yet.
    public static let pending = PriceIncreaseStatus(rawValue: 0)
    /// Agreed, or no consent is needed.
    public static let agreed = PriceIncreaseStatus(rawValue: 1)
}
