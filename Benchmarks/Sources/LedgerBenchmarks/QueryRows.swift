internal import BenchmarkSupport
internal import Foundation
@_spi(Benchmarks) internal import Ledger
internal import LedgerTesting

extension Benchmark {
    /// Current entitlements of one customer: among all, and of a few that are asked for again and
    /// again.
    mutating func measureQueries() async throws {
        say("queries")
        let count = options.scaled(50_000, smoke: 3_000)
        let customers = source.customerCount
        // The same customers for everyone, scattered without chance.
        let random = (0..<count).map { Int((UInt64($0) &* 2_654_435_761) % UInt64(customers)) }
        let hot = (0..<count).map { random[$0 % 64] }
        let ledger = try shop.openLedger(at: ledgerPath, clock: clock)
        let sqlite = try SQLite(at: sqlitePath)
        let heads = "heads@\(try ledger.statistics().rules)"
        let asked = [("random customers", random, 4.0), ("hot customers", hot, 8.0)]
        for (name, chosen, sqliteGoal) in asked {
            let texts = chosen.map { TestLoad.appAccountToken(of: $0) }
            let tokens = texts.flatMap { Array($0.utf8) }
            let accounts = texts.compactMap { UUID(uuidString: $0) }
            var (ours, raw, other): ([Double], [Double], [Double]) = ([], [], [])
            let at = clock.now
            var found: [[Entitlement]] = []
            _ = try ask(ledger, accounts, at: at) { found.append($0) }
            try compare(
                found, try sqlite.current(tokens: tokens, at: at.millisecondsSince1970).masks)
            for _ in 0..<options.scaled(7, smoke: 3) {
                // As a host does: it looks at an answer and lets it go.
                var grantCount = 0
                ours.append(
                    try ask(ledger, accounts, at: at) { answer in
                        for entitlement in answer { grantCount += entitlement.grants.count }
                    })
                if grantCount == 0 { throw BenchmarkError("nobody may use anything") }
                let answers = try sqlite.current(tokens: tokens, at: at.millisecondsSince1970)
                other.append(answers.seconds)
                // The ledger is open in this process, and LMDB forbids opening it twice: the copy.
                raw.append(try RawLMDB(at: rawPath).read(tokens: tokens, headsTable: heads).seconds)
            }
            let rate = { (durations: [Double]) in median(durations.map { Double(count) / $0 }) }
            let ratio = { (others: [Double]) in median(zip(others, ours).map { $0 / $1 }) }
            var row = Row("queries", "current entitlements, \(name)", "customers/s", rate(ours))
            row[.limit] = rate(raw)
            row[.sqlite] = rate(other)
            row.goals = [
                .atLeast(0.7, ratio(raw), of: "of the gets in C"),
                .atLeast(sqliteGoal, ratio(other), of: "× SQLite"),
            ]
            if name.hasPrefix("random") {
                row.goals.append(.atLeast(500_000, row.ours, of: "/s"))
            }
            rows.append(row)
        }
        await ledger.close()
    }

    /// Asks about one customer after the other; how many seconds it took.
    private func ask(
        _ ledger: TransactionLedger, _ accounts: [UUID], at: Instant,
        _ look: ([Entitlement]) -> Void
    ) throws -> Double {
        let start = seconds()
        for account in accounts {
            look(try ledger.entitlements(of: .appAccountToken(account), at: Cut(asOf: at)).value)
        }
        return seconds() - start
    }

    /// Throws where SQLite gives another answer.
    private func compare(_ ours: [[Entitlement]], _ masks: [UInt64]) throws {
        var (different, entitled) = (0, 0)
        for (entitlements, mask) in zip(ours, masks) {
            let theirs = TestLoadProduct.all.indices.filter { mask >> $0 & 1 == 1 }
                .compactMap { TestLoadProduct.all[$0].entitlement }
            if Set(theirs) != Set(entitlements.map(\.name)) { different += 1 }
            if !theirs.isEmpty { entitled += 1 }
        }
        guard different == 0, entitled > 0 else {
            throw BenchmarkError(
                "\(different) of \(ours.count) customers have other entitlements in SQLite, where "
                    + "\(entitled) have any")
        }
    }
}
