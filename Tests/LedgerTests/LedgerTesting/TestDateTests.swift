import LedgerTesting
import Testing

@testable import Ledger

@Suite("Dates of a story")
struct TestDateTests {
    @Test("Each form is read as the ledger reads it, for random instants")
    func forms() throws {
        var generator = SeededGenerator(seed: 20_260_105)
        for _ in 0..<500 {
            let value = Int64.random(in: -2_000_000_000_000..<4_000_000_000_000, using: &generator)
            let text = Instant(millisecondsSince1970: value).iso8601
            #expect(try TestDate(text).milliseconds == value)
            let whole = String(text.prefix(19)) + "Z"
            #expect(
                try TestDate(whole).milliseconds
                    == Instant(iso8601: whole)?.millisecondsSince1970)
            let day = String(text.prefix(10))
            #expect(
                try TestDate(day).milliseconds
                    == Instant(iso8601: day, dateAlone: .startOfDay)?.millisecondsSince1970)
        }
        #expect(try (250 as TestDate).milliseconds == 250)
    }

    @Test(
        "Anything else is no date",
        arguments: [
            "", "2026", "2026-1-5", "2026-02-29", "2026-01-05T24:00:00Z", "2026-01-05T09:00:00",
            "2026-01-05 09:00:00Z", "2026-01-05T09:00:60Z", "2026-01-05T09:00:00+01:00",
            " 2026-01-05", "２０２６-01-05",
        ])
    func refused(_ text: String) {
        #expect(throws: TestAppStoreError.date(text)) { try TestDate(text).milliseconds }
        #expect(throws: TestAppStoreError.date(text)) { try TestDate(text).adding(.days(1)) }
    }

    @Test("Periods follow the calendar, and keep the milliseconds")
    func periods() throws {
        func later(_ text: String, _ period: TestPeriod) throws -> String {
            Instant(millisecondsSince1970: try TestDate(text).adding(period).milliseconds).iso8601
        }
        let start = "2026-01-31T09:00:00.250Z"
        #expect(try later(start, .months(1)) == "2026-02-28T09:00:00.250Z")
        #expect(try later(start, .weeks(1)) == "2026-02-07T09:00:00.250Z")
        #expect(try later(start, .days(29)) == "2026-03-01T09:00:00.250Z")
        #expect(try later("2024-02-29T00:00:00.000Z", .years(1)) == "2025-02-28T00:00:00.000Z")
        #expect(try later("1969-12-31T23:59:59.999Z", .days(1)) == "1970-01-01T23:59:59.999Z")
    }
}
