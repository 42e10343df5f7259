import LedgerTesting
import Testing

@testable import Ledger

/// A source of lines of every kind, with what must become of it.
private struct MixedSource {
    var lines: [String] = []
    var expected = IngestReport()
    /// The transactions that must be in the log, in this order.
    var numbers: [Int] = []

    init(lineCount: Int, seed: UInt64, bench: IngestBench) throws {
        var random = SeededGenerator(seed: seed)
        var good: [String] = []
        for line in 1...lineCount {
            expected.read += 1
            switch Int.random(in: 0..<6, using: &random) {
            case 0 where !good.isEmpty:
                lines.append(good[Int.random(in: 0..<good.count, using: &random)])
                expected.duplicates += 1
            case 1:
                lines.append(try bench.brokenTransaction(10_000 + line))
                expected.quarantined += 1
                expected.problems.append(
                    .init(input: "file:\(line)", kind: "quarantined", reason: "signature"))
            case 2:
                lines.append("rubbish \(line)")
                expected.refused += 1
                expected.problems.append(
                    .init(input: "file:\(line)", kind: "refused", reason: "notJSON"))
            default:
                lines.append(try bench.transaction(line))
                good.append(lines[line - 1])
                numbers.append(line)
            }
        }
        expected.appended = numbers.count
        expected.events = UInt64(numbers.count)
        expected.firstSequence = numbers.isEmpty ? nil : 1
        expected.lastSequence = numbers.isEmpty ? nil : UInt64(numbers.count)
    }

    var text: String { lines.joined(separator: "\n") }
}

@Suite("The ingest pipeline")
struct IngestPipelineTests {
    private static let manyLimits: [IngestLimits] = {
        var oneByBytes = IngestLimits()
        oneByBytes.bytesPerSliceMax = 1
        var oneInHand = IngestLimits.small(inputsPerSlice: 5, inputsPerUnit: 3)
        oneInHand.slicesInHandMax = 1
        return [
            IngestLimits(), .small(inputsPerSlice: 1), .small(inputsPerSlice: 2, inputsPerUnit: 1),
            .small(inputsPerSlice: 7, inputsPerUnit: 3), .small(inputsPerSlice: 40), oneByBytes,
            oneInHand,
        ]
    }()

    @Test("Good, bad and repeated inputs keep their order and are counted, whatever the slices")
    func mixed() async throws {
        for (index, limits) in Self.manyLimits.enumerated() {
            let bench = try IngestBench()
            let seed = UInt64(index) + 1
            let source = try MixedSource(lineCount: 40, seed: seed, bench: bench)
            let report = try await bench.ingest(source.text, limits: limits)
            #expect(report == source.expected, "seed \(seed)")
            #expect(try bench.transactionNumbers() == source.numbers, "seed \(seed)")
            await bench.ledger.close()
        }
    }

    @Test("The same source again appends nothing and keeps nothing more")
    func again() async throws {
        let bench = try IngestBench()
        let source = try MixedSource(lineCount: 30, seed: 99, bench: bench)
        let limits = IngestLimits.small(inputsPerSlice: 4)
        _ = try await bench.ingest(source.text, limits: limits)
        let totals = try bench.ledger.quarantineTotals()
        let report = try await bench.ingest(source.text, limits: limits, chunkBytes: 77)
        #expect(report.appended == 0 && report.events == 0 && report.firstSequence == nil)
        #expect(report.duplicates == source.expected.appended + source.expected.duplicates)
        #expect(report.problems == source.expected.problems)
        #expect(try bench.transactionNumbers() == source.numbers)
        #expect(try bench.ledger.quarantineTotals() == totals)
        #expect(try bench.ledger.quarantine(limit: 100).allSatisfy { $0.times == 2 })
    }

    @Test("Recording one by one and taking in together leave the same log")
    func sameAsRecord() async throws {
        let (together, single) = (try IngestBench(), try IngestBench())
        let lines = try (1...6).map { try together.transaction($0) }
        _ = try await together.ingest(lines.joined(separator: "\n"))
        for line in lines {
            let outcome = try await single.ledger.record(.unrecognized(Array(line.utf8)))
            guard case .appended = outcome else {
                Issue.record("not appended: \(outcome)")
                continue
            }
        }
        #expect(try together.transactionNumbers() == single.transactionNumbers())
        let again = try await single.ledger.record(.unrecognized(Array(lines[2].utf8)))
        #expect(again == .duplicate(sequence: 3))
        let broken = Array(try single.brokenTransaction(7).utf8)
        #expect(
            try await single.ledger.record(.unrecognized(broken)) == .quarantined(.signature))
        #expect(try single.ledger.quarantine(limit: 1).map(\.location) == [""])
    }

    @Test("Slices of one commit: as many commits as slices")
    func commits() async throws {
        let bench = try IngestBench()
        let text = try (1...12).map { try bench.transaction($0) }.joined(separator: "\n")
        func commits(_ text: String, _ limits: IngestLimits) async throws -> Int {
            let before = try bench.ledger.environment.statistics().lastTransactionNumber
            _ = try await bench.ingest(text, limits: limits)
            return try bench.ledger.environment.statistics().lastTransactionNumber - before
        }
        #expect(try await commits(text, .small(inputsPerSlice: 5)) == 3)
        #expect(try await commits("", IngestLimits()) == 0)
        let more = try (21...32).map { try bench.transaction($0) }.joined(separator: "\n")
        #expect(try await commits(more, .small(inputsPerSlice: 12)) == 1)
    }

    @Test("A purchase of another account is a claim beside its count, not instead of it")
    func claims() {
        var report = IngestReport()
        report.add(
            IngestOutcome(
                ending: .appended(first: 1, last: 2), claim: .ownedByAnotherAccount),
            at: "file:1")
        report.add(
            IngestOutcome(ending: .duplicate(of: 1), claim: .ownedByAnotherAccount), at: "file:2")
        #expect(report.read == 2 && report.appended == 1 && report.duplicates == 1)
        #expect(
            report.problems
                == ["file:1", "file:2"].map {
                    .init(input: $0, kind: "claim", reason: "ownedByAnotherAccount")
                })
    }

    @Test("The report lists a bounded number of problems and counts the rest")
    func problemsListed() {
        var report = IngestReport()
        for _ in 0..<IngestReport.problemsListedMax + 3 {
            report.add(IngestOutcome(ending: .refused(.notJSON, isKept: false)), at: "file:1")
        }
        #expect(report.problems.count == IngestReport.problemsListedMax)
        #expect(report.problemsNotListed == 3)
        #expect(report.notKept == report.refused)
        report.problems = []
        let text = String(decoding: report.json, as: UTF8.self)
        #expect(text.contains("\"notKept\":100003") && text.contains("\"problemsNotListed\":3"))
        #expect(!String(decoding: IngestReport().json, as: UTF8.self).contains("not"))
    }
}
