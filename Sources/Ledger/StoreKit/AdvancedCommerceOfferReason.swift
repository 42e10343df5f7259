/// Why an offer of the Advanced Commerce API was made.
///
/// A value that Apple adds later is kept as it came.
public struct AdvancedCommerceOfferReason: RawRepresentable, Sendable, Hashable {
    /// The value as Apple writes it.
    public var rawValue: String

    /// Keeps any value as it came.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// To win a customer.
    public static let acquisition = AdvancedCommerceOfferReason(rawValue: "ACQUISITION")
    /// To win a customer back.
    public static let winBack = AdvancedCommerceOfferReason(rawValue: "WIN_BACK")
    /// To keep a customer.
    public static let retention = AdvancedCommerceOfferReason(rawValue: "RETENTION")
}
