/// Why a transaction came about.
///
/// A value that Apple adds later is kept as it came.
public struct TransactionReason: RawRepresentable, Sendable, Hashable {
    /// The value as Apple writes it.
    public var rawValue: String

    /// Keeps any value as it came.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The customer bought it.
    public static let purchase = TransactionReason(rawValue: "PURCHASE")
    /// The App Store renewed it.
    public static let renewal = TransactionReason(rawValue: "RENEWAL")
}
