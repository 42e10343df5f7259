/// Reads `AdvancedCommerceTransactionInfo` from the App Store's JSON.
extension AdvancedCommerceTransactionInfo: JSONObject {
    /// The keys that the App Store writes.
    enum Key: String, CaseIterable {
        case descriptors
        case estimatedTax
        case items
        case period
        case requestReferenceId
        case taxCode
        case taxExclusivePrice
        case taxRate
    }

    static let keys = JSONKeyTable<Key>()

    mutating func read(_ key: Key, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case .descriptors: descriptors = try reader.object(of: AdvancedCommerceDescriptors.self)
        case .estimatedTax: estimatedTaxMilliunits = try reader.integer()
        case .items: items = try reader.objects(of: AdvancedCommerceTransactionItem.self)
        case .period: period = AdvancedCommercePeriod(rawValue: try reader.string())
        case .requestReferenceId: requestReferenceID = try reader.string()
        case .taxCode: taxCode = try reader.string()
        case .taxExclusivePrice: taxExclusivePriceMilliunits = try reader.integer()
        case .taxRate: taxRate = try reader.string()
        }
    }
}
