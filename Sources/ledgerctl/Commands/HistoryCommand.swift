import Ledger

/// `ledgerctl history`.
enum HistoryCommand {
    static let command = Command(
        "history", "Lists every event about a customer.",
        discussion: """
            Lists the events of the lines that the customer owns, and what the host did for the customer, in
            the order of the log. Only what was known is cut; --as-of says who owned the lines.
            """,
        options: Option.customer + Option.instants + [.environment, .json],
        exclusiveOptions: [.customer] + ExclusiveOptions.instants
    ) { arguments, console in
        let customer = try arguments.customer()
        return try await arguments.answer(
            on: console, json: \.json, table: table(of:), orIfEmpty: "no event"
        ) { ledger, environment, cut in
            try ledger.history(of: customer, environment: environment, at: cut)
        }
    }

    /// A row for each event.
    static func table(of events: [RecordedEvent]) -> Table {
        var table = Table([
            Table.Column("Event", .right), Table.Column("Kind"), Table.Column("Recorded"),
            Table.Column("Effective"), Table.Column("Notification"),
            Table.Column("Transaction"), Table.Column("Product"), Table.Column("Detail"),
        ])
        for event in events {
            let label = [event["notificationType"], event["subtype"]].compactMap { $0 }
            table.append([
                "\(event.sequence)", event.kind.name, event.recordedAt.iso8601,
                event.effectiveAt.iso8601,
                label.isEmpty ? nil : label.joined(separator: " "), event["transactionId"],
                event["productId"], detail(of: event),
            ])
        }
        return table
    }

    /// What the host did: units of a currency, an entitlement, how an attempt ended, or whose a
    /// line is; until when, and under which id.
    private static func detail(of event: RecordedEvent) -> String? {
        let units = event["amount"].map { "\($0) \(event["balanceCurrency"] ?? "?")" }
        let parts = [
            units, event["entitlement"], event["outcome"], assignment(of: event),
            event["until"].map { "until \($0)" }, event["id"].map { "id \($0)" },
        ]
        let detail = parts.compactMap { $0 }.joined(separator: ", ")
        return detail.isEmpty ? nil : detail
    }

    /// Which line an assignment gives to whom; an erased account is not named any more.
    private static func assignment(of event: RecordedEvent) -> String? {
        guard event.kind == .assignment, let line = event["originalTransactionId"] else {
            return nil
        }
        return "line \(line) to \(event["appAccountToken"] ?? "an erased account")"
    }
}
