import Ledger

/// `ledgerctl anomalies`.
enum AnomaliesCommand {
    static let command = Command(
        "anomalies", "Lists what is odd in the evidence.",
        discussion: """
            Lists oddities to look at, by event: of one customer's lines, or of all. They change no
            answer. Only what was known is cut; --as-of says who owned the lines.
            """,
        options: Option.customer + Option.instants + [.environment, .json],
        exclusiveOptions: [.optionalCustomer] + ExclusiveOptions.instants
    ) { arguments, console in
        let customer = try arguments.customerIfGiven()
        let cut = try arguments.cut(now: Instant.now)
        let environment = arguments.storeEnvironment
        let answer = try await arguments.withLedgerOfEnvironment(console) { ledger in
            try ledger.anomalies(of: customer, environment: environment, at: cut)
        }
        try console.print(
            answer, for: arguments, json: \.json, table: table(of:),
            orIfEmpty: "nothing is odd")
        return .done
    }

    /// A row for each oddity.
    static func table(of anomalies: [EvidenceAnomaly]) -> Table {
        var table = Table([
            Table.Column("Event", .right), Table.Column("Kind"), Table.Column("Detail"),
        ])
        for anomaly in anomalies {
            table.append(["\(anomaly.sequence)", anomaly.kind, anomaly.detail])
        }
        return table
    }
}
