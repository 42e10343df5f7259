internal import BenchmarkSupport
internal import CYardsticks
@_spi(Benchmarks) internal import Ledger
internal import LedgerTesting

/// What one way to append measured: by rounds, in which every store appends the same by turns.
private struct AppendRace {
    var events: UInt64 = 0
    var commits = 0
    /// Bytes handed to the kernel, by the ledger and by raw LMDB.
    var writtenByteCount = 0
    var rawWrittenByteCount = 0
    /// Seconds of each round.
    var ours: [Double] = []
    var raw: [Double] = []
    /// Seconds of CPU of all rounds; they tell more than time where others use the machine.
    var cpu = 0.0
    var rawCPU = 0.0
    var sqlite: [Double] = []
    /// Events of each round.
    var roundEvents: [Double] = []
    /// Seconds that each caller waited, and of each commit in raw LMDB.
    var waits: [Double] = []
    var rawCommits: [Double] = []

    func rate(_ durations: [Double]) -> Double {
        median(zip(roundEvents, durations).map { $0 / $1 })
    }

    /// How much of the speed of another store we reach.
    func ratio(to others: [Double]) -> Double { median(zip(others, ours).map { $0 / $1 }) }

    /// The row of how fast it was.
    func row(_ name: String) -> Row {
        var row = Row("append", name, "events/s", rate(ours))
        row[.limit] = rate(raw)
        row[.sqlite] = rate(sqlite)
        row.goals = [
            .atLeast(0.9, ratio(to: raw), of: "of raw C"),
            .atLeast(1, ratio(to: sqlite), of: "× SQLite"),
        ]
        row.note = "\(format(Double(events) / Double(commits))) events a commit; " + latencyNote
        return row
    }

    private var latencyNote: String {
        let waits = Distribution(waits)
        let texts = [0.5, 0.99, 0.999].map { format(waits.quantile($0) * 1e6) }
        let raw = Distribution(rawCommits)
        return "p50/p99/p99.9 \(texts.joined(separator: "/")) µs, raw commits p50/p99 "
            + "\(format(raw.median * 1e6))/\(format(raw.quantile(0.99) * 1e6)) µs; CPU "
            + "\(format(cpu / Double(events) * 1e6)) µs an event, "
            + "raw \(format(rawCPU / Double(events) * 1e6))"
    }
}

extension Benchmark {
    /// Appends in commits of so many events by one caller, and by several callers at once.
    mutating func measureAppends() async throws {
        var ledger = try shop.openLedger(committingEachCallAt: ledgerPath, clock: clock)
        let raw = try RawLMDB(at: rawPath)
        let sqlite = try SQLite(at: sqlitePath)
        var oneCommit: Double?
        for (size, rounds, commits) in [(1, 7, 300), (10, 7, 200), (100, 5, 100), (1_000, 3, 80)] {
            say("append, \(size) a commit")
            let race = try await appends(
                ledger, raw, sqlite, callers: Self.callersOfFullCommits,
                inputsPerCall: inputCount(events: size),
                calls: options.scaled(commits, smoke: max(2, commits / 20)),
                rounds: options.scaled(rounds, smoke: 3))
            if size == 1 { oneCommit = Distribution(race.rawCommits).median }
            var row = race.row("append, \(format(Double(size))) events a commit")
            let perCommit = max(1, Int((Double(race.events) / Double(race.commits)).rounded()))
            if let rate = try umaDBRate(size: perCommit, race.commits) {
                row[.umaDB] = rate
                row.goals.append(.atLeast(1, row.ours / rate, of: "× UmaDB"))
            }
            rows.append(row)
            if size == 100 { addWrittenBytes(race) }
        }
        await ledger.close()
        ledger = try shop.openLedger(at: ledgerPath, clock: clock)
        for callers in [1, 8, 64] {
            say("append, \(callers) callers")
            let race = try await appends(
                ledger, raw, sqlite, callers: callers, inputsPerCall: 1,
                calls: callers * options.scaled(callers == 1 ? 300 : 100, smoke: 20),
                rounds: options.scaled(7, smoke: 3))
            let name = callers == 1 ? "1 caller" : "\(callers) callers"
            rows.append(race.row("append, 1 input a call, \(name)"))
            if callers == 64, let oneCommit { addLatency(race, oneCommit: oneCommit) }
        }
        let events = try ledger.statistics().events
        await ledger.close()
        guard sqlite.eventCount + Self.catalogEventCount == events else {
            throw BenchmarkError(
                "SQLite holds \(sqlite.eventCount) events of the load, the ledger "
                    + "\(events - Self.catalogEventCount)")
        }
    }

    /// Who append commits of a size: four, so that the work of the next commits is always there, as it
    /// is for the loop in C.
    private static let callersOfFullCommits = 4

    /// Events of the ledger that are not in the load: the catalog.
    static let catalogEventCount: UInt64 = 1

