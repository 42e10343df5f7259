extension Instant {
    static let millisecondsPerSecond: Int64 = 1_000
    static let millisecondsPerMinute: Int64 = 60_000
    static let millisecondsPerHour: Int64 = 3_600_000
    static let millisecondsPerDay: Int64 = 86_400_000

    /// Room for the longest text: a sign, nine digits of the year and `-03-31T23:59:59.999Z`.
    private static let iso8601LengthBytesLimit = 32

    /// The instant in ISO 8601, in UTC with milliseconds: `2026-03-31T23:59:59.999Z`.
    ///
    /// Every instant has exactly one text, and ``init(iso8601:)`` reads it back. A year outside
    /// 0...9999 has a sign and at least six digits (`+012026-03-31T…`).
    public var iso8601: String {
        if let text = plainISO8601 {
            return String(copying: unsafe UTF8Span(unchecked: text.span, isKnownASCII: true))
        }
        return unsafe String(unsafeUninitializedCapacity: Self.iso8601LengthBytesLimit) { buffer in
            var count = 0
            forEachISO8601Byte { byte in
                unsafe buffer[count] = byte
                count += 1
            }
            return count
        }
    }

    /// Appends the ASCII bytes of ``iso8601``; allocates only where `bytes` must grow.
    func appendISO8601(to bytes: inout [UInt8]) {
        if let text = plainISO8601 {
            bytes.append(text.span)
        } else {
            forEachISO8601Byte { bytes.append($0) }
        }
    }

    /// The text of an instant in the years 0 to 9999, where every number has its place.
    private var plainISO8601: InlineArray<24, UInt8>? {
        let (days, time) = millisecondsSince1970.flooredDivision(by: Self.millisecondsPerDay)
        let date = CivilDate(daysSince1970: days)
        guard (0...9_999).contains(date.year) else { return nil }
        var text = InlineArray<24, UInt8>(repeating: UInt8(ascii: "-"))
        func put(_ number: UInt32, at place: Int) {
            text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10)
            text[place + 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10)
        }
        // The time of a day in milliseconds fits in 32 bits.
        let year = UInt32(truncatingIfNeeded: date.year)
        let time32 = UInt32(truncatingIfNeeded: time)
        let (seconds, milliseconds) = (time32 / 1_000, time32 % 1_000)
        put(year / 100, at: 0)
        put(year % 100, at: 2)
        put(UInt32(truncatingIfNeeded: date.month), at: 5)
        put(UInt32(truncatingIfNeeded: date.day), at: 8)
        text[10] = UInt8(ascii: "T")
        put(seconds / 3_600, at: 11)
        text[13] = UInt8(ascii: ":")
        put(seconds / 60 % 60, at: 14)
        text[16] = UInt8(ascii: ":")
        put(seconds % 60, at: 17)
        text[19] = UInt8(ascii: ".")
        text[20] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: milliseconds / 100)
        put(milliseconds % 100, at: 21)
        text[23] = UInt8(ascii: "Z")
        return text
    }

    private func forEachISO8601Byte(_ emit: (UInt8) -> Void) {
        let (days, time) = millisecondsSince1970.flooredDivision(by: Self.millisecondsPerDay)
        let date = CivilDate(daysSince1970: days)
        emitYear(date.year, emit)
        emit(UInt8(ascii: "-"))
        emitDigits(date.month, count: 2, emit)
        emit(UInt8(ascii: "-"))
        emitDigits(date.day, count: 2, emit)
        emit(UInt8(ascii: "T"))
        emitDigits(time / Self.millisecondsPerHour, count: 2, emit)
        emit(UInt8(ascii: ":"))
        emitDigits(time / Self.millisecondsPerMinute % 60, count: 2, emit)
        emit(UInt8(ascii: ":"))
        emitDigits(time / Self.millisecondsPerSecond % 60, count: 2, emit)
        emit(UInt8(ascii: "."))
        emitDigits(time % Self.millisecondsPerSecond, count: 3, emit)
        emit(UInt8(ascii: "Z"))
    }

    private func emitYear(_ year: Int64, _ emit: (UInt8) -> Void) {
        guard !(0...9_999).contains(year) else {
            emitDigits(year, count: 4, emit)
            return
        }
        emit(UInt8(ascii: year < 0 ? "-" : "+"))
        let magnitude = abs(year)
        var digitCount = 6
        var limit: Int64 = 1_000_000
        while magnitude >= limit {
            digitCount += 1
            limit *= 10
        }
        emitDigits(magnitude, count: digitCount, emit)
    }

    /// Emits the last `count` decimal digits of a number that is not negative.
    private func emitDigits(_ number: Int64, count: Int, _ emit: (UInt8) -> Void) {
        var divisor: Int64 = 1
        for _ in 1..<count { divisor *= 10 }
        while divisor > 0 {
            emit(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
    }
}
