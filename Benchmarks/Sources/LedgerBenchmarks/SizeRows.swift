internal import BenchmarkSupport
internal import Foundation
@_spi(Benchmarks) internal import Ledger
internal import LedgerTesting
internal import Synchronization

extension Benchmark {
    /// Bytes on disk; and whether raw LMDB ended with the very same rows.
    mutating func measureSizes() async throws {
        say("sizes")
        guard try RawLMDB.digest(of: ledgerPath) == RawLMDB.digest(of: rawPath) else {
            throw BenchmarkError("raw LMDB holds other rows than the ledger")
        }
        let bytes = try RawLMDB.byteCounts(of: ledgerPath)
        let raw = try RawLMDB.byteCounts(of: rawPath)
        let events = Double(eventCount)
        var row = Row(
            "size", "bytes on disk, free pages included", "bytes/event", Double(bytes.used) / events)
        row[.limit] = Double(raw.used) / events
        row[.sqlite] = Double(try sqliteByteCount()) / events
        row.goals = [
            .atMost(0.15, Double(bytes.used) / Double(tokenByteCount), of: "of the raw JWS")
        ]
        row.note =
            "\(format(Double(bytes.live) / events)) without free pages; raw JWS "
            + "\(format(Double(tokenByteCount) / events))"
        rows.append(row)
    }

    private func sqliteByteCount() throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: sqlitePath)
        return (attributes[.size] as? NSNumber)?.intValue ?? 0
    }

    /// The most memory of a process that does one thing; resident pages of the file are part of it.
    mutating func measureMemory() async throws {
        say("memory")
        for work in ChildWork.allCases {
            let peak = try childPeak(work)
            var row = Row("memory", "peak memory, \(work.title)", "MiB", Double(peak.private) / 1024)
            row.note =
                "without the file's pages; \(format(Double(peak.all) / 1024)) MiB with those mapped"
            rows.append(row)
        }
    }

    private func childPeak(_ work: ChildWork) throws -> (all: Int, private: Int) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--child", work.rawValue, "--directory", ledgerPath]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let numbers = String(decoding: output, as: UTF8.self).split(separator: " ")
            .compactMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        guard process.terminationStatus == 0, numbers.count == 2 else {
            throw BenchmarkError("the child process for \(work.rawValue) failed")
        }
        return (numbers[0], numbers[1])
    }
}

/// What a child process does while its memory is watched.
enum ChildWork: String, CaseIterable {
    case open, replay, export, ingest

    var title: String {
        switch self {
        case .open: "open alone"
        case .replay: "replay of everyone"
        case .export: "CSV of transactions"
        case .ingest: "ingest of 5,000 inputs"
        }
    }

    /// Does the work on the ledger of a directory, and prints the peaks in KiB.
    func run(directory: String) async throws {
        let clock = LoadClock()
        let shop = try Shop()
        let monitor = AnonymousMemory()
        let inputs: [UInt8]? =
            if self == .ingest {
                try await Self.freshLines(shop)
            } else {
                nil
            }
        let path = inputs == nil ? directory : directory + "-ingest"
        let ledger =
            inputs == nil
            ? try shop.openLedger(at: path, clock: clock)
            : try await shop.makeLedger(at: path, clock: clock)
        clock.advance(to: TestLoad.lastDate)
        switch self {
        case .open: _ = try ledger.statistics()
        case .replay: _ = try ledger.replay(at: Cut(asOf: Benchmark.pastInstant))
        case .export: try ledger.export(.transactions) { _ in }
        case .ingest:
            var rest = (inputs ?? [])[...]
            var report = IngestReport()
            try await ledger.ingest(name: "benchmark", into: &report) {
                let chunk = Array(rest.prefix(1 << 16))
                rest = rest.dropFirst(1 << 16)
                return chunk
            }
        }
        await ledger.close()
        if inputs != nil { try FileManager.default.removeItem(atPath: path) }
        print(AnonymousMemory.field("VmHWM:"), monitor.end())
    }

    private static func freshLines(_ shop: Shop) async throws -> [UInt8] {
        var load = LoadSource(lineCount: 1_000, signer: shop.signer)
        return try await load.next(5_000).lines
    }
}

/// The most anonymous memory that was seen: what a process has besides the pages of files.
///
/// A thread of its own looks every few milliseconds.
private final class AnonymousMemory: Sendable {
    private let state = Mutex((peak: 0, hasEnded: false))
    private static let intervalSeconds = 0.005

    init() {
        Thread.detachNewThread { [self] in
            while !state.withLock({ $0.hasEnded }) {
                sample()
                Thread.sleep(forTimeInterval: Self.intervalSeconds)
            }
        }
    }

    private func sample() {
        let now = Self.field("RssAnon:")
        state.withLock { $0.peak = max($0.peak, now) }
    }

    /// Stops looking; the peak in KiB.
    func end() -> Int {
        sample()
        return state.withLock { state in
            state.hasEnded = true
            return state.peak
        }
    }

    /// A field of `/proc/self/status`, in KiB.
    static func field(_ name: String) -> Int {
        let data = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n")
        where line.hasPrefix(name) {
            return line.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0
        }
        return 0
    }
}
