/// The limits of what is kept of input that was not taken in.
///
/// Whoever can reach the backend can send rubbish, so what is kept of it is bounded in every
/// direction. Nothing that is kept is ever dropped to make room: at the limit of the table, what is
/// new is counted and not kept.
public struct QuarantineLimits: Sendable, Hashable {
    /// The most bytes of one input that are kept: 64 KiB.
    ///
    /// The largest genuine input known is about 17 kB. Of a longer one a prefix is kept, with the
    /// length and the digest of the whole.
    public static let bytesPerRowMax = 64 * 1024
    /// The most bytes that are kept of input that is no signed data: 4 KiB.
    ///
    /// It may have any length, so that only this prefix is ever held.
    public static let refusedBytesMax = 4 * 1024
    /// The most bytes of the name of a place that are kept: 256; the end of it, where the line is.
    public static let locationBytesMax = 256
    /// The most rows of the table: 100,000.
    public static let rowCountMaxDefault: UInt64 = 100_000
    /// The most kept bytes of all rows together: 256 MiB.
    public static let byteCountMaxDefault: UInt64 = 256 * 1024 * 1024

    /// The most rows.
    var rowCountMax = Self.rowCountMaxDefault
    /// The most kept bytes of all rows together.
    var byteCountMax = Self.byteCountMaxDefault
}
