/// One purchase as the test App Store holds it: a period of a subscription, or a one-time purchase.
///
/// What Apple says about it is signed anew each time.
struct TestTransaction: Sendable {
    let number: Int64
    let originalNumber: Int64
    let customer: TestCustomer
    let product: TestProduct
    /// Of all of them, as Apple states it.
    let price: Int64
    let purchaseDate: Int64
    let originalPurchaseDate: Int64
    var expiresDate: Int64?
    var isRenewal = false
    var quantity: Int64 = 1
    var isUpgraded = false
    /// The revocation fields while it is refunded; else empty.
    var revocation: [String: TestJSON] = [:]

    var id: String { String(number) }
    var isRefunded: Bool { !revocation.isEmpty }

    /// Whether it still gives service: paid, not over, not refunded, not replaced.
    func isRunning(at date: Int64) -> Bool {
        guard let expiresDate else { return false }
        return date < expiresDate && !isRefunded && !isUpgraded
    }

    /// What the store signs about it.
    func statement(by store: TestAppStore, signedDate: Int64) -> TestJSON {
        var fields = customer.fields.merging(revocation) { $1 }
        fields["type"] = .string(product.kind.rawValue)
        fields["originalPurchaseDate"] = .integer(originalPurchaseDate)
        fields["transactionReason"] = isRenewal ? "RENEWAL" : "PURCHASE"
        fields["quantity"] = .integer(quantity)
        fields["price"] = .integer(price)
        fields["currency"] = .string(product.currency)
        fields["storefront"] = .string(customer.storefront)
        fields["storefrontId"] = .string(customer.storefrontID)
        fields["subscriptionGroupIdentifier"] = product.subscriptionGroupID.map(TestJSON.string)
        if isUpgraded { fields["isUpgraded"] = true }
        return store.transaction(
            id: id, originalID: String(originalNumber), productID: product.id,
            purchaseDate: purchaseDate, expiresDate: expiresDate, signedDate: signedDate,
            fields: fields)
    }

    /// Takes the money back.
    mutating func refund(
        on date: Int64, reason: Int64, percentage: Int64
    ) throws(TestAppStoreError) {
        guard !isRefunded else { throw .alreadyRefunded(id) }
        guard date >= purchaseDate else { throw .datesOutOfOrder }
        guard (0...100_000).contains(percentage) else { throw .revocationPercentage(percentage) }
        revocation = [
            "revocationDate": .integer(date), "revocationReason": .integer(reason),
            "revocationType": percentage == 100_000 ? "REFUND_FULL" : "REFUND_PRORATED",
            "revocationPercentage": .integer(percentage),
        ]
    }

    /// The refund is undone: the fields are gone.
    mutating func reverseRefund() throws(TestAppStoreError) {
        guard isRefunded else { throw .notRefunded(id) }
        revocation = [:]
    }

    /// Reads a transaction identifier; 18 digits leave room for the periods that follow.
    static func number(_ id: String) throws(TestAppStoreError) -> Int64 {
        guard id.utf8.count <= 18, let number = Int64(id), number > 0, String(number) == id else {
            throw .transactionID(id)
        }
        return number
    }
}
