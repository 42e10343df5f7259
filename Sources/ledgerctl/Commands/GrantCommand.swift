import Ledger

/// `ledgerctl grant`.
enum GrantCommand {
    private static let entitlement = Option(
        "entitlement", "NAME", "What the customer may use.", isRequired: true)
    private static let until = Option(
        "until", "INSTANT", "When it ends. Never, unless given.")

    static let command = Command(
        "grant", "Gives a customer an entitlement.",
        discussion: """
            The host's own grant stands beside what purchases give. 'end-grant' ends it.
            """,
        options: Option.customer + [entitlement, .key, until, .effective, .environment, .json],
        exclusiveOptions: [.customer]
    ) { arguments, console in
        let customer = try arguments.customer()
        let name = try arguments.requiredIdentifier(of: entitlement.name)
        let key = try arguments.key()
        let end = try arguments.instant(of: until.name)
        let effective = try arguments.instant(of: Option.effective.name)
        let environment = arguments.storeEnvironment
        let receipt = try await arguments.withLedgerOfEnvironment(console) { ledger in
            try await ledger.grant(
                name, to: customer, key: key, until: end, effective: effective,
                environment: environment)
        }
        try console.print(receipt, for: arguments)
        return .done
    }
}
