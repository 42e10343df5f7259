/// What kind of revocation happened.
///
/// A value that Apple adds later is kept as it came.
public struct RevocationType: RawRepresentable, Sendable, Hashable {
    /// The value as Apple writes it.
    public var rawValue: String

    /// Keeps any value as it came.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// All of it was refunded.
    public static let refundFull = RevocationType(rawValue: "REFUND_FULL")
    /// A share of it was refunded.
    public static let refundProrated = RevocationType(rawValue: "REFUND_PRORATED")
    /// Family Sharing ended.
    public static let familyRevoke = RevocationType(rawValue: "FAMILY_REVOKE")
}
