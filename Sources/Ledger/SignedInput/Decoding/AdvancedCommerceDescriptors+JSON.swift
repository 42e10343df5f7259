/// Reads `AdvancedCommerceDescriptors` from the App Store's JSON.
extension AdvancedCommerceDescriptors: JSONObject {
    /// The keys that the App Store writes.
    enum Key: String, CaseIterable {
        case description
        case displayName
    }

    static let keys = JSONKeyTable<Key>()

    mutating func read(_ key: Key, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case .description: itemDescription = try reader.string()
        case .displayName: displayName = try reader.string()
        }
    }
}
