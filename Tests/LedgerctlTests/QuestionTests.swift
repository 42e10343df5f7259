import Foundation
import Ledger
import Testing

@testable import ledgerctl

/// Whom, where and when a question is about.
@Suite struct QuestionTests {
    private static let now = Instant(millisecondsSince1970: 1_900_000_000_123)
    private static let dayStart: Int64 = 1_774_915_200_000
    private static let dayEnd = dayStart + 86_399_999

    private func given(_ options: [(String, String)]) -> ParsedArguments {
        ParsedArguments(
            commandName: "x", options: options.map { .init(name: $0.0, value: $0.1) },
            operands: [], givenLedgerPath: nil)
    }

    @Test(
        "A date alone is its last millisecond, or its first where something begins or ends with it",
        arguments: [
            ("as-of", dayEnd), ("known-at", dayEnd), ("as-at", dayEnd), ("to", dayEnd),
            ("and-known-at", dayEnd), ("effective", dayStart), ("until", dayStart),
            ("expires", dayStart), ("from", dayStart),
        ])
    func dateAlone(option: String, expected: Int64) throws {
        let date = try given([(option, "2026-03-31")]).instant(of: option)
        #expect(date == Instant(millisecondsSince1970: expected))
        let time = try given([(option, "2026-03-31T02:00:00.5+02:00")]).instant(of: option)
        #expect(time == Instant(millisecondsSince1970: Self.dayStart + 500))
    }

    @Test(
        "A wrong instant is refused with what was given where it looks like one, and with an example",
        arguments: [
            ("2026-02-30", "--until: there is no such day: 2026-02-30"),
            ("2025-02-29T10:00:00Z", "--until: there is no such day: 2025-02-29"),
            ("2026-13-01", "--until: there is no such day: 2026-13-01"),
            ("2026-03-31T10:00", "; 2026-03-31T10:00 is neither"),
            ("2026-03-31T25:00:00Z", "; 2026-03-31T25:00:00Z is neither"),
            ("2026-03-31 for b0b00000", "T10:00:00Z"), ("noon", "T10:00:00Z"),
            ("b0b00000-0000-4000-8000-000000000002", "T10:00:00Z"),
        ])
    func wrongInstants(text: String, end: String) throws {
        let error = try #require(throws: UsageError.self) {
            try given([("until", text)]).instant(of: "until")
        }
        #expect(error.message.hasSuffix(end), "\(error.message)")
        if !end.contains("no such day") {
            #expect(error.message.contains("2026-03-31T10:00:00Z"))
        }
    }

    @Test("There is a cut only where an instant is given, and the clock stands for the other")
    func cut() throws {
        let day = "2026-03-31"
        let end = Instant(millisecondsSince1970: Self.dayEnd)
        func cut(_ options: (String, String)...) throws -> Cut? {
            try given(options).cut(now: Self.now)
        }
        #expect(try cut() == nil)
        #expect(try cut(("as-of", day)) == Cut(asOf: end))
        #expect(
            try cut(("known-at", day)) == Cut(asOf: Self.now, knowledge: .recordedAt(end)))
        #expect(
            try cut(("as-of", day), ("known-sequence", "7"))
                == Cut(asOf: end, knowledge: .sequence(7)))
        #expect(try cut(("as-at", day)) == Cut(asOf: end, knowledge: .recordedAt(end)))
        #expect(throws: UsageError.self) { try cut(("known-sequence", "-1")) }
        #expect(throws: UsageError.self) { try cut(("as-of", "2026-02-30")) }
    }

    @Test("A customer is named by one of four identifiers")
    func customers() throws {
        let uuid = try #require(UUID(uuidString: "2a0e9b51-6f43-4f4e-8d4c-6d3a1f0c1b2e"))
        let cases: [(String, String, CustomerSelector)] = [
            ("app-account-token", uuid.uuidString, .appAccountToken(uuid)),
            ("app-transaction-id", "7", .appTransactionID("7")),
            ("original-transaction-id", "8", .originalTransactionID("8")),
            ("transaction-id", "9", .transactionID("9")),
        ]
        #expect(cases.map(\.0) == Option.customer.map(\.name))
        for (option, value, expected) in cases {
            #expect(try given([(option, value)]).customer() == expected)
            #expect(throws: UsageError.self) { try given([(option, "")]).customer() }
        }
        #expect(try given([]).customerIfGiven() == nil)
        #expect(throws: UsageError.self) { try given([]).customer() }
    }

    @Test("The environment is Production unless another is named")
    func environment() {
        #expect(given([]).storeEnvironment == .production)
        #expect(given([("environment", "Xcode")]).storeEnvironment == .xcode)
    }

    @Test("The clock of the machine is read in whole milliseconds")
    func clock() {
        let before = Date().timeIntervalSince1970 * 1000
        let now = Double(Instant.now.millisecondsSince1970)
        let after = Date().timeIntervalSince1970 * 1000
        #expect(now >= before.rounded(.down) - 1 && now <= after)
    }
}
