/// The limits of what is kept of input that was not taken in.
///
/// Whoever can reach the backend can send rubbish, so what is kept of it is bounded in every
/// direction. Nothing that is kept is ever dropped to make room: at the limit of the table, what is
/// new is refused as `quarantineFull`, counted and not kept.
public struct QuarantineLimits: Sendable, Hashable {
    /// The reason that reports give for what the quarantine had no room for.
    public static let fullReason = "quarantineFull"
    /// The longest input that is kept whole: 524,289 bytes.
    ///
    /// Two tokens of the greatest length that verification looks at, and what parts them; so
    /// whatever could ever verify can be tried again. The limit on all rows together bounds the
    /// table, and it takes as many bytes to fill it however long a row may be.
    public static let bytesPerRowMax = 2 * InputLimits.tokenBytesMax + 1
    /// The most bytes that are kept of what can never verify: 4 KiB.
    ///
    /// Of a longer input than ``bytesPerRowMax``, and of input that is no signed data and may have
    /// any length, a prefix is kept.
    public static let refusedBytesMax = 4 * 1024
    /// The most bytes of the name of a place that are kept: 256; the end of it, where the line is.
    public static let locationBytesMax = 256
    /// The most accounts that a row keeps as having presented the same bytes: 16.
    ///
    /// What a further one presents is not kept.
    public static let presentersPerRowMax = 16
    /// The most rows of the table: 100,000.
    public static let rowCountMaxDefault: UInt64 = 100_000
    /// The most kept bytes of all rows together: 256 MiB.
    public static let byteCountMaxDefault: UInt64 = 256 * 1024 * 1024

    /// The most rows.
    var rowCountMax = Self.rowCountMaxDefault
    /// The most kept bytes of all rows together.
    var byteCountMax = Self.byteCountMaxDefault
}
