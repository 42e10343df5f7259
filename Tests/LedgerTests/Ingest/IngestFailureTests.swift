import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("An ingest that fails in the middle")
struct IngestFailureTests {
    private struct ReadFailed: Error {}

    @Test("What stood in front of a failed read is durable and counted, and the rest comes later")
    func failedRead() async throws {
        let bench = try IngestBench()
        let lines = try (1...9).map { try bench.transaction($0) }
        let whole = lines.joined(separator: "\n")
        // In the middle of the sixth line.
        let cut = lines.prefix(5).joined(separator: "\n").utf8.count + 100
        for limits in [IngestLimits(), .small(inputsPerSlice: 2)] {
            var report = IngestReport()
            var chunks = [Array(whole.utf8.prefix(cut))]
            await #expect(throws: ReadFailed.self) {
                try await bench.ledger.ingest(name: "file", limits: limits, into: &report) {
                    guard let chunk = chunks.popLast() else { throw ReadFailed() }
                    return chunk
                }
            }
            #expect(report.read == 5 && report.appended + report.duplicates == 5)
            #expect(report.problems.isEmpty)
        }
        #expect(try bench.transactionNumbers() == [1, 2, 3, 4, 5])
        let report = try await bench.ingest(whole)
        #expect(report.duplicates == 5 && report.appended == 4)
    }

    @Test("A cancelled ingest ends with an error, and counts what is durable")
    func cancelled() async throws {
        let bench = try IngestBench()
        let lines = try (1...4).map { try bench.transaction($0) }
        let task = Task { () -> (IngestReport, Bool) in
            var report = IngestReport()
            var isCancelled = false
            var rest = lines[...]
            do {
                try await bench.ledger.ingest(
                    name: "file", limits: .small(inputsPerSlice: 1, inputsPerUnit: 1),
                    into: &report
                ) {
                    guard let line = rest.popFirst() else { return [] }
                    if rest.count == 1 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
                    return Array((line + "\n").utf8)
                }
            } catch is CancellationError {
                isCancelled = true
            }
            return (report, isCancelled)
        }
        let (report, isCancelled) = try await task.value
        #expect(isCancelled)
        #expect(report.read == 3)
        #expect(try bench.transactionNumbers() == [1, 2, 3])
    }

    @Test("A storage that fails leaves whole inputs, a right report, and takes the rest in later")
    func failedStorage() async throws {
        let limits = IngestLimits.small(inputsPerSlice: 4)
        var passed = 0
        while true {
            let bench = try IngestBench()
            let text = try source(bench)
            bench.faults.fail(.put, with: EIO, callsToPass: passed)
            var report = IngestReport()
            do {
                try await bench.ingest(text, limits: limits, into: &report)
                break
            } catch {
                #expect(error as? StorageError == .deviceFailed, "after \(passed) puts")
            }
            bench.faults.clear()
            try expectDurable(report, in: bench)
            #expect(report.read % 4 == 0)
            let rest = try await bench.ingest(text, limits: limits)
            #expect(rest.duplicates == report.appended)
            #expect(rest.appended == 10 - report.appended)
            #expect(try bench.transactionNumbers() == Array(1...10))
            #expect(try bench.ledger.quarantineTotals().rowCount == 2)
            passed += 9
        }
        #expect(passed > 60)
    }

    @Test("A commit that fails leaves the slices in front of it, and nothing of its own")
    func failedCommit() async throws {
        for passed in 0..<3 {
            let bench = try IngestBench()
            bench.faults.fail(.txnCommit, with: EIO, callsToPass: passed)
            var report = IngestReport()
            await #expect(throws: StorageError.self) {
                try await bench.ingest(
                    try source(bench), limits: .small(inputsPerSlice: 4), into: &report)
            }
            #expect(report.read == 4 * passed)
        }
    }

    @Test("Where a slice asks for too much, its inputs go in as far as they fit")
    func mapFull() async throws {
        let bench = try IngestBench(mapSizeBytes: 160 << 10)
        let lines = try (1...300).map { try bench.transaction($0) }
        var report = IngestReport()
        await #expect(throws: StorageError.mapFull) {
            try await bench.ingest(lines.joined(separator: "\n"), into: &report)
        }
        try expectDurable(report, in: bench)
        #expect(report.appended > 0 && report.appended < 300)
        #expect(try bench.transactionNumbers() == Array(1...report.appended))
    }

    @Test("A slice that is too much once goes in by halves, whole and in order")
    func halves() async throws {
        let bench = try IngestBench()
        bench.faults.fail(.put, with: MDBCode.mapFull, callsToPass: 20, times: 2)
        let report = try await bench.ingest(try source(bench))
        try expectDurable(report, in: bench)
        #expect(report.read == 12)
        #expect(try bench.transactionNumbers() == Array(1...10))
        #expect(report.problems.map(\.input) == ["file:11", "file:12"])
    }

    @Test("An input that meets damage ends it, and all in front of it are durable")
    func damage() async throws {
        let bench = try IngestBench()
        let lines = try (1...8).map { try bench.transaction($0) }
        _ = try await bench.ingest(lines[4])
        let table = bench.ledger.reader.tables.lineNumbers
        try await bench.ledger.writer.perform { _, transaction in
            let key = try table.first(in: transaction) { key, _ in [UInt8](copying: key) } ?? []
            try table.put(key.bytes, [1].bytes, in: transaction)
        }
        var report = IngestReport()
        await #expect(throws: RecordError.truncated) {
            try await bench.ingest(lines.joined(separator: "\n"), into: &report)
        }
        #expect(report.read == 4 && report.appended == 4)
        #expect(try bench.transactionNumbers() == [5, 1, 2, 3, 4])
    }

    /// Ten transactions, then one broken and one line of rubbish.
    private func source(_ bench: IngestBench) throws -> String {
        var lines = try (1...10).map { try bench.transaction($0) }
        lines += [try bench.brokenTransaction(11), "rubbish"]
        return lines.joined(separator: "\n")
    }

    /// The log and the quarantine hold what the report says, and no more.
    private func expectDurable(_ report: IngestReport, in bench: IngestBench) throws {
        #expect(try bench.transactionNumbers().count == report.appended)
        #expect(UInt64(report.appended) == report.events)
        #expect(report.lastSequence ?? 0 == report.events)
        let held = try bench.ledger.quarantine(limit: 100)
        #expect(held.count == report.quarantined + report.refused)
        #expect(held.map(\.location) == report.problems.map(\.input))
    }
}

@Suite("An input that could not be checked")
struct IngestSliceTests {
    private struct Fault: Error, Equatable {}

    @Test("Only what stands in front of it is taken in, in whatever order units end")
    func faults() throws {
        let element = PreparedElement(
            line: 0,
            content: .refused(
                .notJSON, try QuarantineEntry(excerpt: [], reason: .notJSON, location: "")))
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
            var slice = IngestSlice(number: 3)
            for place in 0..<3 { #expect(slice.addUnit() == place) }
            for place in order {
                #expect(!slice.isVerified)
                var result = IngestUnit.Result(slice: 3, place: place)
                for line in 0..<2 {
                    var numbered = element
                    numbered.line = place * 2 + line
                    result.elements.append(numbered)
                }
                if place == 1 {
                    result.elements.removeLast()
                    result.fault = Fault()
                }
                slice.take(result)
            }
            #expect(slice.isVerified)
            let (elements, fault) = slice.elements()
            #expect(elements.map(\.line) == [0, 1, 2])
            #expect(fault as? Fault == Fault())
        }
    }
}
