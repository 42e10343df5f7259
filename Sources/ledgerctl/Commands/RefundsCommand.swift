import Ledger

/// `ledgerctl refunds`.
enum RefundsCommand {
    static let command = Command(
        "refunds", "Lists refunds, by revocation date.",
        discussion: """
            Lists each refund of a sold purchase, and each change of how much of it is refunded.
            --from and --to choose by revocation date; --as-of leaves out what came after it.
            """,
        options: [.from, .to] + Option.instants + [.environment, .json],
        exclusiveOptions: ExclusiveOptions.instants
    ) { arguments, console in
        let from = try arguments.instant(of: Option.from.name)
        let to = try arguments.instant(of: Option.to.name)
        return try await arguments.answer(
            on: console, json: \.json, table: table(of:), orIfEmpty: "no refund"
        ) { ledger, environment, cut in
            try ledger.refunds(from: from, to: to, environment: environment, at: cut)
        }
    }

    /// A row for each refund.
    static func table(of refunds: [Refund]) -> Table {
        var table = Table([
            Table.Column("Revoked"), Table.Column("Transaction"), Table.Column("Product"),
            Table.Column("Share", .right), Table.Column("Price", .right),
            Table.Column("Currency"), Table.Column("Reversed"), Table.Column("Event", .right),
        ])
        for refund in refunds {
            let share = Int64(refund.revocationPercentageMillipercent)
            table.append([
                refund.revocationDate.iso8601, refund.transactionID, refund.productID,
                DecimalText.text(milliunits: share) + "%",
                refund.priceMilliunits.map { DecimalText.text(milliunits: $0) },
                refund.currencyCode, refund.isReversed ? "yes" : "no", "\(refund.sequence)",
            ])
        }
        return table
    }
}
