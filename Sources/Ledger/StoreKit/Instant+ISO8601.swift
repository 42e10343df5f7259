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
        unsafe String(unsafeUninitializedCapacity: Self.iso8601LengthBytesLimit) { buffer in
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
        forEachISO8601Byte { bytes.append($0) }
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
