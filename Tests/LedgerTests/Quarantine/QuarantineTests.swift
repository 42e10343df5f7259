import LedgerTesting
import Testing

@testable import Ledger

@Suite("What the quarantine keeps")
struct QuarantineTests {
    @Test("Each refused input is kept once, with its reason, its place and its bytes")
    func keeps() async throws {
        let bench = try IngestBench()
        let broken = try bench.brokenTransaction(1, .wrongRoot)
        let text = [broken, "rubbish", broken, "rubbish", "other"].joined(separator: "\n")
        let report = try await bench.ingest(text)
        #expect(report.quarantined == 2 && report.refused == 3 && report.notKept == 0)
        let held = try bench.ledger.quarantine(limit: 10)
        #expect(held.map(\.number) == [1, 2, 3])
        #expect(held.map(\.kind) == [.quarantined, .refused, .refused])
        #expect(held.map(\.reason) == ["certificateNotTrusted", "notJSON", "notJSON"])
        #expect(held.map(\.location) == ["file:1", "file:2", "file:5"])
        #expect(held.map(\.times) == [2, 2, 1])
        #expect(held.map(\.byteCount) == [UInt64(broken.utf8.count), 7, 5])
        #expect(held.allSatisfy { $0.recordedAt == IngestBench.now })
        #expect(held.allSatisfy { $0.lastSeenAt == IngestBench.now })
        #expect(try bench.ledger.quarantinedBytes(number: 1) == Array(broken.utf8))
        #expect(try bench.ledger.quarantinedBytes(number: 2) == Array("rubbish".utf8))
        #expect(try bench.ledger.quarantinedBytes(number: 4) == nil)
    }

    @Test("A line that is refused thousands of times is one row, counted")
    func manyOnOneLine() async throws {
        let bench = try IngestBench()
        let line = String(repeating: "1 ", count: 3_000)
        let report = try await bench.ingest(line + "\n" + (try bench.transaction(1)))
        #expect(report.refused == 3_000 && report.appended == 1)
        let held = try bench.ledger.quarantine(limit: 10)
        #expect(held.map(\.times) == [3_000])
        #expect(held.map(\.byteCount) == [UInt64(QuarantineLimits.refusedBytesMax) - 1])
    }

