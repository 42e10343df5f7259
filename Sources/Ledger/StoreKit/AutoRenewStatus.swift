/// Whether a subscription renews.
///
/// A value that Apple adds later is kept as it came.
public struct AutoRenewStatus: RawRepresentable, Sendable, Hashable {
    /// The value as Apple writes it.
    public var rawValue: Int32

    /// Keeps any value as it came.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// It ends with the period.
    public static let off = AutoRenewStatus(rawValue: 0)
    /// It renews.
    public static let on = AutoRenewStatus(rawValue: 1)
}
