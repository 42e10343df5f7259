/// Reads `RenewalCommitmentInfo` from the App Store's JSON.
extension RenewalCommitmentInfo: JSONObject {
    /// The keys that the App Store writes.
    enum Key: String, CaseIterable {
        case commitmentAutoRenewProductId
        case commitmentAutoRenewStatus
        case commitmentRenewalBillingPlanType
        case commitmentRenewalDate
        case commitmentRenewalPrice
    }

    static let keys = JSONKeyTable<Key>()

    mutating func read(_ key: Key, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case .commitmentAutoRenewProductId: autoRenewPreference = try reader.string()
        case .commitmentAutoRenewStatus:
            autoRenewStatus = AutoRenewStatus(rawValue: try reader.integer32())
        case .commitmentRenewalBillingPlanType:
            renewalBillingPlanType = BillingPlanType(rawValue: try reader.string())
        case .commitmentRenewalDate: renewalDate = try reader.instant()
        case .commitmentRenewalPrice: renewalPriceMilliunits = try reader.integer()
        }
    }
}
