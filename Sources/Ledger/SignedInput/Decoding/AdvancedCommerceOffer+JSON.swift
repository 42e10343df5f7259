/// Reads `AdvancedCommerceOffer` from the App Store's JSON.
extension AdvancedCommerceOffer: JSONObject {
    /// The keys that the App Store writes.
    enum Key: String, CaseIterable {
        case period
        case periodCount
        case price
        case reason
    }

    static let keys = JSONKeyTable<Key>()

    mutating func read(_ key: Key, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case .period: period = AdvancedCommerceOfferPeriod(rawValue: try reader.string())
        case .periodCount: periodCount = try reader.integer32()
        case .price: priceMilliunits = try reader.integer()
        case .reason: reason = AdvancedCommerceOfferReason(rawValue: try reader.string())
        }
    }
}
