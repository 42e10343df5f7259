internal import BenchmarkSupport
internal import Foundation
@_spi(Benchmarks) internal import Ledger
internal import LedgerTesting

/// How a ledger behaves at one size.
private struct SizePoint {
    var events: Double
    var appendMicrosecondsPerEvent: Double
    var query: Latency
    var replay: Latency
    var openMilliseconds: Double
    var bytesPerEvent: Double
    var ingestSignaturesPerSecond: Double
    var ingestMebibytes: Double
    var commands: CommandPoint
}

/// Microseconds of a question: when it is asked first, and its pages may come from the disk, and
/// again.
private struct Latency {
    var cold: Double
    var warm: Double
}

/// What `ledgerctl` takes on a ledger of one size.
struct CommandPoint {
    var entitlements: LedgerCommand.Run
    var replay: LedgerCommand.Run
    var exportTransactions: LedgerCommand.Run
    var exportEvents: LedgerCommand.Run
    var verify: LedgerCommand.Run
}

extension Benchmark {
    /// Two ledgers, filled and asked by `ledgerctl` and from within: of a shop, and of one with ten
    /// times its customers in the same years.
    mutating func measureGrowth() async throws {
        guard let ledgerctl = options.ledgerctl else {
            throw UsageError("--growth needs --ledgerctl PATH")
        }
        let command = LedgerCommand(path: ledgerctl, ledger: ledgerPath)
        let small = try await point(at: options.eventCount / 10, command)
        try workspace.remove("ledger")
        let large = try await point(at: options.eventCount, command)
        add(
            "append at 100 events a commit", "µs/event", 3, small, large,
            \.appendMicrosecondsPerEvent)
        add("current entitlements", "µs", 2, small, large, \.query.warm)
        add("current entitlements, first time", "µs", nil, small, large, \.query.cold)
        add("one customer at a past date", "µs", 2, small, large, \.replay.warm)
        add("one customer at a past date, first time", "µs", nil, small, large, \.replay.cold)
        add("open and answer once", "ms", nil, small, large, \.openMilliseconds)
        add("bytes on disk", "bytes/event", nil, small, large, \.bytesPerEvent)
        add("ledgerctl ingest", "signatures/s", nil, small, large, \.ingestSignaturesPerSecond)
        add("ledgerctl ingest, peak memory", "MiB", 1.5, small, large, \.ingestMebibytes)
        add("ledgerctl entitlements", "s", nil, small, large, \.commands.entitlements.seconds)
        add("ledgerctl replay --as-of", "s", nil, small, large, \.commands.replay.seconds)
        // It may grow with the lines, which grow with the events.
        add(
            "ledgerctl replay --as-of, peak memory", "MiB", 10, small, large,
            \.commands.replay.peakMebibytes)
        add(
            "ledgerctl export transactions", "s", nil, small, large,
            \.commands.exportTransactions.seconds)
        add(
            "ledgerctl export transactions, peak memory", "MiB", 1.5, small, large,
            \.commands.exportTransactions.peakMebibytes)
        add("ledgerctl export events", "s", nil, small, large, \.commands.exportEvents.seconds)
        add(
            "ledgerctl export events, peak memory", "MiB", 1.5, small, large,
            \.commands.exportEvents.peakMebibytes
        )
        add("ledgerctl verify", "s", nil, small, large, \.commands.verify.seconds)
        add(
            "ledgerctl verify, peak memory", "MiB", nil, small, large,
            \.commands.verify.peakMebibytes)
    }

    private mutating func add(
        _ what: String, _ unit: String, _ goal: Double?, _ small: SizePoint, _ large: SizePoint,
        _ value: (SizePoint) -> Double
    ) {
        var row = Row("growth", "growth: \(what)", unit, value(large))
        let ratio = value(large) / value(small)
        if let goal { row.goals = [.atMost(goal, ratio, of: "× the small one")] }
        row.note =
            "\(format(value(small))) at \(format(small.events)) events, "
            + "\(format(value(large))) at \(format(large.events))"
        if large.events < Self.farEventCount {
            let far = extrapolated(small, large, value)
            row.note += ", extrapolated to \(format(Self.farEventCount)): \(format(far))"
        }
        rows.append(row)
    }

    /// Where a run that is smaller says what would be: 50 million events, a ledger of 32 GB.
    private static let farEventCount = 50_000_000.0

    /// What a figure would be at 50 million events, if it went on by the power of the number of
    /// events by which it went from the small ledger to the large one.
    private func extrapolated(
        _ small: SizePoint, _ large: SizePoint, _ value: (SizePoint) -> Double
    ) -> Double {
        let power = log(value(large) / value(small)) / log(large.events / small.events)
        return value(large) * pow(Self.farEventCount / large.events, power)
    }

