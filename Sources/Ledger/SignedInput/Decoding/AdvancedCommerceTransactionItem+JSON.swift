/// Reads `AdvancedCommerceTransactionItem` from the App Store's JSON.
extension AdvancedCommerceTransactionItem: JSONObject {
    /// The keys that the App Store writes.
    enum Key: String, CaseIterable {
        case sku = "SKU"
        case description
        case displayName
        case offer
        case price
        case refunds
        case revocationDate
    }

    static let keys = JSONKeyTable<Key>()

    mutating func read(_ key: Key, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case .sku: sku = try reader.string()
        case .description: itemDescription = try reader.string()
        case .displayName: displayName = try reader.string()
        case .offer: offer = try reader.object(of: AdvancedCommerceOffer.self)
        case .price: priceMilliunits = try reader.integer()
        case .refunds: refunds = try reader.objects(of: AdvancedCommerceRefund.self)
        case .revocationDate: revocationDate = try reader.instant()
        }
    }
}