    @Test("Pages of any size join to the whole")
    func pages() async throws {
        let bench = try IngestBench()
        let text = (1...10).map { "rubbish \($0)" }.joined(separator: "\n")
        _ = try await bench.ingest(text)
        let whole = try bench.ledger.quarantine(limit: .max)
        #expect(whole.count == 10)
        for limit in 1...11 {
            var joined: [QuarantinedInput] = []
            while true {
                let page = try bench.ledger.quarantine(
                    limit: limit, after: joined.last?.number ?? 0)
                #expect(page.count <= limit)
                joined += page
                if page.count < limit { break }
            }
            #expect(joined == whole)
        }
        #expect(try bench.ledger.quarantine(limit: 1, after: .max).isEmpty)
        #expect(throws: LedgerError(.invalidArgument, "")) {
            try bench.ledger.quarantine(limit: 0)
        }
    }

    @Test("An input is kept whole up to the limit, and as a prefix with its length beyond it")
    func longInputs() async throws {
        let bench = try IngestBench()
        let max = QuarantineLimits.bytesPerRowMax
        let excerpt = QuarantineLimits.refusedBytesMax
        for count in [max, max + 1] {
            let input = SignedInput.unrecognized([UInt8](repeating: 65, count: count))
            #expect(try await bench.ledger.record(input) == .quarantined(.malformed))
        }
        let held = try bench.ledger.quarantine(limit: 10)
        #expect(held.map(\.byteCount) == [UInt64(max), UInt64(max) + 1])
        #expect(held.map(\.keptByteCount) == [max, excerpt])
        #expect(held.map(\.isRetriable) == [true, false])
        #expect(held[0].digest != held[1].digest)
        #expect(try bench.ledger.quarantineTotals().byteCount == UInt64(max + excerpt))
    }

    @Test("The longest input that verification looks at is kept whole")
    func longestLegalInput() {
        let token = [UInt8](repeating: 65, count: SignedInputLimits.compactJWSBytesMax)
        let longest = SignedInput.transaction(token, renewalInfo: token)
        #expect(longest.joinedBytes.count == QuarantineLimits.bytesPerRowMax)
    }

    @Test("At the limit of rows nothing held is dropped, and what is new is counted")
    func rowsFull() async throws {
        let bench = try IngestBench()
        var limits = IngestLimits.small(inputsPerSlice: 3)
        limits.quarantine.rowCountMax = 4
        let text = (1...6).map { "rubbish \($0)" }.joined(separator: "\n")
        let report = try await bench.ingest(text + "\nrubbish 1", limits: limits)
        #expect(report.refused == 7 && report.notKept == 2)
        #expect(
            report.problems.map(\.reason)
                == ["notJSON", "notJSON", "notJSON", "notJSON", "quarantineFull", "quarantineFull"]
                + ["notJSON"])
        #expect(report.problems[5].cause == "notJSON" && report.problems[0].cause == nil)
        let held = try bench.ledger.quarantine(limit: 10)
        #expect(held.map(\.number) == [1, 2, 3, 4])
        #expect(held.map(\.times) == [2, 1, 1, 1])
        let totals = try bench.ledger.quarantineTotals()
        #expect(totals.rowCount == 4 && totals.notKeptCount == 2)
    }

    @Test("At the limit of bytes a shorter input may still fit, a longer one does not")
    func bytesFull() async throws {
        let bench = try IngestBench()
        var limits = IngestLimits()
        limits.quarantine.byteCountMax = 10
        let report = try await bench.ingest("!23456\n!2345\n!234\n!", limits: limits)
        #expect(report.refused == 4 && report.notKept == 2)
        #expect(try bench.ledger.quarantine(limit: 10).map(\.byteCount) == [6, 4])
        #expect(try bench.ledger.quarantineTotals().byteCount == 10)
    }

    @Test("What fails verification and finds no room is refused, with the reason beside it")
    func signedDataFull() async throws {
        let bench = try IngestBench()
        var limits = IngestLimits()
        limits.quarantine.rowCountMax = 0
        let report = try await bench.ingest(bench.brokenTransaction(1), limits: limits)
        #expect(report.quarantined == 0 && report.refused == 1 && report.notKept == 1)
        #expect(
            report.problems == [
                .init(
                    input: "file:1", kind: "refused", reason: "quarantineFull", cause: "signature")
            ])
        #expect(String(decoding: report.json, as: UTF8.self).contains(#""cause":"signature"}]"#))
        #expect(try bench.ledger.quarantine(limit: 1).isEmpty)
    }

    @Test("At the limits nothing that is given by itself is kept, and it says so")
    func recordFull() async throws {
        let bench = try IngestBench()
        let broken = SignedInput.unrecognized(Array(try bench.brokenTransaction(1).utf8))
        let other = SignedInput.unrecognized(Array(try bench.brokenTransaction(2).utf8))
        #expect(try await bench.ledger.record(broken) == .quarantined(.signature))
        let tables = bench.ledger.reader.tables
        try await bench.ledger.writer.perform { _, transaction in
            var totals = try QuarantineTotals(of: tables, in: transaction)
            totals.rowCount = QuarantineLimits.rowCountMaxDefault
            totals.nextNumber = totals.rowCount + 1
            try totals.put(in: tables, transaction)
        }
        #expect(try await bench.ledger.record(other) == .quarantineFull(.signature))
        #expect(try await bench.ledger.record(broken) == .quarantined(.signature))
        #expect(try bench.ledger.quarantineTotals().notKeptCount == 1)
        #expect(try bench.ledger.quarantine(limit: 9).map(\.times) == [2])
    }

    @Test("Every flipped bit of a row, a count or the totals is found by verify")
    func everyBit() async throws {
        let bench = try IngestBench()
        _ = try await bench.ingest("rubbish")
        let tables = bench.ledger.reader.tables
        #expect(try bench.ledger.verify().isIntact)
        let digest = try bench.ledger.quarantine(limit: 1)[0].digest
        let rows: [(LMDBTable, key: [UInt8])] = [
            (tables.quarantine, [0, 0, 0, 0, 0, 0, 0, 1]), (tables.quarantineDigests, digest),
            (tables.meta, Array("quarantine".utf8)),
        ]
        for (table, key) in rows {
            let value = try #require(
                try bench.ledger.environment.read {
                    try table.get(key.bytes, in: $0) { [UInt8](copying: $0) }
                })
            for bit in 0..<value.count * 8 {
                var flipped = value
                flipped[bit / 8] ^= 1 << (bit % 8)
                try Self.put(flipped, key, table, bench.ledger)
                #expect(try !bench.ledger.verify().isIntact, "\(table.name) bit \(bit)")
            }
            try Self.put(value, key, table, bench.ledger)
        }
        #expect(try bench.ledger.verify().isIntact)
    }

    private static func put(
        _ value: [UInt8], _ key: [UInt8], _ table: LMDBTable, _ ledger: TransactionLedger
    ) throws {
        try ledger.environment.write { try table.put(key.bytes, value.bytes, in: $0) }
    }

    @Test("The end of a long place is kept, cut between characters")
    func longLocations() throws {
        let max = QuarantineLimits.locationBytesMax
        for name in ["x", "é", "😀"] {
            let location = String(repeating: name, count: 300) + ":12"
            let entry = try QuarantineEntry(excerpt: [1], reason: .notJSON, location: location)
            #expect(location.hasSuffix(entry.location) && entry.location.hasSuffix(":12"))
            #expect((max - 3...max).contains(entry.location.utf8.count))
        }
    }

    @Test("A row without its count, or with another's, is damage by name")
    func damage() async throws {
        let bench = try IngestBench()
        _ = try await bench.ingest("one\ntwo")
        let tables = bench.ledger.reader.tables
        let digest = try bench.ledger.quarantine(limit: 1)[0].digest
        _ = try await bench.ledger.writer.perform { _, transaction in
            let other = try QuarantineSighting(number: 2, times: 1, lastSeenAt: IngestBench.now)
                .encoded(digest: digest)
            try tables.quarantineDigests.put(digest.bytes, other.bytes, in: transaction)
        }
        #expect(throws: LedgerError(.damaged, "")) { try bench.ledger.quarantine(limit: 9) }
        _ = try await bench.ledger.writer.perform { _, transaction in
            try tables.quarantineDigests.delete(digest.bytes, in: transaction)
        }
        #expect(throws: LedgerError(.damaged, "")) { try bench.ledger.quarantine(limit: 9) }
        #expect(try bench.ledger.quarantine(limit: 9, after: 1).count == 1)
    }
}
