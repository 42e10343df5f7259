import Ledger

/// `ledgerctl attempts`.
enum AttemptsCommand {
    static let command = Command(
        "attempts", "Lists purchases that were reported as pending or cancelled.",
        discussion: """
            A purchase that waits for approval (Ask to Buy) is pending until its transaction comes or
            a day has passed; then it is purchased or lapsed. It grants nothing meanwhile.
            """,
        options: Option.customer + Option.instants + [.environment, .json],
        exclusiveOptions: [.customer] + ExclusiveOptions.instants
    ) { arguments, console in
        let customer = try arguments.customer()
        return try await arguments.answer(
            on: console, json: \.json, table: table(of:), orIfEmpty: "no attempt"
        ) { ledger, environment, cut in
            try ledger.attempts(of: customer, environment: environment, at: cut)
        }
    }

    /// A row for each attempt.
    static func table(of attempts: [PurchaseAttempt]) -> Table {
        var table = Table([
            Table.Column("Product"), Table.Column("State"), Table.Column("Reported"),
            Table.Column("Transaction"), Table.Column("Key"), Table.Column("Events"),
        ])
        for attempt in attempts {
            table.append([
                attempt.productID, attempt.state.rawValue, attempt.effectiveAt.iso8601,
                attempt.transactionID, attempt.key, EventList.text(attempt.events),
            ])
        }
        return table
    }
}
