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
        return try await arguments.answer(
            on: console, json: \.json, table: table(of:), orIfEmpty: "nothing is unfinished"
        ) { ledger, environment, cut in
            try ledger.unfinished(of: customer, environment: environment, at: cut)
        }
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
