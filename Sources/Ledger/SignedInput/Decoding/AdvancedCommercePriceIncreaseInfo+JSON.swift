/// Reads `AdvancedCommercePriceIncreaseInfo` from the App Store's JSON.
extension AdvancedCommercePriceIncreaseInfo: JSONObject {
    /// The keys that the App Store writes.
    enum Key: String, CaseIterable {
        case dependentSKUs
        case price
        case status
    }

    static let keys = JSONKeyTable<Key>()

    mutating func read(_ key: Key, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case .dependentSKUs: dependentSKUs = try reader.strings()
        case .price: priceMilliunits = try reader.integer()
        case .status: status = AdvancedCommercePriceIncreaseStatus(rawValue: try reader.string())
        }
    }
}
