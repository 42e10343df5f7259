/// What the test App Store means to do at the end of a period.
struct TestRenewal: Sendable {
    var product: TestProduct
    var willRenew = true
    /// A charge failed and Apple tries again.
    var isFailing = false
    var gracePeriodExpiresDate: Int64?
    var expirationIntent: Int64?
    var startDate: Int64

    init(product: TestProduct, startDate: Int64) {
        self.product = product
        self.startDate = startDate
    }

    /// The charge came through, or a new period was bought.
    mutating func settle() {
        willRenew = true
        isFailing = false
        gracePeriodExpiresDate = nil
        expirationIntent = nil
    }

    /// What the store signs about it.
    func statement(
        by store: TestAppStore, about period: TestTransaction, signedDate: Int64
    ) -> TestJSON {
        var fields = period.customer.fields
        fields["autoRenewProductId"] = .string(product.id)
        fields["recentSubscriptionStartDate"] = .integer(startDate)
        if willRenew {
            fields["renewalDate"] = period.expiresDate.map(TestJSON.integer)
            fields["renewalPrice"] = .integer(product.price)
            fields["currency"] = .string(product.currency)
        }
        fields["expirationIntent"] = expirationIntent.map(TestJSON.integer)
        if expirationIntent != nil { fields["isInBillingRetryPeriod"] = .bool(isFailing) }
        fields["gracePeriodExpiresDate"] = gracePeriodExpiresDate.map(TestJSON.integer)
        return store.renewalInfo(
            originalID: String(period.originalNumber), productID: period.product.id,
            signedDate: signedDate, autoRenewStatus: willRenew ? 1 : 0, fields: fields)
    }
}
