import Ledger

/// `ledgerctl stats`.
enum StatsCommand {
    static let command = Command(
        "stats", "Shows how large the ledger is.", options: [.json]
    ) { arguments, console in
        let statistics = try await arguments.withLedger { ledger in try ledger.statistics() }
        if arguments.has(Option.json.name) {
            try console.print(json: statistics.json)
        } else {
            for line in table(of: statistics).lines { try console.print(line) }
        }
        return .done
    }

    /// A row for each number.
    static func table(of statistics: LedgerStatistics) -> Table {
        var table = Table([Table.Column("What"), Table.Column("Value", .right)])
        table.append(["events", "\(statistics.events)"])
        table.append(["last recorded", statistics.lastRecordedAt?.iso8601])
        table.append(["lines of purchases", "\(statistics.lines)"])
        table.append(["identities", "\(statistics.identities)"])
        table.append(["symbols", "\(statistics.symbols)"])
        table.append(["evidence", "\(statistics.evidence)"])
        table.append(["JWS headers", "\(statistics.headers)"])
        table.append(["quarantined", "\(statistics.quarantined)"])
        table.append(["live tables up to event", "\(statistics.livePosition)"])
        table.append(["rules", "\(statistics.rules)"])
        table.append(["format", "\(statistics.format)"])
        table.append(["bytes in use", "\(statistics.usedBytes)"])
        table.append(["bytes at most", "\(statistics.mapSizeBytes)"])
        table.append(["open snapshots", "\(statistics.readersActive)"])
        table.append(["commits behind", "\(statistics.oldestReaderLagTransactions)"])
        return table
    }
}
