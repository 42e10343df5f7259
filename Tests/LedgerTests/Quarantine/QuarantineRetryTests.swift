import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("What is quarantined is tried again")
struct QuarantineRetryTests {
    /// A ledger that knows neither the app nor the root that a test App Store signs for.
    private struct Strange {
        let directory: TemporaryDirectory
        let ledger: TransactionLedger

        init(_ configuration: LedgerConfiguration) throws {
            directory = try TemporaryDirectory()
            ledger = try TransactionLedger.create(
                at: directory.path + "/ledger", configuration: configuration,
                clock: { WholeLedger.now })
        }

        @discardableResult
        func take(_ bytes: [UInt8], by account: UUID? = nil) async throws -> IngestReport {
            var report = IngestReport()
            var rest = [bytes]
            try await ledger.ingest(name: "file", presentedBy: account, into: &report) {
                rest.popLast() ?? []
            }
            return report
        }

        func retry(_ numbers: [UInt64]? = nil) async throws -> QuarantineRetryReport {
            var report = QuarantineRetryReport()
            try await ledger.retryQuarantined(numbers, into: &report)
            return report
        }

        /// Every event, as answers print it.
        func events() throws -> [String] {
            try ledger.events(from: 1, limit: 1_000).events.map {
                String(decoding: $0.json, as: UTF8.self)
            }
        }
    }

    private static func right() throws -> LedgerConfiguration { try WholeLedger.configuration() }

    /// Accepts another app, signed by Apple.
    private static func wrong() -> LedgerConfiguration {
        LedgerConfiguration(apps: [.init(bundleID: "com.example.other")])
    }

    /// Inputs of every shape, two of them held by others among them.
    private static func inputs() throws -> [[UInt8]] {
        let store = try WholeStore.production()
        let customer = try TestCustomer(
            appAccountToken: WholeStory.tokens[0], appTransactionID: "7001")
        var subscription = try TestSubscription(
            store: store, customer: customer, product: WholeStore.plus,
            originalTransactionID: "9000")
        let bodies = [
            try store.notificationBody(subscription.subscribe(at: "2026-01-05")),
            try store.notificationBody(subscription.renew()),
            try store.notificationBody(store.testNotification(at: "2026-01-05")),
        ]
        let token = try store.sign(
            store.transaction(id: "9900", productID: "gem", purchaseDate: 1_767_700_000_000))
        return bodies + [
            Array(token.utf8), Array(#"{"signedTransactionInfo":"\#(token)"}"#.utf8),
        ]
    }

    @Test("After configure all of it is taken in with the events that ingest would have made")
    func sameEvents() async throws {
        let inputs = try Self.inputs()
        let late = try Strange(Self.wrong())
        let prompt = try Strange(Self.right())
        for (number, input) in inputs.enumerated() {
            let account = number == 1 ? WholeStory.account(1) : nil
            #expect(try await late.take(input, by: account).quarantined == 1)
            try await prompt.take(input, by: account)
        }
        let held = try late.ledger.quarantine(limit: 10)
        #expect(held.map(\.times) == [1, 1, 1, 2] && held.map(\.presenterCount) == [0, 1, 0, 0])
        let right = try Self.right()
        _ = try await late.ledger.configure { $0.add(right.apps[0]) }
        var report = try await late.retry()
        #expect(report.inputs.quarantined == 4 && report.inputs.problems.count == 4)
        _ = try await late.ledger.configure { $0.add(rootCertificates: right.rootCertificates) }
        report = try await late.retry([3, 1])
        #expect(report.inputs.appended == 2 && report.inputs.problems.isEmpty)
        report = try await late.retry()
        #expect(report.inputs.appended == 2 && report.inputs.read == 2)
        #expect(try late.ledger.quarantine(limit: 10).isEmpty)
        #expect(try late.ledger.quarantineTotals().rowCount == 0)
        #expect(try late.ledger.quarantineTotals().byteCount == 0)
        // Rows 3 and 1 came first.
        let order = try Strange(Self.right())
        for (number, input) in [2, 0, 1, 3].map({ ($0, inputs[$0]) }) {
            try await order.take(input, by: number == 1 ? WholeStory.account(1) : nil)
        }
        #expect(try late.events() == order.events())
        #expect(try Set(late.events()).count == Set(prompt.events()).count)
        // A processes's own verifier is that of its opening; a new one takes no duplicates in.
        #expect(try await late.retry().inputs == IngestReport())
        #expect(try late.ledger.verify(signatures: false).isIntact)
        await late.ledger.close()
        let reopened = try TransactionLedger(
            at: late.directory.path + "/ledger", clock: { WholeLedger.now })
        #expect(try reopened.verify(signatures: true).isIntact)
        let again = try await reopened.record(.unrecognized(inputs[3]))
        guard case .duplicate = again else {
            Issue.record("\(again)")
            return
        }
        await reopened.close()
    }

    @Test("What still fails stays as it was, with its reason of today")
    func reasons() async throws {
        let inputs = try Self.inputs()
        let strange = try Strange(Self.wrong())
        for input in inputs { try await strange.take(input) }
        let before = try strange.ledger.quarantine(limit: 10)
        #expect(before.allSatisfy { $0.reason == "certificateNotTrusted" })
        let roots = try Self.right().rootCertificates
        _ = try await strange.ledger.configure { $0.add(rootCertificates: roots) }
        let report = try await strange.retry()
        #expect(report.inputs.problems.map(\.reason) == ["app", "app", "app", "app"])
        #expect(report.inputs.problems.map(\.input) == (1...4).map { "quarantine:\($0)" })
        var expected = before
        for index in expected.indices { expected[index].reason = "app" }
        #expect(try strange.ledger.quarantine(limit: 10) == expected)
        #expect(try strange.ledger.statistics().events == 0)
        #expect(try strange.ledger.verify().isIntact)
        await strange.ledger.close()
    }

    @Test("Every account that presented the same bytes has presented them, in its turn")
    func presenters() async throws {
        let input = try Self.inputs()[3]
        let late = try Strange(Self.wrong())
        let prompt = try Strange(Self.right())
        for account in [nil, 2, 0, 2] as [Int?] {
            for ledger in [late, prompt] {
                try await ledger.take(input, by: account.flatMap { WholeStory.account($0) })
            }
        }
        #expect(try late.ledger.quarantine(limit: 2).map(\.presenterCount) == [2])
        let right = try Self.right()
        _ = try await late.ledger.configure { configuration in
            configuration.add(right.apps[0])
            configuration.add(rootCertificates: right.rootCertificates)
        }
        let report = try await late.retry()
        #expect(report.inputs.read == 1 && report.inputs.appended == 1)
        #expect(report.inputs.events == 3 && report.inputs.lastSequence == 3)
        #expect(report.inputs.problems.map(\.kind) == ["claim"])
        #expect(try late.events() == prompt.events())
        await late.ledger.close()
        await prompt.ledger.close()
    }

    @Test("What cannot be tried is told where it was named, and passed over where it was not")
    func obstacles() async throws {
        let strange = try Strange(Self.right())
        try await strange.take(Array("rubbish".utf8))
        let long = [UInt8](repeating: 65, count: QuarantineLimits.bytesPerRowMax + 1)
        _ = try await strange.ledger.record(.unrecognized(long))
        _ = try await strange.ledger.record(.unrecognized(Array("a.b.c".utf8)))
        var report = try await strange.retry([1, 2, 3, 4, 0, .max])
        #expect(report.notRetried == 5 && report.inputs.read == 1)
        #expect(
            report.inputs.problems.map(\.reason).sorted() == [
                "keptInPart", "malformed", "noSuchRow", "noSuchRow", "noSuchRow", "notSignedData",
            ])
        #expect(String(decoding: report.json, as: UTF8.self).hasSuffix(#","notRetried":5}"#))
        report = try await strange.retry()
        #expect(report.notRetried == 1 && report.inputs.problems.count == 2)
        #expect(try strange.ledger.quarantine(limit: 9).count == 3)
        await strange.ledger.close()
    }

