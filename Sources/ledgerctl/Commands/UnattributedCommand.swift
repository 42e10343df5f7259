import Ledger

/// `ledgerctl unattributed`.
enum UnattributedCommand {
    static let command = Command(
        "unattributed", "Lists purchases that nobody is known to own.",
        discussion: """
            Lists each line of purchases without an owner, with the product of its newest purchase.
            'assign' gives a line to an account.
            """,
        options: Option.instants + [.environment, .json],
        exclusiveOptions: ExclusiveOptions.instants
    ) { arguments, console in
        try await arguments.answer(
            on: console, json: \.json, table: table(of:), orIfEmpty: "every line has an owner"
        ) { ledger, environment, cut in
            try ledger.unattributed(environment: environment, at: cut)
        }
    }

    /// A row for each line of purchases.
    static func table(of lines: [UnattributedLine]) -> Table {
        var table = Table([
            Table.Column("Line"), Table.Column("Product"), Table.Column("Purchased"),
        ])
        for line in lines {
            table.append([line.originalTransactionID, line.productID, line.purchaseDate?.iso8601])
        }
        return table
    }
}
