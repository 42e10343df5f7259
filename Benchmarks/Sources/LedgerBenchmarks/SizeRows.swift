internal import BenchmarkSupport
internal import Foundation
@_spi(Benchmarks) internal import Ledger
internal import LedgerTesting

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
            "size", "bytes on disk, free pages included", "bytes/event", Double(bytes.used) / events
        )
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
        // An empty ledger with its source in a file beside it, so that the child holds neither.
        let empty = workspace.file("memory")
        await (try await shop.makeLedger(at: empty, clock: LoadClock())).close()
        let count = options.scaled(50_000, smoke: 5_000)
        var load = LoadSource(lineCount: Shop.lineCount(inputs: count), signer: shop.signer)
        guard FileManager.default.createFile(atPath: empty + ChildWork.sourceSuffix, contents: nil),
            let file = FileHandle(forWritingAtPath: empty + ChildWork.sourceSuffix)
        else { throw BenchmarkError("a file in the directory cannot be written") }
        for _ in 0..<count / Self.inputsPerWrite {
            try file.write(contentsOf: try await load.next(Self.inputsPerWrite).lines)
        }
        try file.close()
        for work in ChildWork.allCases {
            let peak = try childPeak(work, of: work == .ingest ? empty : ledgerPath)
            var row = Row(
                "memory", "peak memory, \(work.title)", "MiB", Double(peak.private) / 1024)
            row.note =
                "without the file's pages; \(format(Double(peak.all) / 1024)) MiB with those mapped"
            if work == .ingest { row.note += "; \(format(Double(count))) inputs" }
            rows.append(row)
        }
    }

    /// Inputs that are signed and written to a file at once.
    static let inputsPerWrite = 1_000

    /// The most memory of a child process, in KiB.
    func childPeak(_ work: ChildWork, of directory: String) throws -> (all: Int, private: Int) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--child", work.rawValue, "--directory", directory]
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
        case .ingest: "ingest of a file"
        }
    }

    /// What the name of a ledger's source ends in.
    static let sourceSuffix = ".jsonl"

    /// Does the work on the ledger of a directory, and prints the peaks in KiB.
    func run(directory: String) async throws {
        let clock = LoadClock()
        clock.advance(to: TestLoad.lastDate)
        let monitor = AnonymousMemory(of: getpid())
        let ledger = try TransactionLedger(
            at: directory, mapSizeBytes: Shop.mapSizeBytes, clock: { clock.now })
        switch self {
        case .open: _ = try ledger.statistics()
        case .replay: _ = try ledger.replay(at: Cut(asOf: Benchmark.pastInstant))
        case .export: try ledger.export(.transactions) { _ in }
        case .ingest:
            guard let file = FileHandle(forReadingAtPath: directory + Self.sourceSuffix) else {
                throw BenchmarkError("there is no source to take in")
            }
            var report = IngestReport()
            try await ledger.ingest(name: "benchmark", into: &report) {
                Array(try file.read(upToCount: 1 << 16) ?? Data())
            }
            guard report.appended == report.read, report.read > 0 else {
                throw BenchmarkError("the ledger did not take in every input of the load")
            }
        }
        await ledger.close()
        print(AnonymousMemory.field("VmHWM:", of: getpid()), monitor.end())
    }
}
