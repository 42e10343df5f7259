internal import Foundation

/// Who buys.
public struct TestCustomer: Sendable, Hashable {
    /// `appAccountToken`, in lower case as Apple writes it; nil when the app sets none.
    public let appAccountToken: String?
    /// `appTransactionId`: one for each customer and app; nil as in data from before 2025.
    public var appTransactionID: String?
    /// `storefront`, three letters.
    public var storefront = "USA"
    /// `storefrontId`.
    public var storefrontID = "143441"

    /// Makes a customer.
    ///
    /// - Parameters:
    ///   - appAccountToken: a UUID that the app sets at each purchase.
    ///   - appTransactionID: `appTransactionId`.
    /// - Throws: `TestAppStoreError.appAccountToken` when that is no UUID.
    public init(
        appAccountToken: String? = nil, appTransactionID: String? = nil
    ) throws(TestAppStoreError) {
        if let appAccountToken {
            guard UUID(uuidString: appAccountToken) != nil else {
                throw .appAccountToken(appAccountToken)
            }
        }
        self.appAccountToken = appAccountToken?.lowercased()
        self.appTransactionID = appTransactionID
    }

    /// The fields that stand in every transaction and renewal info of the customer.
    var fields: [String: TestJSON] {
        var fields: [String: TestJSON] = [:]
        fields["appAccountToken"] = appAccountToken.map(TestJSON.string)
        fields["appTransactionId"] = appTransactionID.map(TestJSON.string)
        return fields
    }
}