    @Test("More rows than one slice are all tried, and progress is told")
    func slices() async throws {
        let count = QuarantineRetry.rowsPerSliceMax * 2 + 3
        let strange = try Strange(Self.right())
        let lines = (0..<count).map { #"{"signedPayload":"\#($0).b.c"}"# }
        let taken = try await strange.take(Array(lines.joined(separator: "\n").utf8))
        try #require(taken.quarantined == count)
        var report = QuarantineRetryReport()
        var told: [UInt64] = []
        try await strange.ledger.retryQuarantined(into: &report) { done, all in
            #expect(all == UInt64(count))
            told.append(done)
        }
        #expect(report.inputs.quarantined == count)
        #expect(told == [512, 1_024, 1_027])
        await strange.ledger.close()
    }

    @Test("Whichever commit or row access fails, nothing is lost, and a later retry succeeds")
    func faults() async throws {
        let bench = try IngestBench()
        let right = bench.ledger.configuration
        let stranger = try TestAppStore(seed: "stranger")
        var text = ""
        for number in 1...5 {
            text +=
                try stranger.sign(
                    stranger.transaction(
                        id: "\(number)", productID: "gem", purchaseDate: 1_700_000_000_000)) + "\n"
        }
        #expect(try await bench.ingest(text).quarantined == 5)
        let roots = right.rootCertificates + [Data(stranger.rootCertificate)]
        _ = try await bench.ledger.configure { $0.add(rootCertificates: roots) }
        for call in [LMDBCallName.put, .delete, .get, .txnCommit] {
            for callsToPass in [0, 3, 7] {
                bench.faults.fail(call, with: ENOSPC, callsToPass: callsToPass)
                var report = QuarantineRetryReport()
                do {
                    try await bench.ledger.retryQuarantined(into: &report)
                    break
                } catch {
                    #expect(report == QuarantineRetryReport())
                }
                bench.faults.clear()
                #expect(try bench.ledger.quarantine(limit: 9).count == 5)
                #expect(try bench.ledger.statistics().events == 0)
            }
            bench.faults.clear()
            if try bench.ledger.statistics().events > 0 { break }
        }
        var report = QuarantineRetryReport()
        try await bench.ledger.retryQuarantined(into: &report)
        #expect(try bench.transactionNumbers() == [1, 2, 3, 4, 5])
        #expect(try bench.ledger.verify().isIntact)
    }
}
