internal import BenchmarkSupport
internal import Foundation
@_spi(Benchmarks) internal import Ledger
internal import LedgerTesting

extension Benchmark {
    /// A date in the middle of the story.
    static let pastInstant = Instant(
        millisecondsSince1970: TestLoad.firstDate + (TestLoad.lastDate - TestLoad.firstDate) / 3)

    /// The whole log as of a past date against a bare scan and the same answer in SQL; then one
    /// customer at that date.
    mutating func measureReplays() async throws {
        say("replay")
        let ledger = try shop.openLedger(at: ledgerPath, clock: clock)
        let sqlite = try SQLite(at: sqlitePath)
        let raw = try RawLMDB(at: rawPath)
        let at = Self.pastInstant
        var (ours, both, scans, other): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
        for _ in 0..<options.scaled(5, smoke: 2) {
            let one = try timedReplay(ledger, at: at, workers: 1)
            let two = try timedReplay(ledger, at: at, workers: 2)
            ours.append(one.seconds)
            both.append(two.seconds)
            scans.append(try raw.scanLog().seconds)
            let answer = try sqlite.asOf(at.millisecondsSince1970)
            other.append(answer.seconds)
            let counts = one.summary.entitlements
            if counts.isEmpty || answer.counts != counts || one.summary != two.summary {
                throw BenchmarkError(
                    "SQL or two cores have other entitlements: \(answer.counts), not \(counts)")
            }
        }
        let events = Double(try ledger.statistics().events)
        let rate = { (durations: [Double]) in median(durations.map { events / $0 }) }
        let ratio = { (others: [Double]) in median(zip(others, ours).map { $0 / $1 }) }
        var row = Row("replay", "whole-log replay as of a date", "events/s", rate(ours))
        row[.limit] = rate(scans)
        row[.sqlite] = rate(other)
        row.goals = [
            .atLeast(0.35, ratio(scans), of: "of a C scan"),
            .atLeast(20, ratio(other), of: "× SQL"),
        ]
        row.note =
            "one core; entitlements, statuses and balances of everyone; SQL counts entitlements alone"
        rows.append(row)
        var two = Row("replay", "the same on two cores", "events/s", rate(both))
        two.goals = [.atLeast(1.5, median(zip(ours, both).map { $0 / $1 }), of: "× one core")]
        rows.append(two)
        try measureCustomerReplay(ledger)
        await ledger.close()
    }

    private func timedReplay(
        _ ledger: TransactionLedger, at instant: Instant, workers: Int
    ) throws -> (seconds: Double, summary: ReplaySummary) {
        let start = seconds()
        let summary = try ledger.replay(at: Cut(asOf: instant), workers: workers).value
        return (seconds() - start, summary)
    }

    private mutating func measureCustomerReplay(_ ledger: TransactionLedger) throws {
        let count = options.scaled(10_000, smoke: 500)
        let customers = UInt64(source.customerCount)
        let accounts = (0..<count).compactMap {
            UUID(
                uuidString: TestLoad.appAccountToken(
                    of: Int((UInt64($0) &* 2_654_435_761) % customers)))
        }
        var rates: [Double] = []
        var found = 0
        for _ in 0..<options.scaled(5, smoke: 2) {
            let start = seconds()
            for account in accounts {
                let answer = try ledger.replay(
                    of: .appAccountToken(account), at: .asAt(Self.pastInstant))
                found += answer.value.groups.count
            }
            rates.append(Double(count) / (seconds() - start))
        }
        guard found > 0 else { throw BenchmarkError("nobody had a subscription at the past date") }
        rows.append(
            Row("replay", "one customer as known at a date", "customers/s", median(rates)))
    }

    /// A CSV of every transaction.
    mutating func measureExport() async throws {
        say("export")
        let ledger = try shop.openLedger(at: ledgerPath, clock: clock)
        let events = Double(try ledger.statistics().events)
        for (name, kind) in [("transactions", ExportKind.transactions), ("events", .events)] {
            var rates: [Double] = []
            let counter = ByteCounter()
            for _ in 0..<options.scaled(3, smoke: 2) {
                let start = seconds()
                try ledger.export(kind) { counter.add($0.count) }
                rates.append(events / (seconds() - start))
            }
            guard counter.count > 0 else { throw BenchmarkError("the export is empty") }
            var row = Row("export", "CSV of \(name)", "events/s", median(rates))
            row.note = "events of the log, whatever the rows"
            rows.append(row)
        }
        await ledger.close()
    }

    /// The time until the first answer.
    mutating func measureOpen() async throws {
        say("open")
        var durations: [Double] = []
        for _ in 0..<options.scaled(15, smoke: 5) {
            let start = seconds()
            let ledger = try shop.openLedger(at: ledgerPath, clock: clock)
            let account = TestLoad.appAccountToken(of: 1)
            if let uuid = UUID(uuidString: account) {
                _ = try ledger.entitlements(of: .appAccountToken(uuid), at: Cut(asOf: clock.now))
            }
            durations.append(seconds() - start)
            await ledger.close()
        }
        var row = Row("open", "open and answer once", "ms", median(durations) * 1_000)
        row.note = "a ledger of \(format(Double(eventCount))) events, pages cached"
        rows.append(row)
    }
}

/// Counts what an export writes.
final class ByteCounter {
    private(set) var count = 0

    func add(_ count: Int) { self.count += count }
}
