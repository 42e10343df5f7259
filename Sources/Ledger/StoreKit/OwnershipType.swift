/// Whether the customer bought the product or shares it.
///
/// A value that Apple adds later is kept as it came.
public struct OwnershipType: RawRepresentable, Sendable, Hashable {
    /// The value as Apple writes it.
    public var rawValue: String

    /// Keeps any value as it came.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Bought by this customer.
    public static let purchased = OwnershipType(rawValue: "PURCHASED")
    /// Reached through Family Sharing.
    public static let familyShared = OwnershipType(rawValue: "FAMILY_SHARED")
}
