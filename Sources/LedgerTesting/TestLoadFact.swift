/// What one signed payload of the load says, flat: for a store that keeps columns.
public struct TestLoadFact: Sendable, Hashable {
    /// Which kind of payload it is.
    public enum Kind: Int32, Sendable {
        /// A notification without what is in it.
        case notification = 1
        /// A transaction.
        case transaction = 2
        /// A renewal info.
        case renewalInfo = 3
    }

    /// Which kind of payload it is.
    public internal(set) var kind: Kind
    /// `transactionId`.
    public internal(set) var transactionID: Int64
    /// `originalTransactionId`.
    public internal(set) var originalTransactionID: Int64
    /// Whose `appAccountToken` it names; see `TestLoad.appAccountToken(of:)`.
    public internal(set) var customer: Int
    /// Where the product stands in `TestLoadProduct.all`.
    public internal(set) var product: Int
    /// `purchaseDate`, milliseconds since 1970.
    public internal(set) var purchaseDate: Int64
    /// `expiresDate`; 0 for none.
    public internal(set) var expiresDate: Int64
    /// `revocationDate`; 0 for none.
    public internal(set) var revocationDate: Int64 = 0
    /// `signedDate`.
    public internal(set) var signedDate: Int64
    /// `gracePeriodExpiresDate`; 0 for none.
    public internal(set) var gracePeriodExpiresDate: Int64 = 0
    /// `autoRenewStatus`.
    public internal(set) var willRenew = true
    /// `expirationIntent`; 0 for none.
    public internal(set) var expirationIntent: Int64 = 0
    /// Whether the transaction renews another.
    public internal(set) var isRenewal = false
    /// `originalPurchaseDate` of a transaction, `recentSubscriptionStartDate` of a renewal info.
    public internal(set) var startDate: Int64
}
