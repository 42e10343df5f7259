import Ledger

/// `ledgerctl balance`.
enum BalanceCommand {
    private static let currency = Option("currency", "NAME", "Only this currency.")

    static let command = Command(
        "balance", "Shows the balances of a customer.",
        discussion: """
            Shows each currency that was ever credited or spent, and the lots that are left, in the
            order in which they are spent. A balance is below zero after a refund of what was
            spent; then nothing can be spent. A customer of whom nothing is known has none.
            """,
        options: Option.customer + [currency] + Option.instants + [.environment, .json],
        exclusiveOptions: [.customer] + ExclusiveOptions.instants
    ) { arguments, console in
        let customer = try arguments.customer()
        let name = try arguments.identifier(of: currency.name)
        return try await arguments.answer(
            on: console, json: \.json, table: table(of:), orIfEmpty: lineIfEmpty, needsCatalog: true
        ) { ledger, environment, cut in
            try ledger.balances(
                of: customer, currency: name, environment: environment, at: cut)
        }
    }

    /// What is said where there is no row.
    static let lineIfEmpty = "no balance"

    /// A row for each lot; its balance stands on the first.
    static func table(of balances: [Balance]) -> Table {
        var table = Table([
            Table.Column("Currency"), Table.Column("Balance", .right),
            Table.Column("Spendable", .right), Table.Column("Lot"),
            Table.Column("Granted", .right), Table.Column("Remaining", .right),
            Table.Column("Clawed back", .right), Table.Column("Expired", .right),
            Table.Column("Expires"),
        ])
        for balance in balances {
            let front = [balance.currency, "\(balance.balance)", "\(balance.spendable)"]
            if balance.lots.isEmpty {
                table.append(front + [nil, nil, nil, nil, nil, nil])
            }
            for (index, lot) in balance.lots.enumerated() {
                table.append(
                    (index == 0 ? front : ["", "", ""]) + [
                        lot.transactionID ?? lot.creditID, "\(lot.granted)",
                        "\(lot.remaining)", "\(lot.clawedBack)", "\(lot.expired)",
                        lot.expirationDate?.iso8601 ?? "never",
                    ])
            }
        }
        return table
    }
}
