/// A day of the proleptic Gregorian calendar, in UTC.
///
/// Years are counted astronomically: year 0 is the one before year 1. Every day that an `Instant`
/// can name fits without overflow.
struct CivilDate: Hashable {
    var year: Int64
    /// 1 for January to 12 for December.
    var month: Int64
    /// 1 to the length of the month.
    var day: Int64

    /// The calendar repeats after 400 years, which have this many days.
    private static let daysPerEra: Int64 = 146_097
    /// From 0000-03-01 to 1970-01-01.
    ///
    /// Counting years from March puts the leap day last.
    private static let daysFromMarchOfYearZero: Int64 = 719_468

    init(year: Int64, month: Int64, day: Int64) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day that many days after 1970-01-01.
    init(daysSince1970: Int64) {
        let days = daysSince1970 + Self.daysFromMarchOfYearZero
        let (era, dayOfEra) = days.flooredDivision(by: Self.daysPerEra)
        let leapDaysBefore = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leapDaysBefore) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        // March is month 0; five months from March have 153 days, whichever of the cycle they are.
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Days since 1970-01-01, negative before.
    var daysSince1970: Int64 {
        let yearFromMarch = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = yearFromMarch.flooredDivision(by: 400)
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Self.daysPerEra + dayOfEra - Self.daysFromMarchOfYearZero
    }

    /// How many days the month has.
    static func dayCount(ofMonth month: Int64, year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year: year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func isLeap(year: Int64) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// The same day that many months later, or the last day of that month where it is shorter.
    func advanced(byMonths months: Int64) -> CivilDate {
        let (years, monthFromJanuary) = (month - 1 + months).flooredDivision(by: 12)
        let month = monthFromJanuary + 1
        let year = year + years
        return CivilDate(
            year: year, month: month,
            day: min(day, Self.dayCount(ofMonth: month, year: year)))
    }
}

extension Int64 {
    /// Quotient rounded down and the remainder that is left, never negative.
    ///
    /// `divisor` is a constant above zero, so nothing can overflow.
    func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
