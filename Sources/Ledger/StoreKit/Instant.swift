/// A point in time, in whole milliseconds since 1970-01-01T00:00:00Z, as the App Store counts.
///
/// Milliseconds as an integer keep Apple's dates exact; a floating-point date does not.
public struct Instant: Sendable, Hashable, Comparable {
    /// Milliseconds since 1970-01-01T00:00:00Z; negative before.
    public var millisecondsSince1970: Int64

    /// Makes an instant from milliseconds since 1970-01-01T00:00:00Z.
    public init(millisecondsSince1970: Int64) {
        self.millisecondsSince1970 = millisecondsSince1970
    }

    /// Orders instants by time.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.millisecondsSince1970 < right.millisecondsSince1970
    }

    /// The earliest instant that can be written.
    public static let distantPast = Instant(millisecondsSince1970: .min)
    /// The latest instant that can be written; stands for "never ends".
    public static let distantFuture = Instant(millisecondsSince1970: .max)

    /// The instant that many milliseconds later, held at the ends of the range.
    public func advanced(byMilliseconds milliseconds: Int64) -> Instant {
        let (sum, overflow) = millisecondsSince1970.addingReportingOverflow(milliseconds)
        if overflow { return milliseconds < 0 ? .distantPast : .distantFuture }
        return Instant(millisecondsSince1970: sum)
    }
}
