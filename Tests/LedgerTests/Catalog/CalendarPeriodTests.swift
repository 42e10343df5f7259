import Testing

@testable import Ledger

@Suite("Calendar periods")
struct CalendarPeriodTests {
    @Test(
        "A period is written in one form",
        arguments: [
            ("P1W", "P1W"), ("P7D", "P1W"), ("P90D", "P90D"), ("P16D", "P16D"), ("P14D", "P2W"),
            ("P1M", "P1M"), ("P2M", "P2M"), ("P12M", "P1Y"), ("P1Y", "P1Y"), ("P18M", "P1Y6M"),
            ("PT1H", "PT1H"), ("PT60M", "PT1H"), ("PT24H", "P1D"), ("PT168H", "P1W"),
            ("P1Y2M3DT4H5M6S", "P1Y2M3DT4H5M6S"), ("P0Y1M", "P1M"), ("P1M7D", "P1M7D"),
        ])
    func forms(text: String, canonical: String) throws {
        let period = try #require(CalendarPeriod(iso8601: text))
        #expect(period.iso8601 == canonical)
        #expect(CalendarPeriod(iso8601: canonical) == period)
    }

    @Test(
        "What is no period is refused",
        arguments: [
            "", "P", "PT", "1W", "P1", "PW", "p1w", "P1w", "P-1D", "P1.5D", "P1,5D", "P1D1Y",
            "P1D1D", "P1W1D", "P1D1W", "P1H", "PT1D", "PT1W", "P1YT", "P0D", "P0W", "P1M ",
            " P1M", "P1001Y", "P12001M", "P366001D", "P9999999999D", "P１M", "PTT1H",
            "P99999999999999999999999Y",
        ])
    func refused(text: String) {
        #expect(CalendarPeriod(iso8601: text) == nil)
    }

    @Test(
        "Months end at the last day of a shorter month",
        arguments: [
            ("2026-01-31T10:00Z", "P1M", "2026-02-28T10:00Z"),
            ("2024-01-31T10:00Z", "P1M", "2024-02-29T10:00Z"),
            ("2024-02-29T10:00Z", "P1Y", "2025-02-28T10:00Z"),
            ("2026-10-31T10:00Z", "P6M", "2027-04-30T10:00Z"),
            ("2026-12-31T23:59:59.999Z", "P2M", "2027-02-28T23:59:59.999Z"),
            ("2026-03-15T00:00Z", "P12M", "2027-03-15T00:00Z"),
            ("1969-12-31T23:00Z", "P2M", "1970-02-28T23:00Z"),
            ("2026-01-31T10:00Z", "P1M1D", "2026-03-01T10:00Z"),
            ("2026-01-31T10:00Z", "P90D", "2026-05-01T10:00Z"),
            ("2026-01-31T23:30Z", "PT1H", "2026-02-01T00:30Z"),
        ])
    func ends(start: String, period: String, end: String) throws {
        let start = try #require(Instant(iso8601: start))
        let period = try #require(CalendarPeriod(iso8601: period))
        #expect(period.end(from: start) == Instant(iso8601: end))
    }

    @Test("A later start never ends earlier, and no end is before its start", arguments: 1...4)
    func monotone(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let texts = ["P1M", "P1Y", "P1W", "P1000Y", "PT1S", "P366000D"]
        let periods = texts.compactMap(CalendarPeriod.init(iso8601:))
        try #require(periods.count == texts.count)
        for _ in 0..<500 {
            let shift = Int64.random(in: 0..<64, using: &random)
            let start = Instant(
                millisecondsSince1970: Int64.random(in: .min ... .max, using: &random) >> shift)
            let later = start.advanced(
                byMilliseconds: .random(in: 0...10_000_000_000, using: &random))
            for period in periods {
                #expect(period.end(from: start) >= start)
                #expect(period.end(from: start) <= period.end(from: later))
            }
        }
    }

    @Test("The end is held at the ends of the range")
    func heldAtTheEnds() throws {
        for text in ["P1M", "P1W", "P1000Y"] {
            let period = try #require(CalendarPeriod(iso8601: text))
            #expect(period.end(from: .distantFuture) == .distantFuture)
            #expect(period.end(from: .distantPast) > .distantPast)
        }
    }
}
