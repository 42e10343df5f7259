/// A product of the app under test.
public struct TestProduct: Sendable, Hashable {
    /// The types of products, as Apple writes them.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Renews by itself.
        case autoRenewable = "Auto-Renewable Subscription"
        /// Bought once, kept for ever.
        case nonConsumable = "Non-Consumable"
        /// Bought again and again.
        case consumable = "Consumable"
        /// Ends, and does not renew.
        case nonRenewing = "Non-Renewing Subscription"
    }

    /// `productId`.
    public var id: String
    /// `type`.
    public var kind: Kind
    /// `subscriptionGroupIdentifier`; nil for all but auto-renewable subscriptions.
    public var subscriptionGroupID: String?
    /// How long a period lasts; nil for all but auto-renewable subscriptions.
    public var period: TestPeriod?
    /// The price of one, in thousandths of the currency: 9990 is 9.99.
    public var price: Int64
    /// `currency`, ISO 4217.
    public var currency: String

    /// An auto-renewable subscription.
    ///
    /// - Parameters:
    ///   - id: `productId`.
    ///   - groupID: `subscriptionGroupIdentifier`.
    ///   - period: how long a period lasts.
    ///   - price: in thousandths of the currency.
    ///   - currency: ISO 4217.
    /// - Returns: the product.
    public static func subscription(
        _ id: String, groupID: String = "21500001", period: TestPeriod = .months(1),
        price: Int64 = 9990, currency: String = "USD"
    ) -> TestProduct {
        TestProduct(
            id: id, kind: .autoRenewable, subscriptionGroupID: groupID, period: period,
            price: price, currency: currency)
    }

    /// A product that is bought once: of any kind but `autoRenewable`.
    ///
    /// - Parameters:
    ///   - id: `productId`.
    ///   - kind: `type`.
    ///   - price: of one, in thousandths of the currency.
    ///   - currency: ISO 4217.
    /// - Returns: the product.
    public static func oneTime(
        _ id: String, _ kind: Kind, price: Int64 = 990, currency: String = "USD"
    ) -> TestProduct {
        TestProduct(
            id: id, kind: kind, subscriptionGroupID: nil, period: nil, price: price,
            currency: currency)
    }
}
