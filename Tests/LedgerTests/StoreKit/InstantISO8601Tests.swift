import Testing

@testable import Ledger

@Suite("Instants in ISO 8601")
struct InstantISO8601Tests {
    @Test(
        "Known instants have known texts",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (1_774_915_200_000, "2026-03-31T00:00:00.000Z"),
            (1_775_001_599_999, "2026-03-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
            (-62_167_219_200_001, "-000001-12-31T23:59:59.999Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (253_402_300_800_000, "+010000-01-01T00:00:00.000Z"),
            (.max, "+292278994-08-17T07:12:55.807Z"),
            (.min, "-292275055-05-16T16:47:04.192Z"),
        ] as [(Int64, String)])
    func knownTexts(milliseconds: Int64, text: String) {
        let instant = Instant(millisecondsSince1970: milliseconds)
        #expect(instant.iso8601 == text)
        var bytes: [UInt8] = []
        instant.appendISO8601(to: &bytes)
        #expect(bytes == Array(text.utf8))
        #expect(Instant(iso8601: text) == instant)
    }

    @Test("Days count on one by one through two eras, and every date leads back to its day")
    func everyDay() {
        var expected = CivilDate(year: -400, month: 1, day: 1)
        let first = expected.daysSince1970
        for days in first..<(first + 2 * 146_097 + 1) {
            let date = CivilDate(daysSince1970: days)
            guard date == expected, date.daysSince1970 == days else {
                Issue.record("day \(days) is \(date), not \(expected)")
                return
            }
            expected.day += 1
            if expected.day > CivilDate.dayCount(ofMonth: expected.month, year: expected.year) {
                expected = CivilDate(year: expected.year, month: expected.month + 1, day: 1)
            }
            if expected.month > 12 {
                expected = CivilDate(year: expected.year + 1, month: 1, day: 1)
            }
        }
        #expect(expected == CivilDate(year: 400, month: 1, day: 2))
    }

    @Test("Every instant is read back from its text", arguments: [1, 2, 3] as [UInt64])
    func roundTrip(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            // Shifted, so that instants of every size come up.
            let shift = Int64.random(in: 0..<64, using: &random)
            let instant = Instant(
                millisecondsSince1970: Int64.random(in: .min ... .max, using: &random) >> shift)
            guard Instant(iso8601: instant.iso8601) == instant else {
                Issue.record("\(instant.millisecondsSince1970) is written \(instant.iso8601)")
                return
            }
        }
        #expect(Instant(iso8601: Instant.distantPast.iso8601) == .distantPast)
    }

    @Test(
        "Seconds, fractions and offsets may be given",
        arguments: [
            ("2026-03-31T12:00Z", "2026-03-31T12:00:00.000Z"),
            ("2026-03-31T12:00:01Z", "2026-03-31T12:00:01.000Z"),
            ("2026-03-31T12:00:01.5Z", "2026-03-31T12:00:01.500Z"),
            ("2026-03-31T12:00:01.9999999999999999999999Z", "2026-03-31T12:00:01.999Z"),
            ("2026-03-31T00:30:00+02:00", "2026-03-30T22:30:00.000Z"),
            ("2026-12-31T23:30-01:00", "2027-01-01T00:30:00.000Z"),
            ("2024-02-29T23:59:59.999+00:00", "2024-02-29T23:59:59.999Z"),
        ])
    func forms(text: String, utc: String) {
        #expect(Instant(iso8601: text)?.iso8601 == utc)
    }

    @Test(
        "What is no instant is refused",
        arguments: [
            "", "2026", "2026-03", "2026-3-31", "2026-02-29", "2026-02-31", "2026-04-31",
            "2026-00-10", "2026-13-10", "2026-01-00", "2026-01-32", "2026-03-31T", "2026-03-31Z",
            "2026-03-31T24:00Z", "2026-03-31T23:60Z", "2026-03-31T23:59:60Z", "2026-03-31T23Z",
            "2026-03-31T23:59", "2026-03-31T23:59:59", "2026-03-31T23:59:59.Z",
            "2026-03-31T23:59:59,1Z", "2026-03-31T23:59:59.1", "2026-03-31T23:59Z ",
            " 2026-03-31T23:59Z", "2026-03-31 23:59Z", "2026-03-31t23:59Z", "2026-03-31T23:59z",
            "2026-03-31T23:59+2:00", "2026-03-31T23:59+0200", "2026-03-31T23:59+24:00",
            "2026-03-31T23:59+02:60", "2026-03-31T23:59ZZ", "-000000-01-01T00:00Z",
            "+2026-03-31T23:59Z", "10000-01-01T00:00Z", "+9999999999-01-01T00:00Z",
            "+292278994-08-17T07:12:55.808Z", "-292275055-05-16T16:47:04.191Z",
            "+999999999-01-01T00:00Z", "１970-01-01T00:00Z", "2026-03-31T2\u{0}:59Z",
        ])
    func refused(text: String) {
        #expect(Instant(iso8601: text) == nil)
        #expect(Instant(iso8601: text, dateAlone: .endOfDay) == nil)
    }

    @Test("A date alone is its first or its last millisecond, as asked, and nothing unasked")
    func dateAlone() {
        let first = Instant(iso8601: "2026-03-31", dateAlone: .startOfDay)
        let last = Instant(iso8601: "2026-03-31", dateAlone: .endOfDay)
        #expect(first?.iso8601 == "2026-03-31T00:00:00.000Z")
        #expect(last?.iso8601 == "2026-03-31T23:59:59.999Z")
        #expect(Instant(iso8601: "2026-03-31") == nil)
        // A time that is given counts, whatever a date alone would mean.
        #expect(
            Instant(iso8601: "2026-03-31T12:00Z", dateAlone: .endOfDay)?.iso8601
                == "2026-03-31T12:00:00.000Z")
    }

    @Test("Every prefix of an instant but its date is refused")
    func prefixes() {
        let text = "2026-03-31T23:59:59.999+02:00"
        for length in 0..<text.count {
            let prefix = String(text.prefix(length))
            #expect(Instant(iso8601: prefix) == nil)
            let isDate = length == 10
            #expect((Instant(iso8601: prefix, dateAlone: .startOfDay) != nil) == isDate)
        }
    }

    @Test("Later instants have later texts within the years 0 to 9999")
    func orderIsKept() {
        var random = SeededGenerator(seed: 7)
        let range: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999
        for _ in 0..<1_000 {
            let left = Instant(millisecondsSince1970: .random(in: range, using: &random))
            let right = Instant(millisecondsSince1970: .random(in: range, using: &random))
            #expect((left < right) == (left.iso8601 < right.iso8601))
        }
    }
}
