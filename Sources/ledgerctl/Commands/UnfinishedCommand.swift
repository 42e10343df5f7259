import Ledger

/// `ledgerctl unfinished`.
enum UnfinishedCommand {
    static let command = Command(
        "unfinished", "Lists purchases that were not delivered yet.",
        discussion: """
            Lists every unrevoked purchase, renewals included, that 'finish' has not named: of one
            customer, or of all.
            """,
        options: Option.customer + Option.instants + [.environment, .json],
        exclusiveOptions: [.optionalCustomer] + ExclusiveOptions.instants
    ) { arguments, console in
        let customer = try arguments.customerIfGiven()
        let cut = try arguments.cut(now: Instant.now)
        let environment = arguments.storeEnvironment
        let answer = try await arguments.withLedgerOfEnvironment(console) { ledger in
            try ledger.unfinished(of: customer, environment: environment, at: cut)
        }
        try console.print(
            answer, for: arguments, json: \.json, table: table(of:),
            orIfEmpty: "nothing is unfinished")
        return .done
    }

    /// A row for each purchase.
    static func table(of purchases: [UnfinishedPurchase]) -> Table {
        var table = Table([
            Table.Column("Transaction"), Table.Column("Product"), Table.Column("Purchased"),
            Table.Column("Line"),
        ])
        for purchase in purchases {
            table.append([
                purchase.transactionID, purchase.productID, purchase.purchaseDate.iso8601,
                purchase.originalTransactionID,
            ])
        }
        return table
    }
}
