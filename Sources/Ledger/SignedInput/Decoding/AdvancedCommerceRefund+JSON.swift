/// Reads `AdvancedCommerceRefund` from the App Store's JSON.
extension AdvancedCommerceRefund: JSONObject {
    /// The keys that the App Store writes.
    enum Key: String, CaseIterable {
        case refundAmount
        case refundDate
        case refundReason
        case refundType
    }

    static let keys = JSONKeyTable<Key>()

    mutating func read(_ key: Key, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case .refundAmount: refundAmountMilliunits = try reader.integer()
        case .refundDate: refundDate = try reader.instant()
        case .refundReason:
            refundReason = AdvancedCommerceRefundReason(rawValue: try reader.string())
        case .refundType: refundType = AdvancedCommerceRefundType(rawValue: try reader.string())
        }
    }
}
