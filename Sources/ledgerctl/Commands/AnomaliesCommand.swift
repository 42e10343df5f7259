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
        return try await arguments.answer(
            on: console, json: \.json, table: table(of:), orIfEmpty: "nothing is odd"
        ) { ledger, environment, cut in
            try ledger.anomalies(of: customer, environment: environment, at: cut)
        }
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
