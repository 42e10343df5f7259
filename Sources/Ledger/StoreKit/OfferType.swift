/// The kind of offer that applies.
///
/// A value that Apple adds later is kept as it came.
public struct OfferType: RawRepresentable, Sendable, Hashable {
    /// The value as Apple writes it.
    public var rawValue: Int32

    /// Keeps any value as it came.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Introductory offer.
    public static let introductory = OfferType(rawValue: 1)
    /// Promotional offer.
    public static let promotional = OfferType(rawValue: 2)
    /// Offer code.
    public static let code = OfferType(rawValue: 3)
    /// Win-back offer.
    public static let winBack = OfferType(rawValue: 4)
}
