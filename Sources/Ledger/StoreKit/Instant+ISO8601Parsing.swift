extension Instant {
    /// Which instant of its day a date without a time stands for, in UTC.
    public enum DateAlone: Sendable, Hashable {
        /// The day's first millisecond.
        case startOfDay
        /// The day's last millisecond.
        case endOfDay
    }

    /// Reads a date and time in ISO 8601 with `Z` or an offset.
    ///
    /// Accepts `2026-03-31T23:59Z`, seconds, a fraction (cut after the millisecond) and offsets
    /// such as `+02:00`. A year outside 0...9999 has a sign and six to nine digits. Strict
    /// otherwise: no 31 February, no hour 24, no leap second, capitals `T` and `Z`. `nil` where the
    /// text is no such instant, or one that cannot be held.
    ///
    /// - Parameter text: the text, without anything around it.
    public init?(iso8601 text: String) {
        self.init(iso8601: text, dateAlone: nil)
    }

    /// Reads a date and time as ``init(iso8601:)`` does, or a date alone such as `2026-03-31`.
    ///
    /// `nil` where the text is neither, or an instant that cannot be held.
    ///
    /// - Parameters:
    ///   - text: the text, without anything around it.
    ///   - dateAlone: which instant of its day (in UTC) a date alone stands for.
    public init?(iso8601 text: String, dateAlone: DateAlone) {
        self.init(iso8601: text, dateAlone: Optional(dateAlone))
    }

    private init?(iso8601 text: String, dateAlone: DateAlone?) {
        var reader = ISO8601Reader(text)
        guard let days = reader.date() else { return nil }
        let time: Int64
        if reader.isAtEnd {
            guard let dateAlone else { return nil }
            time = dateAlone == .startOfDay ? 0 : Self.millisecondsPerDay - 1
        } else {
            guard let read = reader.timeAndOffset(), reader.isAtEnd else { return nil }
            time = read
        }
        // The lowest instants lie in a day whose first millisecond cannot be held.
        let sum = Int128(days) * Int128(Self.millisecondsPerDay) + Int128(time)
        guard let milliseconds = Int64(exactly: sum) else { return nil }
        self.init(millisecondsSince1970: milliseconds)
    }
}

/// Reads the parts of an ISO 8601 text from left to right.
private struct ISO8601Reader {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = text[...].utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Days since 1970-01-01 of `2026-03-31`.
    mutating func date() -> Int64? {
        guard let year = year(), take("-"), let month = number(digitCount: 2), take("-"),
            let day = number(digitCount: 2), (1...12).contains(month),
            (1...CivilDate.dayCount(ofMonth: month, year: year)).contains(day)
        else { return nil }
        return CivilDate(year: year, month: month, day: day).daysSince1970
    }

    /// Milliseconds since the day's beginning in UTC of `T23:59:59.999+02:00`.
    mutating func timeAndOffset() -> Int64? {
        guard take("T"), let hours = number(digitCount: 2), take(":"),
            let minutes = number(digitCount: 2), hours < 24, minutes < 60
        else { return nil }
        var milliseconds =
            hours * Instant.millisecondsPerHour + minutes * Instant.millisecondsPerMinute
        if take(":") {
            guard let seconds = number(digitCount: 2), seconds < 60,
                let fraction = fractionMilliseconds()
            else { return nil }
            milliseconds += seconds * Instant.millisecondsPerSecond + fraction
        }
        guard let offset = offsetMilliseconds() else { return nil }
        return milliseconds - offset
    }

    private mutating func year() -> Int64? {
        let isNegative = take("-")
        guard isNegative || take("+") else { return number(digitCount: 4) }
        let digitCount = rest.prefix(10).prefix { isDigit($0) }.count
        guard (6...9).contains(digitCount), let year = number(digitCount: digitCount) else {
            return nil
        }
        // There is one year zero, and it has no sign.
        guard isNegative else { return year }
        return year == 0 ? nil : -year
    }

    /// 0 where there is no fraction; digits after the third are read and dropped.
    private mutating func fractionMilliseconds() -> Int64? {
        guard take(".") else { return 0 }
        guard let first = rest.first, isDigit(first) else { return nil }
        var milliseconds: Int64 = 0
        var weight: Int64 = 100
        while let byte = rest.first, isDigit(byte) {
            milliseconds += Int64(byte - UInt8(ascii: "0")) * weight
            weight /= 10
            rest.removeFirst()
        }
        return milliseconds
    }

    private mutating func offsetMilliseconds() -> Int64? {
        if take("Z") { return 0 }
        let isNegative = take("-")
        guard isNegative || take("+"), let hours = number(digitCount: 2), take(":"),
            let minutes = number(digitCount: 2), hours < 24, minutes < 60
        else { return nil }
        let offset = hours * Instant.millisecondsPerHour + minutes * Instant.millisecondsPerMinute
        return isNegative ? -offset : offset
    }

    private mutating func number(digitCount: Int) -> Int64? {
        var number: Int64 = 0
        for _ in 0..<digitCount {
            guard let byte = rest.first, isDigit(byte) else { return nil }
            number = number * 10 + Int64(byte - UInt8(ascii: "0"))
            rest.removeFirst()
        }
        return number
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    private func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
