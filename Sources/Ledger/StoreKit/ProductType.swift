/// The kind of product bought.
///
/// A value that Apple adds later is kept as it came.
public struct ProductType: RawRepresentable, Sendable, Hashable {
    /// The value as Apple writes it.
    public var rawValue: String

    /// Keeps any value as it came.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Renews until it is cancelled.
    public static let autoRenewable = ProductType(rawValue: "Auto-Renewable Subscription")
    /// Bought once, owned for ever.
    public static let nonConsumable = ProductType(rawValue: "Non-Consumable")
    /// Used up; can be bought again.
    public static let consumable = ProductType(rawValue: "Consumable")
    /// Lasts a time that the host defines.
    public static let nonRenewable = ProductType(rawValue: "Non-Renewing Subscription")
}
