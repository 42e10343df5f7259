import Ledger

/// `ledgerctl status`.
enum StatusCommand {
    private static let group = Option("group", "ID", "Only this subscription group.")

    static let command = Command(
        "status", "Shows the subscriptions of a customer.",
        discussion: """
            Shows each subscription group with its lines of purchases; the first line speaks for
            its group. A customer of whom nothing is known has none.
            """,
        options: Option.customer + [group] + Option.instants + [.environment, .json],
        exclusiveOptions: [.customer] + ExclusiveOptions.instants
    ) { arguments, console in
        let customer = try arguments.customer()
        let groupID = try arguments.identifier(of: group.name)
        return try await arguments.answer(
            on: console, json: \.json, table: table(of:), orIfEmpty: lineIfEmpty, needsCatalog: true
        ) { ledger, environment, cut in
            try ledger.subscriptionStatuses(
                of: customer, in: groupID, environment: environment, at: cut)
        }
    }

    /// What is said where there is no row.
    static let lineIfEmpty = "no subscription"

    /// A row for each line of purchases; its group stands on the first.
    static func table(of groups: [SubscriptionGroupStatus]) -> Table {
        var table = Table([
            Table.Column("Group"), Table.Column("State"), Table.Column("Product"),
            Table.Column("Expires"), Table.Column("Renews to"), Table.Column("Line"),
            Table.Column("Notes"),
        ])
        for group in groups {
            for (index, line) in group.lines.enumerated() {
                table.append([
                    index == 0 ? group.groupID : "", line.state.name, line.productID,
                    line.expirationDate?.iso8601, renewal(of: line), line.originalTransactionID,
                    Certainty.notes(
                        isUnconfirmed: line.isUnconfirmed, isInferred: line.isInferred),
                ])
            }
        }
        return table
    }

    /// What a line renews to; nil where nothing says whether it does.
    private static func renewal(of line: SubscriptionStatus) -> String? {
        guard let willAutoRenew = line.willAutoRenew else { return nil }
        return willAutoRenew ? line.autoRenewPreference ?? line.productID : "nothing"
    }
}
