import Ledger

/// `ledgerctl explain`.
enum ExplainCommand {
    private static let entitlement = Option(
        "entitlement", "NAME", "The entitlement to explain.", isRequired: true)

    static let command = Command(
        "explain", "Says why a customer has an entitlement, or has it not.",
        discussion: """
            Lists everything that grants it, or that could have granted it, with the events that
            make it so; 'history' shows them.
            """,
        options: Option.customer + [entitlement] + Option.instants + [.environment, .json],
        exclusiveOptions: [.customer] + ExclusiveOptions.instants
    ) { arguments, console in
        let customer = try arguments.customer()
        let name = try arguments.requiredIdentifier(of: entitlement.name)
        return try await arguments.answer(
            on: console, json: \.json, table: table(of:), orIfEmpty: "nothing is known",
            needsCatalog: true
        ) { ledger, environment, cut in
            try ledger.explain(name, of: customer, environment: environment, at: cut)
        }
    }

    /// A row for each reason; whether it is active stands on the first.
    static func table(of explanation: Explanation) -> Table {
        var table = Table([
            Table.Column("Entitlement"), Table.Column("Active"), Table.Column("Reason"),
            Table.Column("Events"),
        ])
        for (index, reason) in explanation.reasons.enumerated() {
            table.append([
                index == 0 ? explanation.entitlement : "",
                index == 0 ? (explanation.isActive ? "yes" : "no") : "", reason.text,
                EventList.text(reason.events),
            ])
        }
        return table
    }
}
