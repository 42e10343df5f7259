/// Reads `TransactionCommitmentInfo` from the App Store's JSON.
extension TransactionCommitmentInfo: JSONObject {
    /// The keys that the App Store writes.
    enum Key: String, CaseIterable {
        case billingPeriodNumber
        case commitmentExpiresDate
        case commitmentPrice
        case totalBillingPeriods
    }

    static let keys = JSONKeyTable<Key>()

    mutating func read(_ key: Key, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case .billingPeriodNumber: billingPeriodNumber = try reader.integer32()
        case .commitmentExpiresDate: commitmentExpirationDate = try reader.instant()
        case .commitmentPrice: commitmentPriceMilliunits = try reader.integer()
        case .totalBillingPeriods: totalBillingPeriods = try reader.integer32()
        }
    }
}
