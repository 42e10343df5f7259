/// A length of calendar time, in ISO 8601: `P1W`, `P90D`, `P1M`, `P1Y`, `PT1H`.
///
/// Months and years are counted in the calendar of UTC; a day has 24 hours there. `P7D` and `P1W`
/// are the same period, and so are `P12M` and `P1Y`.
public struct CalendarPeriod: Sendable, Hashable {
    /// Calendar months, the twelve of each year among them.
    public let months: Int64
    /// What comes on top of the months, in seconds.
    public let seconds: Int64

    /// A thousand years, far above any period sold and far below any overflow.
    static let monthsLimit: Int64 = 12_000
    /// A thousand years of 366 days.
    static let secondsLimit: Int64 = 366_000 * secondsPerDay
    /// No number in a period has more digits.
    private static let digitCountLimit = 9

    private static let secondsPerHour: Int64 = 3_600
    private static let secondsPerDay: Int64 = 86_400
    private static let secondsPerWeek: Int64 = 604_800

    /// Reads an ISO 8601 duration of whole units.
    ///
    /// `nil` where the text is no such duration, has no length or is longer than a thousand years.
    ///
    /// - Parameter text: `PnYnMnDTnHnMnS` with at least one unit and none twice, or `PnW`.
    public init?(iso8601 text: String) {
        var rest = text[...].utf8
        guard rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty else { return nil }
        var months: Int64 = 0
        var seconds: Int64 = 0
        var isTime = false
        // Units come in one order, each at most once; a week stands alone.
        var lastRank = 0
        while !rest.isEmpty {
            if !isTime, rest.first == UInt8(ascii: "T") {
                isTime = true
                rest.removeFirst()
            }
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard (1...Self.digitCountLimit).contains(digits.count),
                let number = Int64(Substring(digits)), lastRank < Unit.aloneRank
            else { return nil }
            rest.removeFirst(digits.count)
            guard let unit = rest.popFirst().flatMap({ Unit($0, isTime: isTime) }),
                unit.rank > lastRank, unit.rank != Unit.aloneRank || lastRank == 0
            else { return nil }
            lastRank = unit.rank
            months += number * unit.months
            seconds += number * unit.seconds
        }
        guard months <= Self.monthsLimit, seconds <= Self.secondsLimit, months + seconds > 0 else {
            return nil
        }
        self.months = months
        self.seconds = seconds
    }

    /// The period in ISO 8601; equal periods have equal texts.
    public var iso8601: String {
        if months == 0, seconds % Self.secondsPerWeek == 0 {
            return "P\(seconds / Self.secondsPerWeek)W"
        }
        var text = "P"
        func append(_ number: Int64, _ unit: String) {
            if number > 0 { text += "\(number)\(unit)" }
        }
        append(months / 12, "Y")
        append(months % 12, "M")
        append(seconds / Self.secondsPerDay, "D")
        let time = seconds % Self.secondsPerDay
        if time > 0 { text += "T" }
        append(time / Self.secondsPerHour, "H")
        append(time / 60 % 60, "M")
        append(time % 60, "S")
        return text
    }

    /// The instant one period after `start`.
    ///
    /// Months come first and end at the month's last day where it is shorter: one month after
    /// 31 January is 28 or 29 February. The result is held at the ends of the range.
    public func end(from start: Instant) -> Instant {
        var end = start
        if months > 0 {
            let days = start.millisecondsSince1970
                .flooredDivision(by: Instant.millisecondsPerDay).quotient
            let later = CivilDate(daysSince1970: days).advanced(byMonths: months).daysSince1970
            end = end.advanced(byMilliseconds: (later - days) * Instant.millisecondsPerDay)
        }
        return end.advanced(byMilliseconds: seconds * Instant.millisecondsPerSecond)
    }
}

extension CalendarPeriod {
    /// One designator of a duration, with its place in the order.
    private struct Unit {
        let rank: Int
        let months: Int64
        let seconds: Int64

        /// Weeks stand alone: they rank last and nothing comes before them.
        static let aloneRank = 7

        init?(_ designator: UInt8, isTime: Bool) {
            switch (designator, isTime) {
            case (UInt8(ascii: "Y"), false): (rank, months, seconds) = (1, 12, 0)
            case (UInt8(ascii: "M"), false): (rank, months, seconds) = (2, 1, 0)
            case (UInt8(ascii: "D"), false): (rank, months, seconds) = (3, 0, secondsPerDay)
            case (UInt8(ascii: "H"), true): (rank, months, seconds) = (4, 0, secondsPerHour)
            case (UInt8(ascii: "M"), true): (rank, months, seconds) = (5, 0, 60)
            case (UInt8(ascii: "S"), true): (rank, months, seconds) = (6, 0, 1)
            case (UInt8(ascii: "W"), false):
                (rank, months, seconds) = (Self.aloneRank, 0, secondsPerWeek)
            default: return nil
            }
        }
    }
}
