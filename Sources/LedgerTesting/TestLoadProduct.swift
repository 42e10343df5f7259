/// A product of the load's shop.
public struct TestLoadProduct: Sendable, Hashable {
    /// `productId`.
    public let id: String
    /// `type`.
    public let kind: TestProduct.Kind
    /// Length of a paid period in days; 0 for what does not renew.
    public let periodDays: Int64
    /// In thousandths of a dollar.
    public let price: Int64
    /// What it grants, in the shop's catalog; nil grants nothing.
    public let entitlement: String?
    /// Coins that one purchase brings; 0 for none.
    public let coins: Int64

    /// `subscriptionGroupIdentifier` of all subscriptions of the shop.
    public static let subscriptionGroupID = "21500001"
    /// Where the product that an upgrade leads to stands in `all`.
    public static let upgradeIndex = 3

    /// Everything that the shop sells.
    public static let all = [
        subscription("pro.weekly", days: 7, price: 2_990, entitlement: "pro"),
        subscription("pro.monthly", days: 30, price: 9_990, entitlement: "pro"),
        subscription("pro.yearly", days: 365, price: 79_990, entitlement: "pro"),
        subscription("plus.monthly", days: 30, price: 14_990, entitlement: "plus"),
        TestLoadProduct(
            id: "coins.100", kind: .consumable, periodDays: 0, price: 990, entitlement: nil,
            coins: 100),
        TestLoadProduct(
            id: "coins.500", kind: .consumable, periodDays: 0, price: 3_990, entitlement: nil,
            coins: 500),
        TestLoadProduct(
            id: "lifetime", kind: .nonConsumable, periodDays: 0, price: 199_990,
            entitlement: "lifetime", coins: 0),
    ]

    private static func subscription(
        _ id: String, days: Int64, price: Int64, entitlement: String
    ) -> TestLoadProduct {
        TestLoadProduct(
            id: id, kind: .autoRenewable, periodDays: days, price: price,
            entitlement: entitlement, coins: 0)
    }
}
