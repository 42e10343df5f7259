internal import Foundation

/// How long a subscription period lasts.
public enum TestPeriod: Sendable, Hashable {
    /// So many days of 24 hours.
    case days(Int)
    /// So many weeks.
    case weeks(Int)
    /// So many calendar months.
    case months(Int)
    /// So many calendar years.
    case years(Int)

    var components: DateComponents {
        switch self {
        case .days(let count): DateComponents(day: count)
        case .weeks(let count): DateComponents(weekOfYear: count)
        case .months(let count): DateComponents(month: count)
        case .years(let count): DateComponents(year: count)
        }
    }
}
