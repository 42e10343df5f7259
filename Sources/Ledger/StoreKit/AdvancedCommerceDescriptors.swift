/// What the customer reads about a purchase of the Advanced Commerce API.
public struct AdvancedCommerceDescriptors: Sendable, Hashable {
    /// `description`.
    public var itemDescription: String?
    /// `displayName`.
    public var displayName: String?

    /// Makes an empty value; every field of signed data is optional.
    public init() {}
}
