internal import Foundation

/// An instant in a story, written as a literal.
///
/// ```swift
/// let start: TestDate = "2026-01-05T09:00:00Z"
/// ```
///
/// The forms are `2026-01-05` (midnight in UTC), `2026-01-05T09:00:00Z` and
/// `2026-01-05T09:00:00.250Z`; a whole number is milliseconds since 1970. A text of another form
/// is an error of the function that uses it.
public struct TestDate: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    private let text: String
    private let value: Int64?

    /// Reads a date.
    ///
    /// - Parameter text: one of the three forms.
    public init(_ text: String) {
        self.text = text
        value = Self.parse(text)
    }

    /// An instant as Apple writes it.
    ///
    /// - Parameter millisecondsSince1970: the instant.
    public init(millisecondsSince1970: Int64) {
        text = String(millisecondsSince1970)
        value = millisecondsSince1970
    }

    /// Reads a date.
    public init(stringLiteral text: String) { self.init(text) }

    /// Milliseconds since 1970.
    public init(integerLiteral value: Int64) { self.init(millisecondsSince1970: value) }

    /// Milliseconds since 1970.
    ///
    /// - Throws: `TestAppStoreError.date` when the text is no date.
    public var milliseconds: Int64 {
        get throws(TestAppStoreError) {
            guard let value else { throw .date(text) }
            return value
        }
    }

    /// The same time of day, a period later.
    ///
    /// A month after the last day of a month is the last day of the next one, as in the App Store.
    ///
    /// - Parameter period: how much later.
    /// - Returns: the later date.
    /// - Throws: `TestAppStoreError.date` when either date cannot be told.
    public func adding(_ period: TestPeriod) throws(TestAppStoreError) -> TestDate {
        let start = try milliseconds
        let seconds = start.quotientAndRemainder(dividingBy: 1000)
        let date = Date(timeIntervalSince1970: Double(seconds.quotient))
        guard let later = Self.calendar.date(byAdding: period.components, to: date),
            let end = Int64(exactly: later.timeIntervalSince1970)
        else { throw .date(text) }
        let (scaled, overflow) = end.multipliedReportingOverflow(by: 1000)
        guard !overflow else { throw .date(text) }
        return TestDate(millisecondsSince1970: scaled &+ seconds.remainder)
    }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private static let forms = [
        "0000-00-00", "0000-00-00T00:00:00Z", "0000-00-00T00:00:00.000Z",
    ]

    private static func parse(_ text: String) -> Int64? {
        let form = String(text.map { $0.isASCII && $0.isNumber ? "0" : $0 })
        guard forms.contains(form) else { return nil }
        let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
        var components = DateComponents()
        components.calendar = calendar
        components.timeZone = calendar.timeZone
        (components.year, components.month, components.day) = (numbers[0], numbers[1], numbers[2])
        if numbers.count > 3 {
            components.hour = numbers[3]
            components.minute = numbers[4]
            components.second = numbers[5]
        }
        guard components.isValidDate, let date = components.date else { return nil }
        return Int64(date.timeIntervalSince1970) * 1000 + Int64(numbers.count > 6 ? numbers[6] : 0)
    }
}
