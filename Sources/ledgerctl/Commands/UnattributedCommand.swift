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
        let cut = try arguments.cut(now: Instant.now)
        let environment = arguments.storeEnvironment
        let answer = try await arguments.withLedgerOfEnvironment(console) { ledger in
            try ledger.unattributed(environment: environment, at: cut)
        }
        try console.print(
            answer, for: arguments, json: \.json, table: table(of:),
            orIfEmpty: "every line has an owner")
        return .done
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