    private mutating func addLatency(_ race: AppendRace, oneCommit: Double) {
        let p99 = Distribution(race.waits).quantile(0.99)
        var row = Row("latency", "append, 64 callers, p99", "µs", p99 * 1e6)
        row[.limit] = oneCommit * 1e6
        let raw = Distribution(race.rawCommits)
        row.goals = [
            .atMost(3, p99 / oneCommit, of: "× a raw commit of one input"),
            .atMost(3, p99 / raw.median, of: "× one of the same inputs"),
        ]
        let inputs = Double(race.waits.count) / Double(race.commits)
        row.note =
            "the limit is the median of a raw commit of one input; so many callers share commits, of "
            + "\(format(inputs)) inputs on average, and such commits take raw C p50/p99 "
            + "\(format(raw.median * 1e6))/\(format(raw.quantile(0.99) * 1e6)) µs: who comes during "
            + "one waits for two, which is \(format(2 * raw.quantile(0.99) / oneCommit)) × the limit"
        rows.append(row)
    }

    private mutating func addWrittenBytes(_ race: AppendRace) {
        let ours = Double(race.writtenByteCount) / Double(race.events)
        var row = Row("append", "bytes written, 100 events a commit", "bytes/event", ours)
        let raw = Double(race.rawWrittenByteCount) / Double(race.events)
        row[.limit] = raw
        row.goals = [
            .atMost(6_000, ours, of: "bytes"), .atMost(1.1, ours / raw, of: "of raw C"),
        ]
        row.note = "what LMDB hands to the kernel, without the file system's own"
        rows.append(row)
    }
}

extension Benchmark {
    /// Inputs whose events are about so many.
    private func inputCount(events: Int) -> Int {
        max(1, Int((Double(events) / Shop.eventsPerInput).rounded()))
    }

    /// The places of each caller's inputs: as many for each, and a line has one caller, so that its
    /// inputs stay in order, as SQLite gets them.
    private static func shares(of inputs: [TestLoadInput], among callers: Int) -> [[Int]] {
        let lines = Dictionary(grouping: inputs.indices) {
            inputs[$0].facts[0].originalTransactionID
        }
        var shares = [[Int]](repeating: [], count: callers)
        // The longest lines first, each to whom has least.
        for line in lines.values.sorted(by: { ($0.count, $1[0]) > ($1.count, $0[0]) }) {
            let least = shares.indices.min { shares[$0].count < shares[$1].count } ?? 0
            shares[least] += line
        }
        return shares.map { $0.sorted() }
    }

    /// Appends so many inputs a call, by callers who each wait for their own.
    private mutating func appends(
        _ ledger: TransactionLedger, _ raw: RawLMDB, _ sqlite: SQLite, callers: Int,
        inputsPerCall: Int, calls: Int, rounds: Int
    ) async throws -> AppendRace {
        var race = AppendRace()
        for _ in 0..<rounds {
            let inputs = try await nextInputs(calls * inputsPerCall)
            let verified = try await Shop.verify(inputs, for: ledger)
            let shares = Self.shares(of: inputs.inputs, among: callers).map { own in
                stride(from: 0, to: own.count, by: inputsPerCall).map { start in
                    own[start..<min(own.count, start + inputsPerCall)].map { verified[$0] }
                }
            }
            let (result, recording) = try await Recording.record(
                byteCount: verified.count * 2 * Self.recordingBytesPerInput
            ) {
                let (start, cpuStart) = (seconds(), cpuSeconds())
                let answers = try await withThrowingTaskGroup(of: (UInt64, [Double]).self) {
                    group in
                    for own in shares {
                        group.addTask {
                            var (events, waits): (UInt64, [Double]) = (0, [])
                            for piece in own {
                                let before = seconds()
                                events += try await ledger.append(piece)
                                waits.append(seconds() - before)
                            }
                            return (events, waits)
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                return (
                    seconds: seconds() - start, cpu: cpuSeconds() - cpuStart, answers: answers
                )
            }
            let events = result.answers.reduce(0) { $0 + $1.0 }
            race.cpu += result.cpu
            try race.add(
                recording, result.seconds, events, result.answers.flatMap(\.1), raw: raw)
            // As many inputs in a commit as the writer found waiting, on average.
            let average = max(1, verified.count / recording.commitCount)
            let sizes = stride(from: 0, to: verified.count, by: average).map {
                UInt32(min(average, verified.count - $0))
            }
            race.sqlite.append(try sqlite.append(inputs.facts, inputsPerCommit: sizes).seconds)
            tokenByteCount += inputs.byteCount
            eventCount += events
        }
        return race
    }
}

extension AppendRace {
    fileprivate mutating func add(
        _ recording: Recording, _ seconds: Double, _ events: UInt64, _ waits: [Double],
        raw store: RawLMDB
    ) throws {
        let cpuStart = cpuSeconds()
        let raw = try store.replay(recording)
        rawCPU += cpuSeconds() - cpuStart
        ours.append(seconds)
        self.raw.append(raw.seconds)
        rawCommits += raw.commits
        rawWrittenByteCount += raw.writtenByteCount
        self.waits += waits
        self.events += events
        roundEvents.append(Double(events))
        commits += recording.commitCount
        writtenByteCount += recording.writtenByteCount
    }
}
