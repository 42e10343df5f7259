import Foundation
import Testing

@testable import Ledger

/// Real notifications into a real ledger: what is appended, and what is not appended twice.
@Suite("Recording signed input")
struct RecordTests {
    private static let now = Instant(millisecondsSince1970: 1_796_000_000_000)

    private static func body(_ name: String) throws -> [UInt8] {
        let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/corpus/bodies/\(name).json")
        return [UInt8](try Data(contentsOf: fixtures))
    }

    private func makeLedger() throws -> (ledger: TransactionLedger, path: String) {
        let path = NSTemporaryDirectory() + "ledger-" + UUID().uuidString
        let ledger = try TransactionLedger.create(
            at: path,
            configuration: LedgerConfiguration(apps: [.init(bundleID: "com.audaos.audarecorder")]),
            clock: { Self.now })
        return (ledger, path)
    }

    private func ingest(_ bytes: [UInt8], into ledger: TransactionLedger) async throws
        -> IngestReport
    {
        var report = IngestReport()
        var rest = [bytes]
        try await ledger.ingest(name: "body", into: &report) { rest.popLast() ?? [] }
        return report
    }

    @Test("A notification signed by Apple becomes three events, and the same bytes none")
    func appendsOnce() async throws {
        let (ledger, path) = try makeLedger()
        let body = try Self.body("body_gopay_20220304_did-renew_9d61db45")
        let first = try await ingest(body, into: ledger)
        #expect(first.appended == 1)
        #expect(first.events == 3)
        let again = try await ingest(body + body, into: ledger)
        #expect(again.duplicates == 2)
        #expect(again.events == 0)
        await ledger.close()
        try FileManager.default.removeItem(atPath: path)
    }

    @Test("Data of another app or root is quarantined, and what follows is taken in")
    func quarantines() async throws {
        let (ledger, path) = try makeLedger()
        let other = try Self.body("body_imdhemy_20220902_test_8dce374e")
        let untrusted = try Self.body("body_applelib_20230412_test_e1fc5e57")
        let good = try Self.body("body_gopay_20220304_did-renew_9d61db45")
        let report = try await ingest(other + untrusted + good, into: ledger)
        #expect(report.read == 3)
        #expect(report.quarantined == 2)
        #expect(report.problems.map(\.reason) == ["app", "certificateNotTrusted"])
        #expect(report.appended == 1)
        await ledger.close()
        try FileManager.default.removeItem(atPath: path)
    }

    @Test("The paid period of a renewal is subscribed to its last millisecond, then over")
    func answersAtTheEdge() async throws {
        let (ledger, path) = try makeLedger()
        _ = try await ingest(
            try Self.body("body_gopay_20220304_did-renew_9d61db45"), into: ledger)
        let end: Int64 = 1_646_387_196_000
        for (instant, state) in [(end - 1, SubscriptionState.subscribed), (end, .expired)] {
            let answer = try ledger.subscriptionStatuses(
                of: .originalTransactionID("2000000000842607"), environment: .sandbox,
                at: Cut(asOf: Instant(millisecondsSince1970: instant)))
            #expect(answer.value.map(\.best.state) == [state])
        }
        await ledger.close()
        try FileManager.default.removeItem(atPath: path)
    }
}
