/// An amount of a currency that a purchase is worth.
public struct CatalogCredit: Sendable, Hashable {
    /// The name of the currency.
    public let currency: String
    /// Units for each unit bought, or for each paid period.
    public let amount: Int64
    /// Whether what is left ends with the paid period.
    ///
    /// Only credits of a period can.
    public let expiresWithPeriod: Bool

    /// Makes a credit; a ``Catalog`` checks it when it takes it in.
    public init(currency: String, amount: Int64, expiresWithPeriod: Bool = false) {
        self.currency = currency
        self.amount = amount
        self.expiresWithPeriod = expiresWithPeriod
    }

    /// What `quantity` units are worth: the exact product, held at the ends of `Int64`.
    func amount(quantity: Int64) -> Int64 {
        Int64(clamping: Int128(amount) * Int128(quantity))
    }
}
