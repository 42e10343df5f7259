/// Why a purchase was refunded or revoked.
///
/// A value that Apple adds later is kept as it came.
public struct RevocationReason: RawRepresentable, Sendable, Hashable {
    /// The value as Apple writes it.
    public var rawValue: Int32

    /// Keeps any value as it came.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Another reason.
    public static let other = RevocationReason(rawValue: 0)
    /// An issue in the app.
    public static let issueInApp = RevocationReason(rawValue: 1)
}
