import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("The whole ledger: verify beside what changes it")
struct WholeMeanwhileTests {
    /// Grants of Bob's, until the next event has this sequence.
    private static func pad(_ bench: ErasureBench, toSequence next: UInt64) async throws {
        let bob = try ErasureBench.account(ErasureBench.bob)
        let events = try bench.ledger.statistics().events
        try await withThrowingTaskGroup(of: Void.self) { group in
            for sequence in events + 1..<next {
                group.addTask {
                    let key = try IdempotencyKey("pad \(sequence)")
                    _ = try await bench.ledger.grant("gift", to: bob, key: key)
                }
            }
            try await group.waitForAll()
        }
        #expect(try bench.ledger.statistics().events == next - 1)
    }

    /// Verifies, and does something after the first of the walk's read transactions.
    private static func verify(
        _ ledger: TransactionLedger,
        while change: @escaping @Sendable () async throws -> Void
    ) async throws -> VerificationReport {
        // The walk blocks its thread, so it gets one that no task needs.
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        var isFirst = true
                        return try ledger.verify(signatures: true) { done, all in
                            guard isFirst, done < all else { return }
                            isFirst = false
                            let answer = BlockingAnswer<Void>()
                            Task {
                                do {
                                    answer.give(.success(try await change()))
                                } catch {
                                    answer.give(.failure(error))
                                }
                            }
                            if case .failure(let error) = answer.wait() {
                                Issue.record(error)
                            }
                        }
                    })
            }
        }
    }

    @Test(
        "A person who is erased while verify walks is no damage, wherever it stands",
        arguments: 0..<3)
    func erasedMeanwhile(eventsOfInputInFirstRead: UInt64) async throws {
        var bench = try await ErasureBench()
        let readMax = UInt64(TransactionLedger.itemsPerReadMax)
        // A renewal's three events, some of them in the first read.
        try await Self.pad(bench, toSequence: readMax + 1 - eventsOfInputInFirstRead)
        try await bench.renew()
        let ledger = bench.ledger
        let alice = try ErasureBench.account(ErasureBench.alice)
        let meanwhile = try await Self.verify(ledger) {
            let isErased = try await !ledger.erase(alice).isEmpty
            #expect(isErased)
        }
        #expect(meanwhile.isIntact && !meanwhile.hasCountedRows, "\(meanwhile.damage)")
        let after = try bench.verify(signatures: true)
        #expect(after.isIntact && after.hasCountedRows, "\(after.damage)")
        await ledger.close()
    }

    @Test("Accounts that present known purchases while verify walks are no damage")
    func presentedMeanwhile() async throws {
        let bench = try await ErasureBench()
        try await Self.pad(bench, toSequence: UInt64(TransactionLedger.itemsPerReadMax) + 2)
        let (whole, deliveries) = (bench.whole, bench.deliveries)
        let events = try bench.ledger.statistics().events
        let meanwhile = try await Self.verify(bench.ledger) {
            for delivery in deliveries {
                _ = try await whole.ingest(delivery, presentedBy: UUID())
            }
        }
        #expect(try bench.ledger.statistics().events > events)
        #expect(meanwhile.isIntact && !meanwhile.hasCountedRows, "\(meanwhile.damage)")
        let after = try bench.verify()
        #expect(after.isIntact && after.hasCountedRows, "\(after.damage)")
        await bench.ledger.close()
    }

    @Test("A row of a line is found that names an event or a line which the log does not have yet")
    func rowsAheadOfTheLog() async throws {
        let bench = try await ErasureBench()
        let line = LineNumber(number: 1)
        let last = try bench.ledger.statistics().events
        var strange = LogKey.number(77)
        strange.append(bytes: [9, 1, 2])
        let presenter = LogKey.presenter(
            LineNumber(number: 900), IdentityNumber(number: 1))
        let rows: [(LMDBKey, [UInt8])] = [
            (LogKey.lineEvent(line, last + 1), []), (LogKey.lineEvent(line, last + 1), [1]),
            (LogKey.lineEvent(line, .max), []),
            (LogKey.lineEvent(LineNumber(number: 900), 1), []), (presenter, []), (strange, []),
            (
                LogKey.statement(line, 7, signedDate: .distantPast),
                [UInt8](repeating: 0xFF, count: 16)
            ),
        ]
        for (key, value) in rows {
            try Self.change(bench.ledger) { lines, transaction in
                try lines.insert(key.bytes, value.bytes, in: transaction)
            }
            #expect(try !bench.verify().isIntact)
            try Self.change(bench.ledger) { lines, transaction in
                try lines.delete(key.bytes, in: transaction)
            }
            #expect(try bench.verify().isIntact)
        }
        await bench.ledger.close()
    }

    private static func change(
        _ ledger: TransactionLedger,
        _ body: (LMDBTable, borrowing LMDBWriteTransaction) throws -> Void
    ) throws {
        try ledger.environment.write { try body(ledger.reader.tables.lines, $0) }
    }
}
