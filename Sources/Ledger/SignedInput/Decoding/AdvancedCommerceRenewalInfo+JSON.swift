/// Reads `AdvancedCommerceRenewalInfo` from the App Store's JSON.
extension AdvancedCommerceRenewalInfo: JSONObject {
    /// The keys that the App Store writes.
    enum Key: String, CaseIterable {
        case consistencyToken
        case descriptors
        case items
        case period
        case requestReferenceId
        case taxCode
    }

    static let keys = JSONKeyTable<Key>()

    mutating func read(_ key: Key, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case .consistencyToken: consistencyToken = try reader.string()
        case .descriptors: descriptors = try reader.object(of: AdvancedCommerceDescriptors.self)
        case .items: items = try reader.objects(of: AdvancedCommerceRenewalItem.self)
        case .period: period = AdvancedCommercePeriod(rawValue: try reader.string())
        case .requestReferenceId: requestReferenceID = try reader.string()
        case .taxCode: taxCode = try reader.string()
        }
    }
}
