import Ledger

/// `ledgerctl app-transaction`.
enum AppTransactionCommand {
    static let command = Command(
        "app-transaction", "Shows a customer's purchase of the app itself.",
        discussion: """
            Shows what the newest signed AppTransaction says: when, in which version and on which
            platform the customer first downloaded the app. A catalog with 'paidApp' grants
            entitlements to those who did so before the app became free.
            """,
        options: Option.customer + Option.instants + [.environment, .json],
        exclusiveOptions: [.customer] + ExclusiveOptions.instants
    ) { arguments, console in
        let customer = try arguments.customer()
        return try await arguments.answer(
            on: console, json: \.json, table: table(of:), orIfEmpty: "no purchase of the app"
        ) { ledger, environment, cut in
            try ledger.appTransactions(of: customer, environment: environment, at: cut)
        }
    }

    /// A row for each purchase of an app.
    static func table(of purchases: [AppTransactionFacts]) -> Table {
        var table = Table([
            Table.Column("App"), Table.Column("First downloaded"), Table.Column("Version"),
            Table.Column("Platform"), Table.Column("appTransactionId"), Table.Column("Event"),
        ])
        for purchase in purchases {
            table.append([
                purchase.bundleID, purchase.originalPurchaseDate?.iso8601,
                purchase.originalAppVersion, purchase.originalPlatform?.rawValue,
                purchase.appTransactionID, String(purchase.sequence),
            ])
        }
        return table
    }
}