    /// Fills a new ledger with so many events, the whole load of a shop, and measures.
    private mutating func point(
        at eventCount: Int, _ command: LedgerCommand
    ) async throws -> SizePoint {
        var source = LoadSource(
            lineCount: Shop.lineCount(
                inputs: Int(Double(eventCount) * 1.1 / Shop.eventsPerInput)),
            signer: shop.signer)
        let clock = LoadClock()
        let empty = try await shop.makeLedger(at: ledgerPath, clock: clock)
        await empty.close()
        // The process that takes the load in has the real clock.
        clock.advance(to: Int64(Date().timeIntervalSince1970 * 1_000))
        var customers: [Int] = []
        let (rate, memory) = try await grow(to: eventCount, by: command, &source, &customers)
        let ledger = try shop.openLedger(at: ledgerPath, clock: clock)
        let append = try await appendMicroseconds(ledger, &source)
        // Customers who are in the ledger at this size; scattered without chance.
        let accounts = (0..<options.scaled(20_000, smoke: 1_000)).compactMap {
            let index = UInt64($0) &* 2_654_435_761 % UInt64(customers.count)
            return UUID(uuidString: TestLoad.appAccountToken(of: customers[Int(index)]))
        }
        let query = try coldAndWarm(accounts) {
            _ = try ledger.entitlements(of: .appAccountToken($0), at: Cut(asOf: clock.now))
        }
        let replay = try coldAndWarm(Array(accounts.prefix(accounts.count / 10))) {
            _ = try ledger.replay(of: .appAccountToken($0), at: Cut(asOf: Self.pastInstant))
        }
        let events = try ledger.statistics().events
        // A run of this length is worth reading before it ends.
        say("entitlements \(query.warm) µs, first \(query.cold) µs")
        say("one customer at a past date \(replay.warm) µs, first \(replay.cold) µs")
        await ledger.close()
        let opening = seconds()
        let again = try shop.openLedger(at: ledgerPath, clock: clock)
        _ = try again.entitlements(of: .appAccountToken(accounts[0]), at: Cut(asOf: clock.now))
        let opened = seconds() - opening
        await again.close()
        let bytes = try RawLMDB.byteCounts(of: ledgerPath)
        return SizePoint(
            events: Double(events), appendMicrosecondsPerEvent: append, query: query,
            replay: replay,
            openMilliseconds: opened * 1_000,
            bytesPerEvent: Double(bytes.used) / Double(events), ingestSignaturesPerSecond: rate,
            ingestMebibytes: memory,
            commands: try commandPoint(command, account: accounts[0]))
    }

    /// Takes the load in by `ledgerctl ingest`, file by file: the signatures a second that it
    /// verified and appended, without the time in which they were signed, and its memory.
    private mutating func grow(
        to eventCount: Int, by command: LedgerCommand, _ source: inout LoadSource,
        _ customers: inout [Int]
    ) async throws -> (signaturesPerSecond: Double, peakMebibytes: Double) {
        var (signatures, seconds, peak) = (0, 0.0, 0.0)
        let path = workspace.file("load.jsonl")
        while true {
            let missing = eventCount - Int(try await storedEventCount())
            if missing <= 0 { return (Double(signatures) / seconds, peak) }
            say("growing to \(eventCount) events, \(missing) to come")
            // What is missing, but for an input or two; the rest is another piece.
            let inputCount = max(
                1_000, min(Self.inputsPerFileMax, Int(Double(missing) / Shop.eventsPerInput)))
            signatures += try await write(inputCount, to: path, &source, &customers)
            let run = try command.run(["ingest", path, "--json"])
            seconds += run.seconds
            peak = max(peak, run.peakMebibytes)
            try workspace.remove("load.jsonl")
        }
    }

    /// Writes inputs to a file; how many signatures they have.
    private func write(
        _ inputCount: Int, to path: String, _ source: inout LoadSource, _ customers: inout [Int]
    ) async throws -> Int {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else { throw BenchmarkError("a file in the directory cannot be written") }
        defer { try? file.close() }
        var (written, signatures) = (0, 0)
        while written < inputCount {
            let inputs = try await source.next(min(Self.inputsPerWrite, inputCount - written))
            if inputs.inputs.isEmpty { throw BenchmarkError("the load is too short") }
            try file.write(contentsOf: inputs.lines)
            // One of some forty inputs: a customer comes as often as the App Store tells of him.
            for index in stride(from: 0, to: inputs.inputs.count, by: Self.inputsPerSample) {
                customers += inputs.inputs[index].facts.prefix(1).map(\.customer)
            }
            written += inputs.inputs.count
            signatures += inputs.signatureCount
        }
        return signatures
    }

    private func storedEventCount() async throws -> UInt64 {
        let ledger = try shop.openLedger(at: ledgerPath, clock: clock)
        let count = try ledger.statistics().events
        await ledger.close()
        return count
    }

    /// Of so many inputs the customer of one is asked about.
    private static let inputsPerSample = 40
    /// Inputs of one file, some five gigabytes.
    private static let inputsPerFileMax = 400_000

    /// Questions, exports and the check, each a process of its own.
    private func commandPoint(_ command: LedgerCommand, account: UUID) throws -> CommandPoint {
        say("asking ledgerctl")
        let date = Self.pastInstant.iso8601
        return CommandPoint(
            entitlements: try command.run([
                "entitlements", "--app-account-token", account.uuidString.lowercased(),
            ]),
            replay: try command.run(["replay", "--as-of", date]),
            exportTransactions: try command.run(["export", "transactions", "--format", "csv"]),
            exportEvents: try command.run(["export", "events", "--format", "csv"]),
            verify: try command.run(["verify"]))
    }

    private func appendMicroseconds(
        _ ledger: TransactionLedger, _ source: inout LoadSource
    ) async throws -> Double {
        let perCommit = Int(100 / Shop.eventsPerInput)
        let inputs = try await source.next(perCommit * options.scaled(300, smoke: 10))
        let verified = try await Shop.verify(inputs, for: ledger)
        var events: UInt64 = 0
        let start = seconds()
        for index in stride(from: 0, to: verified.count, by: perCommit) {
            events += try await ledger.append(
                Array(verified[index..<min(verified.count, index + perCommit)]))
        }
        return (seconds() - start) * 1e6 / Double(events)
    }

    private func coldAndWarm(_ accounts: [UUID], _ ask: (UUID) throws -> Void) rethrows -> Latency {
        Latency(cold: try microseconds(accounts, ask), warm: try microseconds(accounts, ask))
    }

    private func microseconds(_ accounts: [UUID], _ ask: (UUID) throws -> Void) rethrows -> Double {
        let start = seconds()
        for account in accounts { try ask(account) }
        return (seconds() - start) * 1e6 / Double(accounts.count)
    }
}
