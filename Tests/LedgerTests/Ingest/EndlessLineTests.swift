import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("A line without an end")
struct EndlessLineTests {
    private static let chunkBytes = 1 << 20
    private static let growthKilobytesMax = 64 << 10

    /// The most memory that the process ever held, in kB; nil where the system does not say.
    private static var peakKilobytes: Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
        else { return nil }
        return line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first
    }

    /// Takes in such a line, and a transaction behind it.
    private static func check(start: String, lineBytes: Int) async throws {
        let bench = try IngestBench()
        let input = Array(("\n" + (try bench.transaction(1)) + "\n").utf8)
        let filler = [UInt8](repeating: UInt8(ascii: "a"), count: chunkBytes)
        var rest = [input] + Array(repeating: filler, count: lineBytes / chunkBytes)
        rest.append(Array(start.utf8))
        let before = try #require(peakKilobytes)
        var report = IngestReport()
        try await bench.ledger.ingest(name: "file", into: &report) { rest.popLast() ?? [] }
        let after = try #require(peakKilobytes)
        #expect(after - before < growthKilobytesMax)
        #expect(report.appended == 1)
        #expect(report.refused == 1)
        #expect(try bench.transactionNumbers() == [1])
        #expect(try bench.ledger.quarantine(limit: 10).map(\.location) == ["file:1"])
    }

    // Each in a process of its own, because other tests need memory too.

    @Test("A line of 1 GiB is refused in bounded memory, and what follows is taken in")
    func line() async throws {
        await #expect(processExitsWith: .success) {
            try await Self.check(start: "!", lineBytes: 1 << 30)
        }
    }

    @Test("A string of 256 MiB is refused in bounded memory, and what follows is taken in")
    func string() async throws {
        await #expect(processExitsWith: .success) {
            try await Self.check(start: "{\"a\":\"", lineBytes: 256 << 20)
        }
    }
}
