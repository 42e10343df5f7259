import Ledger

/// `ledgerctl entitlements`.
enum EntitlementsCommand {
    static let command = Command(
        "entitlements", "Lists what a customer may use.",
        discussion: """
            Lists each entitlement that is active, and every purchase or grant that gives it. A
            customer of whom nothing is known has none.
            """,
        options: Option.customer + Option.instants + [.environment, .json],
        exclusiveOptions: [.customer] + ExclusiveOptions.instants
    ) { arguments, console in
        let customer = try arguments.customer()
        return try await arguments.answer(
            on: console, json: \.json, table: table(of:), orIfEmpty: lineIfEmpty, needsCatalog: true
        ) { ledger, environment, cut in
            try ledger.entitlements(of: customer, environment: environment, at: cut)
        }
    }

    /// What is said where there is no row.
    static let lineIfEmpty = "no active entitlement"

    /// A row for each grant; its entitlement stands on the first.
    static func table(of entitlements: [Entitlement]) -> Table {
        var table = Table([
            Table.Column("Entitlement"), Table.Column("Expires"), Table.Column("Source"),
            Table.Column("State"), Table.Column("Product"), Table.Column("Transaction"),
            Table.Column("Notes"),
        ])
        for entitlement in entitlements {
            let notes = Certainty.notes(
                isUnconfirmed: entitlement.isUnconfirmed, isInferred: entitlement.isInferred)
            for (index, grant) in entitlement.grants.enumerated() {
                table.append([
                    index == 0 ? entitlement.name : "",
                    grant.expirationDate?.iso8601 ?? "never", grant.source.rawValue,
                    grant.state?.name, grant.productID, grant.transactionID,
                    index == 0 ? notes : "",
                ])
            }
        }
        return table
    }
}
